/** The picture of a link preview: 1200 × 630, cut from the published one by storage. */
import type { PostHead } from '../contract/src/index.ts'

export interface Card {
  readonly url: string
  readonly width: number
  readonly height: number
}

const wanted = { width: 1200, height: 630 }
const publicPath = /\/storage\/v1\/object\/public\/([^?#\s]+)$/u

/** NOTE: rows hold the address under which the server was known when they were written; only its path is lasting. */
export function cardOf({ url, width, height }: NonNullable<PostHead['image']>, origin: string): Card | null {
  const path = publicPath.exec(url)?.[1]
  if (path === undefined || width === null || height === null) return null
  // Storage makes nothing larger than it is: from a smaller picture comes a smaller card of the same shape.
  const scale = Math.min(1, width / wanted.width, height / wanted.height)
  const size = `width=${wanted.width}&height=${wanted.height}&resize=cover&format=jpeg&quality=82`
  return {
    url: `${origin}/storage/v1/render/image/public/${path}?${size}`,
    width: Math.round(wanted.width * scale),
    height: Math.round(wanted.height * scale),
  }
}

/** The same address at whatever name the server has now. */
export function ownAddress(url: string, origin: string): string {
  const path = publicPath.exec(url)?.[1]
  return path === undefined ? url : `${origin}/storage/v1/object/public/${path}`
}
