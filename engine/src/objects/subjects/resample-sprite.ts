// Sprites that are made of another one.
import { createSprite, type Sprite } from './rasterise.ts'

/** One pixel at a place between four of the other's, each as far as it is painted. */
export function sample(
  from: Sprite,
  [x, y]: readonly [number, number],
  { into, at }: { into: Sprite; at: number },
): void {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  if (x0 < 0 || y0 < 0 || x0 >= from.width - 1 || y0 >= from.height - 1) return
  const [u, v] = [x - x0, y - y0]
  let [r, g, b, alpha] = [0, 0, 0, 0]
  for (let k = 0; k < 4; k++) {
    const i = (y0 + (k >> 1)) * from.width + x0 + (k & 1)
    const a = from.alpha[i]! * (k & 1 ? u : 1 - u) * (k >> 1 ? v : 1 - v)
    alpha += a
    r += from.r[i]! * a
    g += from.g[i]! * a
    b += from.b[i]! * a
  }
  if (alpha < 1e-4) return
  into.alpha[at] = alpha
  into.r[at] = r / alpha
  into.g[at] = g / alpha
  into.b[at] = b / alpha
}

/** Where the legs begin, as a share of the height from above, and how far their ends reach out of the middle. */
const HIPS = 0.52
const REACH = 0.72
/** How much shorter they are seen so. */
const SHORTER = 0.8

/** An animal that runs, of one on its feet: the legs reach out before it and behind. */
export function inStride(sprite: Sprite): Sprite {
  const { width, height } = sprite
  const aside = Math.ceil(width * 0.5 * REACH)
  const running = createSprite(width + 2 * aside, height)
  const middle = width / 2
  const hips = height * HIPS
  for (let y = 0; y < height; y++) {
    const below = Math.max(0, (y - hips) / (height - hips))
    const from = below > 0 ? hips + (y - hips) / SHORTER : y
    if (from >= height - 1) break
    const wide = 1 + REACH * below * below * (3 - 2 * below)
    for (let x = 0; x < running.width; x++)
      sample(sprite, [middle + (x - aside - middle) / wide, from], { into: running, at: y * running.width + x })
  }
  return running
}
