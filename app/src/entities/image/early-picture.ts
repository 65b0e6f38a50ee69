import { sourceSet } from './image-source.ts'

interface Row {
  image_url: string
  width: number
  rating: number
}

/** From this rating on a picture is shown when asked for. */
const sensitiveFrom = 2
const widest = 1280

/**
 * On a phone the first card is as wide as the screen: its picture comes while the app's own code still does. To be
 * asked for just as `Picture` will, or it comes twice. Resolves when it is there, or will not come.
 */
export async function startPicture(first: unknown, storage: string): Promise<void> {
  const { image_url: url, width, rating } = (first ?? {}) as Partial<Row>
  if (url === undefined || width === undefined || (rating ?? 0) >= sensitiveFrom) return
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.imageSrcset = sourceSet({ url, width }, storage, widest)
  link.imageSizes = '100vw'
  document.head.append(link)
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
}
