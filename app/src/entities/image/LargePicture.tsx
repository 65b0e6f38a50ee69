/** A picture as large as the dialog lets it be, and a press away from the viewer. */
import type { ComponentProps, CSSProperties } from 'react'

import type { StoredImage } from './image-source.ts'
import { Picture } from './Picture.tsx'

export interface LargePictureProps extends Omit<ComponentProps<'button'>, 'type' | 'style' | 'children'> {
  image: StoredImage
  alt: string
  sizes: string
  /** What pressing it does. */
  'aria-label': string
}

/** The width is known before the file is, and the same for what stands in its place: nothing moves when it comes. */
export function pictureRatio({ width, height }: { width: number; height: number }): CSSProperties {
  return { '--ratio': width / height } as CSSProperties
}

export function LargePicture({ image, alt, sizes, className = '', ...rest }: LargePictureProps) {
  return (
    <button {...rest} type="button" style={pictureRatio(image)} className={`large-picture ${className}`}>
      <Picture key={image.url} image={image} alt={alt} sizes={sizes} isFirst className="w-full rounded-img" />
    </button>
  )
}
