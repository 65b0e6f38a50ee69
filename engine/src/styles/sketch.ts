import type { Frame } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { clamp, lerp, smoothstep } from '../core/scalar.ts'
import { blankLike, fieldOver, lumaOf, Texture } from './filters/channels.ts'
import { inkLines } from './filters/ink-lines.ts'
import { kuwahara } from './filters/kuwahara.ts'
import { toneRange } from './filters/tones.ts'

const PAPER = [0.965, 0.95, 0.915] as const
const PENCIL = [0.16, 0.16, 0.19] as const
/** How much of the colour a pastel lays on the paper. */
const PASTEL = 0.86
const LAYERS = 4
const PITCH = 6.2

/** Pencil: four directions of hatching by tone, and the lines. */
export function drawSketch(frame: Frame, random: Random): Frame {
  const flat = simplify(frame)
  const { ink, tooth } = hatch(flat, random)
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++, i++) {
      const paper = 1 + tooth.at(x, y) * 0.025
      out.r[i] = lerp(PAPER[0] * paper, PENCIL[0], ink[i]!)
      out.g[i] = lerp(PAPER[1] * paper, PENCIL[1], ink[i]!)
      out.b[i] = lerp(PAPER[2] * paper, PENCIL[2], ink[i]!)
    }
  }
  return out
}

/** Pastel: the colours rubbed into the grain, hatched in a darker tone of themselves. */
export function drawPastel(frame: Frame, random: Random): Frame {
  const flat = simplify(frame)
  const { ink, tooth } = hatch(flat, random)
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++, i++) {
      const grain = tooth.at(x, y)
      const paper = 1 + grain * 0.025
      const cover = PASTEL * (0.8 + 0.25 * grain)
      const shade = ink[i]! * 0.63
      const r = lerp(PAPER[0], clamp(flat.r[i]! * 0.9 + 0.14), cover) * paper
      const g = lerp(PAPER[1], clamp(flat.g[i]! * 0.9 + 0.13), cover) * paper
      const b = lerp(PAPER[2], clamp(flat.b[i]! * 0.9 + 0.12), cover) * paper
      out.r[i] = lerp(r, flat.r[i]! * 0.45, shade)
      out.g[i] = lerp(g, flat.g[i]! * 0.42, shade)
      out.b[i] = lerp(b, flat.b[i]! * 0.5, shade)
    }
  }
  return out
}

function simplify(frame: Frame): Frame {
  return kuwahara(frame, Math.max(2, Math.round(3 * frame.unit)))
}

interface Hatching {
  /** 0 paper, 1 pencil. */
  readonly ink: Float32Array
  readonly tooth: Texture
}

/** One direction of hatching; darker tones call for more of them. */
interface Layer {
  readonly cos: number
  readonly sin: number
  readonly shift: number
  readonly limit: number
}

function hatch(frame: Frame, random: Random): Hatching {
  const { width, height, unit } = frame
  const noise = new Noise(random.fork('sketch'))
  const luma = lumaOf(frame).data
  const { low, high } = toneRange(luma)
  const scale = 1 / Math.max(0.1, high - low)
  const lines = inkLines(frame, { width: 1.1, threshold: 0.98, sharpness: 55 })
  const wobble = fieldOver(frame, 8, (x, y) => 1.6 * noise.at((x * 0.01) / unit, (y * 0.01) / unit))
  const tooth = new Texture(
    frame,
    (x, y) => 0.5 * noise.at((x * 0.6) / unit, (y * 0.6) / unit) + 0.5 * noise.at((x * 0.23) / unit, (y * 0.23) / unit),
  )
  const hand = new Hand(noise, unit)
  const ink = new Float32Array(frame.size)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const tone = clamp((luma[i]! - low) * scale)
      const grip = 0.7 + 0.5 * tooth.at(x, y)
      const shadow = tone < 0.3 ? smoothstep(0.3, 0, tone) * 0.22 : 0
      const line = (1 - lines[i]!) * 0.92 * (0.38 + 0.6 * grip)
      ink[i] = clamp(Math.max((hand.markAt(x, y, wobble[i]!, tone) + shadow) * grip, line))
    }
  }
  return { ink, tooth }
}

class Hand {
  private readonly layers: readonly Layer[]
  private readonly noise: Noise

  constructor(noise: Noise, unit: number) {
    this.noise = noise
    this.layers = createLayers(unit)
  }

  /** The strongest stroke over a pixel; each stroke has its own ends. */
  markAt(x: number, y: number, wobble: number, tone: number): number {
    let mark = 0
    for (let k = 0; k < LAYERS; k++) {
      const layer = this.layers[k]!
      if (tone >= layer.limit) break
      const along = x * layer.cos + y * layer.sin + wobble + layer.shift
      const stroke = Math.floor(along)
      const need = smoothstep(layer.limit, layer.limit - 0.25, tone)
      const edge = smoothstep(0.78 - 0.3 * need, 0.24, Math.abs(along - stroke - 0.5) * 2)
      if (edge * need * 0.86 <= mark) continue
      const reach = clamp(0.75 + 0.9 * this.noise.at((y * layer.cos - x * layer.sin) * 0.0744, stroke * 7.7))
      mark = Math.max(mark, edge * need * 0.86 * reach)
    }
    return mark
  }
}

function createLayers(unit: number): Layer[] {
  return Array.from({ length: LAYERS }, (_, k) => {
    const angle = 0.72 + k * 0.62
    const step = PITCH * unit
    return { cos: Math.cos(angle) / step, sin: Math.sin(angle) / step, shift: k * 3.3, limit: 0.92 - k * 0.2 }
  })
}
