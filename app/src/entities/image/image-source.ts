/** From the public URL that a row carries to the addresses a screen asks for. */

export interface StoredImage {
  url: string
  width: number
  height: number
  thumbhash: string | null
}

const publicPath = /\/storage\/v1\/object\/public\/([^?#]+)/u
const widths = [320, 480, 640, 960, 1280] as const

/** Rows hold the address under which the server was known when they were written; only its path is lasting. */
export function originalUrl(url: string, storage: string): string {
  const path = publicPath.exec(url)?.[1]
  return path === undefined ? url : `${storage}/storage/v1/object/public/${path}`
}

/** A smaller copy, `width` device pixels wide; the format follows what the browser accepts. */
export function variantUrl(url: string, width: number, storage: string): string {
  const path = publicPath.exec(url)?.[1]
  return path === undefined ? url : `${storage}/storage/v1/render/image/public/${path}?width=${width}&quality=75`
}

/** `srcset` candidates up to the picture's own width, which is never exceeded, and to `most` device pixels. */
export function sourceSet(
  { url, width }: Pick<StoredImage, 'url' | 'width'>,
  storage: string,
  most = Infinity,
): string {
  const candidates = widths.filter((candidate) => candidate <= Math.min(width, most))
  return (candidates.length > 0 ? candidates : [Math.min(width, most)])
    .map((candidate) => `${variantUrl(url, candidate, storage)} ${candidate}w`)
    .join(', ')
}
