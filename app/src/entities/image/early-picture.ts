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
  await firstOf(link, () => true)
}

/** Where only the app knows how wide it is: when the first that it draws before all else is there, or will not come. */
export function drawnPicture(): Promise<unknown> {
  return firstOf(document, (image) => image.fetchPriority === 'high' && image.localName === 'img')
}

/** What is loaded below, or will not be. These events rise no higher than what they are about. */
function firstOf(place: Node, is: (image: HTMLImageElement) => boolean): Promise<unknown> {
  return new Promise<void>((resolve) => {
    const look = ({ target }: Event) => is(target as HTMLImageElement) && resolve()
    for (const name of ['load', 'error']) place.addEventListener(name, look, true)
  })
}
