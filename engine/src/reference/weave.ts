import { boxBlur } from '../core/blur.ts'
import type { Frame } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Random } from '../core/random.ts'
import { clamp, lerp, smoothstep, TAU } from '../core/scalar.ts'
import { fieldOver, lumaOf } from '../styles/filters/channels.ts'
import { toneRange } from '../styles/filters/tones.ts'
import { statisticsOf, transfer } from './transfer.ts'

export type Layout = 'diagonal' | 'bands' | 'double-exposure' | 'radial'

export interface Weaving {
  readonly layout: Layout
  /** How far the colours of the others follow the first, 0..1. */
  readonly harmony: number
  /** How far their lightness does, 0..1. */
  readonly lightness: number
  /** Shares of the picture that sum to 1; alike where null. */
  readonly weights?: readonly number[] | null
}

export interface Woven {
  readonly frame: Frame
  /** Of the picture, per source. */
  readonly shares: readonly number[]
}

/** Width of the soft joint, as a share of a region. */
const FEATHER = 0.11
const SEAM = 0.018
const SKIN_CHROMA = 0.25

/** A double exposure needs a first source of light and dark for the second to show through. */
const LEAST_CONTRAST = 0.26

export function chooseLayout(sources: readonly Frame[], isCollage: boolean, random: Random): Layout {
  if (sources.length > 2) return random.pick(['bands', 'radial'] as const)
  if (isCollage) return 'diagonal'
  const isContrasted = statisticsOf(sources[0]!).deviation[0] > LEAST_CONTRAST
  return random.pick(
    isContrasted ? (['diagonal', 'double-exposure', 'bands'] as const) : (['diagonal', 'bands'] as const),
  )
}

/** Several sources as one picture: colours brought together, regions that flow into each other. */
export function weave(sources: readonly Frame[], weaving: Weaving, random: Random): Woven {
  const first = sources[0]!
  const to = statisticsOf(first)
  const { harmony, lightness, layout, weights = null } = weaving
  for (const source of sources.slice(1)) transfer(source, { to, lightness, chroma: harmony, skinChroma: SKIN_CHROMA })
  const noise = new Noise(random.fork('regions'))
  const drift = fieldOver(first, 4, (x, y) => noise.fbm((x / first.height) * 2.1, (y / first.height) * 2.1, 5))
  if (layout === 'double-exposure') return expose(first, sources[1]!, drift, weights)
  const plan = { layout, count: sources.length, angle: random.range(-0.5, 0.5), weights }
  return join(sources, regionsOf(plan, first, drift))
}

const EXPOSURE_BIAS = 0.6

/** The second source shows through the bright parts of the first. */
function expose(first: Frame, second: Frame, drift: Float32Array, weights: readonly number[] | null): Woven {
  const bias = weights === null ? 0 : (weights[1]! - weights[0]!) * EXPOSURE_BIAS
  const frame = first.clone()
  const light = boxBlur(lumaOf(first), first.shortSide * 0.01, 1).data
  const { low, high } = toneRange(light)
  const channels = [
    [first.r, second.r, frame.r],
    [first.g, second.g, frame.g],
    [first.b, second.b, frame.b],
  ] as const
  let shown = 0
  for (let i = 0; i < frame.size; i++) {
    const k = smoothstep(0.2, 0.7, (light[i]! - low) / Math.max(0.1, high - low) + drift[i]! * 0.25 + bias)
    shown += lerp(0.12, 0.88, k)
    for (let c = 0; c < 3; c++) {
      const [from, to, out] = channels[c]!
      const a = from[i]!
      const b = to[i]!
      const screened = 1 - (1 - a * 0.92) * (1 - b * 0.75)
      out[i] = lerp(lerp(a, b, 0.12), lerp(screened, b, 0.8), k)
    }
  }
  const share = shown / frame.size
  return { frame, shares: [1 - share, share] }
}

interface Plan {
  readonly layout: Exclude<Layout, 'double-exposure'>
  readonly count: number
  readonly angle: number
  readonly weights: readonly number[] | null
}

/** For each pixel, a place along the sources: 1.5 is the heart of the second region. */
interface Regions {
  readonly places: Float32Array
  readonly isRing: boolean
}

function regionsOf({ layout, count, angle, weights }: Plan, { width, height }: Frame, drift: Float32Array): Regions {
  const places = new Float32Array(width * height)
  const isRing = layout === 'radial'
  const cos = Math.cos(angle)
  const sin = Math.sin(angle) * (layout === 'diagonal' ? 1 : 0.4)
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y - height / 2
    for (let x = 0; x < width; x++, i++) {
      const dx = x - width / 2
      if (isRing) {
        const turns = (Math.atan2(dy, dx) + angle * 3 + drift[i]! * 1.5) / TAU
        places[i] = placeOf(turns - Math.floor(turns), count, weights)
      } else {
        places[i] = placeOf(clamp((dx * cos + dy * sin) / width + 0.5 + drift[i]! * 0.42, 0, 0.9999), count, weights)
      }
    }
  }
  return { places, isRing }
}

/** From a share of the way to a place along the sources, each as wide as its weight. */
function placeOf(share: number, count: number, weights: readonly number[] | null): number {
  if (weights === null) return share * count
  let from = 0
  for (const [index, weight] of weights.entries()) {
    if (share < from + weight) return index + (share - from) / weight
    from += weight
  }
  return count - 0.0001
}

function join(sources: readonly Frame[], { places, isRing }: Regions): Woven {
  const frame = sources[0]!.clone()
  const count = sources.length
  const areas = new Float64Array(count)
  for (let i = 0; i < frame.size; i++) {
    const own = Math.min(count - 1, Math.floor(places[i]!))
    const within = places[i]! - own
    const isLate = within > 0.5
    const toEdge = isLate ? 1 - within : within
    const other = neighbourOf(own + (isLate ? 1 : -1), count, isRing)
    const share = other === own ? 0 : 0.5 * smoothstep(FEATHER, 0, toEdge)
    const seam = other === own ? 0 : 0.19 * Math.exp(-((toEdge / SEAM) ** 2))
    const a = sources[own]!
    const b = sources[other]!
    areas[own]! += 1 - share
    areas[other]! += share
    frame.r[i] = lerp(lerp(a.r[i]!, b.r[i]!, share), 1, seam)
    frame.g[i] = lerp(lerp(a.g[i]!, b.g[i]!, share), 1, seam)
    frame.b[i] = lerp(lerp(a.b[i]!, b.b[i]!, share), 1, seam)
  }
  return { frame, shares: Array.from(areas, (area) => area / frame.size) }
}

/** The region beside; at either end of a row, the same one. */
function neighbourOf(index: number, count: number, isRing: boolean): number {
  return isRing ? (index + count) % count : clamp(index, 0, count - 1)
}
