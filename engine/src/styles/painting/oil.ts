import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import { BRUSHES, lay, type Stroke } from '../filters/brush.ts'
import { blurred } from '../filters/channels.ts'
import { type Flow, flowIndex, flowOf } from '../filters/flow.ts'

/** How an oil is painted; lengths are for a picture of 1024 pixels. */
export interface OilManner {
  /** Brush widths, largest first. */
  readonly sizes: readonly number[]
  /** Stroke length, in brush widths. */
  readonly length?: number
  /** Variation of colour between strokes. */
  readonly jitter?: number
  readonly alpha?: number
  /** How strongly the thickness of the paint catches the light. */
  readonly relief?: number
  /** Error per channel below which a finer brush leaves the coat as it is. */
  readonly detail?: number
  readonly saturation?: number
}

interface Studio {
  readonly canvas: Frame
  readonly relief: Float32Array
  readonly flow: Flow
  readonly random: Random
  readonly manner: Required<OilManner>
  readonly stroke: Stroke
}

const DEFAULTS = { length: 3.2, jitter: 0.05, alpha: 0.94, relief: 0.5, detail: 0.045, saturation: 1 }

/** In pixels: a finer brush leaves no mark. */
const FINEST = 1.3

/** Repaints the picture in coats of finer and finer strokes along its contours, with impasto. */
export function paintOil(frame: Frame, manner: OilManner, random: Random): Frame {
  const studio: Studio = {
    canvas: blurred(frame, 14 * frame.unit),
    relief: new Float32Array(frame.size),
    flow: flowOf(frame, random),
    random: random.fork('oil'),
    manner: { ...DEFAULTS, ...manner },
    stroke: { x: 0, y: 0, length: 0, width: 0, angle: 0, r: 0, g: 0, b: 0, alpha: 0, thickness: 0, brush: 0 },
  }
  let last = Infinity
  for (const [coat, size] of manner.sizes.entries()) {
    const radius = Math.max(FINEST, size * frame.unit)
    // On a small picture the finest coats would all be the same.
    if (radius === last) break
    last = radius
    const reference = radius > 3 ? blurred(frame, Math.max(1, radius * 0.45)) : frame
    paintCoat(studio, reference, radius, coat)
  }
  if (studio.manner.relief > 0) emboss(studio)
  return studio.canvas
}

function paintCoat(studio: Studio, reference: Frame, radius: number, coat: number): void {
  const { canvas, random, manner, stroke } = studio
  const { width, height } = canvas
  const step = radius * (coat === 0 ? 0.85 : 0.95)
  const columns = Math.ceil(width / step)
  const order = shuffled(columns * Math.ceil(height / step), random)
  stroke.width = radius * 1.05
  stroke.alpha = manner.alpha
  stroke.thickness = 0.35 + (0.65 * (coat + 1)) / manner.sizes.length
  for (const cell of order) {
    stroke.x = ((cell % columns) + random.next()) * step
    stroke.y = (((cell / columns) | 0) + random.next()) * step
    const px = stroke.x < width ? stroke.x | 0 : width - 1
    const py = stroke.y < height ? stroke.y | 0 : height - 1
    const i = py * width + px
    if (coat > 0 && errorAt(canvas, reference, i) < manner.detail * 3 && random.next() > 0.06) continue
    orient(studio, radius, flowIndex(studio.flow, px, py))
    load(studio, reference, i)
    lay(canvas, studio.relief, stroke)
  }
}

function shuffled(count: number, random: Random): Uint32Array {
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  for (let i = count - 1; i > 0; i--) {
    const j = (random.next() * (i + 1)) | 0
    const kept = order[i]!
    order[i] = order[j]!
    order[j] = kept
  }
  return order
}

function errorAt(canvas: Frame, reference: Frame, i: number): number {
  return (
    Math.abs(canvas.r[i]! - reference.r[i]!) +
    Math.abs(canvas.g[i]! - reference.g[i]!) +
    Math.abs(canvas.b[i]! - reference.b[i]!)
  )
}

function orient({ flow, random, stroke, manner }: Studio, radius: number, at: number): void {
  const coherence = flow.coherence[at]!
  stroke.angle = flow.angle[at]! + (random.next() - 0.5) * 0.35 * (1 - 0.6 * coherence)
  stroke.length = radius * manner.length * (0.7 + 0.6 * random.next()) * (0.75 + 0.5 * coherence)
}

/** The colour of the reference, a little lighter or darker, warmer or colder. */
function load({ random, stroke, manner }: Studio, reference: Frame, i: number): void {
  const value = 1 + (random.next() - 0.5) * 2 * manner.jitter
  const warmth = (random.next() - 0.5) * manner.jitter * 0.5
  const r = reference.r[i]! * value + warmth
  const g = reference.g[i]! * value
  const b = reference.b[i]! * value - warmth
  const grey = 0.2126 * r + 0.7152 * g + 0.0722 * b
  stroke.r = grey + (r - grey) * manner.saturation
  stroke.g = grey + (g - grey) * manner.saturation
  stroke.b = grey + (b - grey) * manner.saturation
  stroke.brush = (random.next() * BRUSHES) | 0
}

/** Light from the upper left on the thickness of the paint. */
function emboss({ canvas, relief, manner }: Studio): void {
  const { width, height, r, g, b } = canvas
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const slope = (relief[i]! - relief[i - 1 - width]!) * manner.relief
      if (slope < 0.002 && slope > -0.002) continue
      const shade = 1 + clamp(slope, -0.22, 0.22) * 0.55
      const shine = slope > 0.12 ? (slope - 0.12) * 0.22 : 0
      r[i] = r[i]! * shade + shine
      g[i] = g[i]! * shade + shine
      b[i] = b[i]! * shade + shine
    }
  }
}
