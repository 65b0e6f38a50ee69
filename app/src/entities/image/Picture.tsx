/** A stored picture in a box of its own ratio: thumbhash first, then the variant that fits, faded in. */
import { useState, type CSSProperties } from 'react'

import { readInlineConfig } from '#data/config.ts'

import { sourceSet, variantUrl, type StoredImage } from './image-source.ts'
import { placeholderFor } from './placeholder.ts'

const storage = readInlineConfig()?.supabaseUrl ?? ''

export interface PictureProps {
  image: StoredImage
  alt: string
  /** The `sizes` attribute: how wide the picture is laid out. */
  sizes: string
  /** The first pictures of a screen load at once, before anything else. */
  isFirst?: boolean
  className?: string
  onError?: () => void
}

export function Picture({ image, alt, sizes, isFirst = false, className = '', onError }: PictureProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const placeholder = placeholderFor(image.thumbhash)
  const box: CSSProperties = { aspectRatio: `${image.width} / ${image.height}` }
  if (placeholder) {
    box.backgroundColor = placeholder.colour
    if (state !== 'shown') box.backgroundImage = `url(${placeholder.bitmap})`
  }
  return (
    <span className={`block overflow-hidden bg-skeleton bg-cover bg-center ${className}`} style={box}>
      {state !== 'failed' && (
        <img
          src={variantUrl(image.url, Math.min(640, image.width), storage)}
          srcSet={sourceSet(image, storage)}
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
      {state === 'failed' && <span className="sr-only">{alt}</span>}
    </span>
  )
}
