import type { Frame } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { sampleBilinear } from '../../core/resize.ts'
import { clamp } from '../../core/scalar.ts'
import { blankLike, fieldOver, planeOf } from './channels.ts'

/** Displaces every pixel by a slow noise: `reach` in pixels, `scale` in waves per pixel. */
export function warp(frame: Frame, { reach, scale }: { reach: number; scale: number }, random: Random): Frame {
  const noise = new Noise(random.fork('warp'))
  const dx = fieldOver(frame, 4, (x, y) => noise.fbm(x * scale, y * scale, 4) * reach)
  const dy = fieldOver(frame, 4, (x, y) => noise.fbm(x * scale + 50, y * scale + 20, 4) * reach)
  const [r, g, b] = [planeOf(frame, frame.r), planeOf(frame, frame.g), planeOf(frame, frame.b)]
  const out = blankLike(frame)
  const { width, height } = frame
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const fromX = x + dx[i]!
      const fromY = y + dy[i]!
      out.r[i] = sampleBilinear(r, fromX, fromY)
      out.g[i] = sampleBilinear(g, fromX, fromY)
      out.b[i] = sampleBilinear(b, fromX, fromY)
      const from = (clamp(fromY, 0, height - 1) | 0) * width + (clamp(fromX, 0, width - 1) | 0)
      out.label[i] = frame.label[from]!
      out.depth[i] = frame.depth[from]!
    }
  }
  return out
}
