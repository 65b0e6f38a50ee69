import { useEffect, useState } from 'react'

/** The picture behind an address once it is there, upright as the browser shows it; `failed` where it is none. */
export function usePicture(url: string): HTMLImageElement | 'failed' | null {
  const [state, setState] = useState<{ url: string; picture: HTMLImageElement | 'failed' } | null>(null)
  useEffect(() => {
    const picture = new Image()
    const over = new AbortController()
    picture.addEventListener('load', () => setState({ url, picture }), { signal: over.signal })
    picture.addEventListener('error', () => setState({ url, picture: 'failed' }), { signal: over.signal })
    picture.src = url
    return () => over.abort()
  }, [url])
  return state?.url === url ? state.picture : null
}

export function sizeOf(picture: ReturnType<typeof usePicture>): { width: number; height: number } | null {
  if (picture === null || picture === 'failed') return null
  return { width: picture.naturalWidth, height: picture.naturalHeight }
}
