/** The formats that pictures are offered in. */
import { defaultImageSize } from '@product/contract'

export const sizes = [
  { ratio: '1:1', width: defaultImageSize, height: defaultImageSize },
  { ratio: '4:5', width: 896, height: 1120 },
  { ratio: '3:4', width: 768, height: 1024 },
  { ratio: '16:9', width: 1280, height: 720 },
  { ratio: '9:16', width: 720, height: 1280 },
] as const

export type Ratio = (typeof sizes)[number]['ratio']

export function sizeOf(ratio: Ratio): { width: number; height: number } {
  return sizes.find((size) => size.ratio === ratio) ?? sizes[0]
}

/** The format nearest to a picture's own. */
export function ratioOf({ width, height }: { width: number; height: number }): Ratio {
  const distance = (size: (typeof sizes)[number]) => Math.abs(Math.log((size.width * height) / (size.height * width)))
  return sizes.reduce(
    (best, size) => (distance(size) < distance(best) ? size : best),
    sizes[0] as (typeof sizes)[number],
  ).ratio
}
