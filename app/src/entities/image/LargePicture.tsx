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

export function LargePicture({ image, alt, sizes, className = '', ...rest }: LargePictureProps) {
  // The width is known before the file is: nothing moves when it comes.
  const ratio = { '--ratio': image.width / image.height } as CSSProperties
  return (
    <button
      {...rest}
      type="button"
      style={ratio}
      className={`mx-auto block w-[min(100%,44svh*var(--ratio))] lg:w-[min(100%,40svh*var(--ratio))] ${className}`}
    >
      <Picture key={image.url} image={image} alt={alt} sizes={sizes} isFirst className="w-full rounded-img" />
    </button>
  )
}
