/** A stored picture in a box of its own ratio: thumbhash first, then the variant that fits, faded in. */
'use no memo'

import { useState, type CSSProperties } from 'react'

import { mediaAddress } from '#data/config.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'

import { sourceSet, variantUrl, type StoredImage } from './image-source.ts'
import { placeholderFor } from './placeholder.ts'

const storage = mediaAddress()
const widest = 1280
/** In device pixels; where data is saved. */
export const widestSaved = 480

export interface PictureProps {
  image: StoredImage
  alt: string
  /** The `sizes` attribute: how wide the picture is laid out. */
  sizes: string
  /** The first pictures of a screen load at once, before anything else. */
  isFirst?: boolean
  /** The placeholder stays until somebody asks for the picture. */
  isHeld?: boolean
  className?: string
  onError?: () => void
}

export function Picture({ image, alt, sizes, isFirst = false, isHeld = false, className = '', onError }: PictureProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const most = useDataSaver() ? widestSaved : widest
  const isAbsent = isHeld || state === 'failed'
  const box = boxOf(image, isAbsent || state === 'loading')
  return (
    <span className={`block overflow-hidden bg-skeleton bg-cover bg-center ${className}`} style={box}>
      {isAbsent ? (
        <span className="sr-only">{alt}</span>
      ) : (
        <img
          src={variantUrl(image.url, Math.min(640, image.width, most), storage)}
          srcSet={sourceSet(image, storage, most)}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={alt}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          className={`size-full object-cover transition-opacity duration-(--dur-2) ${state === 'shown' ? 'opacity-100' : 'opacity-0'}`}
          onLoad={() => setState('shown')}
          onError={() => {
            setState('failed')
            onError?.()
          }}
        />
      )}
    </span>
  )
}

/** The room that the picture takes, with its placeholder while it is not there. */
function boxOf({ width, height, thumbhash }: StoredImage, isWaiting: boolean): CSSProperties {
  const box: CSSProperties = { aspectRatio: `${width} / ${height}` }
  const placeholder = placeholderFor(thumbhash)
  if (!placeholder) return box
  return {
    ...box,
    backgroundColor: placeholder.colour,
    ...(isWaiting && { backgroundImage: `url(${placeholder.bitmap})` }),
  }
}
