/** A kept picture in its box: its colours first, then the bytes, which no address on the page gives to anybody else. */
import { useEffect, useState } from 'react'

import { queryClient } from '#data/query-client.ts'

import { placeholderFor } from '../placeholder.ts'
import { keptFile, type KeptImage } from './kept-images.ts'

export interface KeptPictureProps {
  image: KeptImage
  alt: string
  /** In device pixels. */
  most: number
  className?: string
  isSquare?: boolean
}

export function KeptPicture({ image, alt, most, className = '', isSquare = false }: KeptPictureProps) {
  const url = useKeptAddress(image, most)
  const placeholder = placeholderFor(image.thumbhash)
  return (
    <span
      className={`block overflow-hidden bg-skeleton bg-cover bg-center ${className}`}
      style={{
        aspectRatio: isSquare ? '1' : `${image.width} / ${image.height}`,
        ...(placeholder && { backgroundColor: placeholder.colour, backgroundImage: `url(${placeholder.bitmap})` }),
      }}
    >
      {url === null ? (
        <span className="sr-only">{alt}</span>
      ) : (
        <img src={url} alt={alt} decoding="async" draggable={false} className="size-full object-cover" />
      )}
    </span>
  )
}

/** What an `img` can show of it, for as long as the component is there; null until it comes, or where it does not. */
function useKeptAddress({ path, width }: KeptImage, most: number): string | null {
  const [shown, setShown] = useState<{ path: string; url: string } | null>(null)
  useEffect(() => {
    let url: string | null = null
    let isLeft = false
    const show = async () => {
      const file = await queryClient.fetchQuery(keptFile(path, most < width ? most : null)).catch(() => null)
      if (isLeft || file === null) return
      url = URL.createObjectURL(file)
      setShown({ path, url })
    }
    void show()
    return () => {
      isLeft = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [path, width, most])
  return shown?.path === path ? shown.url : null
}
