import { fromLch, type Rgb, toLch } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { resize } from '../core/resize.ts'
import { clamp, lerp, smoothstep } from '../core/scalar.ts'
import { bloom } from './filters/bloom.ts'
import { blankLike, lumaOf, Texture, TEXTURE_SHIFT } from './filters/channels.ts'
import { kuwahara } from './filters/kuwahara.ts'
import { borderDistance, type Superpixels, superpixels, tidied } from './filters/superpixels.ts'

const PANES = 440
const LEAD = 3.4

/** A pane's glass: its colour, how bright its source was, and where it sits in the ripple texture. */
interface Pane {
  readonly colour: Rgb
  readonly light: number
  readonly shiftX: number
  readonly shiftY: number
}

/** Panes of rippled glass set in bevelled lead, with the light behind them. */
export function setStainedGlass(frame: Frame, random: Random): Frame {
  const { width, height, unit } = frame
  const pieces = superpixels(kuwahara(frame, Math.max(2, Math.round(6 * unit))), PANES)
  const cells = tidied(pieces, 4)
  const distance = resize(borderDistance({ ...pieces, cells }), width, height).data
  const panes = glaze(pieces, random.fork('panes'))
  const noise = new Noise(random.fork('ripple'))
  const broad = new Texture(frame, (x, y) => noise.at((x * 0.02) / unit, (y * 0.02) / unit))
  const fine = new Texture(frame, (x, y) => noise.at((x * 0.07) / unit, (y * 0.05) / unit + 9))
  const luma = lumaOf(frame).data
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < height; y++) {
    const cellRow = Math.min(pieces.height - 1, y >> 1) * pieces.width
    for (let x = 0; x < width; x++, i++) {
      const pane = panes[cells[cellRow + Math.min(pieces.width - 1, x >> 1)]!]!
      const toLead = (distance[i]! * 2) / unit
      const ripple = fine.at(x + pane.shiftX, y + pane.shiftY)
      const glow =
        0.86 +
        0.22 * broad.at(x + pane.shiftX, y + pane.shiftY) +
        0.1 * ripple +
        0.2 * smoothstep(2, 30, toLead) +
        0.7 * (luma[i]! - pane.light)
      const spark = ripple > 0 ? clamp(ripple * 1.2) ** 3 * 0.25 : 0
      const lead = smoothstep(LEAD + 1, LEAD - 0.6, toLead)
      const bevel = 0.1 + 0.2 * smoothstep(0.2, 2.2, LEAD * 0.5 - Math.abs(toLead - LEAD * 0.35))
      out.r[i] = lerp(pane.colour[0] * glow + spark, bevel * 0.9, lead)
      out.g[i] = lerp(pane.colour[1] * glow + spark, bevel * 0.92, lead)
      out.b[i] = lerp(pane.colour[2] * glow + spark, bevel, lead)
    }
  }
  bloom(out, { strength: 0.28, threshold: 0.6 })
  return out
}

/** Every pane brighter and purer than what it replaces. */
function glaze(pieces: Superpixels, random: Random): Pane[] {
  return Array.from({ length: pieces.count }, (_, k) => {
    const [r, g, b] = [clamp(pieces.r[k]!), clamp(pieces.g[k]!), clamp(pieces.b[k]!)]
    const [lightness, chroma, hue] = toLch([r, g, b])
    const jitter = random.next() - 0.5
    return {
      colour: fromLch([
        clamp(0.16 + lightness * 0.9 + jitter * 0.12),
        Math.min(0.21, chroma * 1.55 + 0.035),
        hue + jitter * 16,
      ]),
      light: 0.2126 * r + 0.7152 * g + 0.0722 * b,
      shiftX: random.integer(0, TEXTURE_SHIFT - 1),
      shiftY: random.integer(0, TEXTURE_SHIFT - 1),
    }
  })
}
