import { boxBlur } from '../core/blur.ts'
import type { Frame } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { clamp, lerp, smoothstep } from '../core/scalar.ts'
import { blankLike, fieldOver, lumaOf } from './filters/channels.ts'
import { inkLines } from './filters/ink-lines.ts'
import { kuwahara } from './filters/kuwahara.ts'
import { toneRange } from './filters/tones.ts'

const PAPER = [0.955, 0.925, 0.86] as const
const INK = [0.12, 0.1, 0.11] as const
/** Tones darker than this are crossed. */
const CROSSED = 0.42

/** Copperplate: lines that swell with the dark and bend with the light, crossed in the shadows. */
export function engrave(frame: Frame, random: Random): Frame {
  const { width, height, unit } = frame
  const flat = kuwahara(frame, 3)
  const light = boxBlur(lumaOf(flat), 2, 1).data
  const { low, high } = toneRange(light)
  const scale = 1 / Math.max(0.1, high - low)
  const noise = new Noise(random.fork('engraving'))
  const drift = fieldOver(frame, 8, (x, y) => 9 * unit * noise.at((x * 0.006) / unit, (y * 0.006) / unit))
  const lines = inkLines(flat, { width: 1.2, threshold: 0.98, sharpness: 60 })
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = light[i]!
      const tone = clamp((value - low) * scale) ** 0.85
      let ink = lineAt((y + 26 * unit * value + drift[i]!) / (6.6 * unit), (1 - tone) * 1.02)
      if (tone < CROSSED)
        ink = Math.max(ink, lineAt(((x + y) * Math.SQRT1_2 + 14 * unit * value) / (7 * unit), (CROSSED - tone) * 2))
      ink = Math.max(ink, 1 - lines[i]!)
      out.r[i] = lerp(PAPER[0], INK[0], ink)
      out.g[i] = lerp(PAPER[1], INK[1], ink)
      out.b[i] = lerp(PAPER[2], INK[2], ink)
    }
  }
  return out
}

/** Ink at a place counted in lines, for a line that fills `share` of its pitch. */
function lineAt(place: number, share: number): number {
  return smoothstep(0.06, -0.06, Math.abs(place - Math.floor(place) - 0.5) * 2 - share)
}
