// The cloth of a drawn bust, read off its lower edge: what its body goes on with.
import type { Rgb } from '../../../core/colour.ts'
import { drawingOf } from '../drawing-store.ts'
import { rasterise, type Recolour } from '../rasterise.ts'

const SIDE = 48

export function clothOf(id: string, recolour: Recolour): Rgb {
  const { box } = drawingOf(id)
  const [left = 0, top = 0, right = 128, bottom = 128] = box
  const scale = SIDE / (bottom - top)
  const width = Math.ceil((right - left) * scale)
  const sprite = rasterise(drawingOf(id), { scale, left, top, width, height: SIDE }, recolour)
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = SIDE - 6; y < SIDE - 1; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const fromMiddle = Math.abs(x / width - 0.5)
      if (fromMiddle < 0.16 || fromMiddle > 0.38 || sprite.alpha[i]! < 0.7) continue
      count++
      sums[0] += sprite.r[i]!
      sums[1] += sprite.g[i]!
      sums[2] += sprite.b[i]!
    }
  }
  return count === 0 ? [0.35, 0.4, 0.5] : [sums[0] / count, sums[1] / count, sums[2] / count]
}
