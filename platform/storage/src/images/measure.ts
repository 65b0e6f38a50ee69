/** What a page needs before a picture has loaded: its size, its main colour, a placeholder. */
import { rgbaToThumbHash } from 'thumbhash'

import { decoding, type DecodableImage } from './decode.ts'

export interface ImageFacts {
  readonly width: number
  readonly height: number
  /** `#rrggbb` */
  readonly color: string
  /** base64 */
  readonly thumbhash: string
}

// ThumbHash takes at most 100 pixels a side and needs no more to be exact.
const thumbSide = 100

/** Decodes all of the picture once, which also proves that it can be. @throws {ImageError} */
export async function measureImage(image: DecodableImage): Promise<ImageFacts> {
  const thumb = image
    .open()
    .resize(thumbSide, thumbSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await decoding(thumb)
  return {
    ...image.size,
    color: dominantColor(data),
    thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
  }
}

const nothing = { count: 0, red: 0, green: 0, blue: 0 }

/** The mean of the fullest of 4096 cells of RGB; transparent pixels have no say. */
export function dominantColor(rgba: Uint8Array): string {
  const cells = new Map<number, { count: number; red: number; green: number; blue: number }>()
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const cell = cells.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    cells.set(key, {
      count: cell.count + 1,
      red: cell.red + red,
      green: cell.green + green,
      blue: cell.blue + blue,
    })
  }
  const fullest = [...cells.values()].reduce((best, cell) => (cell.count > best.count ? cell : best), nothing)
  const { red, green, blue } = fullest
  const count = Math.max(1, fullest.count)
  return `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
