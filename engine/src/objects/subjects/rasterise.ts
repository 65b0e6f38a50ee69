// A drawing to a sprite: planar colours and coverage, at the size it will have in the picture.
import type { Rgb } from '../../core/colour.ts'
import { coverage, type Polygon } from '../../core/coverage.ts'
import { clamp } from '../../core/scalar.ts'
import { ellipse } from '../../core/shapes.ts'
import type { Drawing, DrawnGradient, DrawnPiece } from './decode.ts'

export interface Sprite {
  readonly width: number
  readonly height: number
  /** Not multiplied by the coverage. */
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
  readonly alpha: Float32Array
}

/** Gives every pigment of a drawing the colour it is painted in. */
export type Recolour = (colour: Rgb) => Rgb

export interface SpriteFrame {
  /** Pixels per drawing unit. */
  readonly scale: number
  /** Drawing units at the sprite's left and top edge. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const SAME: Recolour = (colour) => colour

export function createSprite(width: number, height: number): Sprite {
  const plane = () => new Float32Array(width * height)
  return { width, height, r: plane(), g: plane(), b: plane(), alpha: plane() }
}

export function rasterise(drawing: Drawing, frame: SpriteFrame, recolour: Recolour = SAME): Sprite {
  const sprite = createSprite(frame.width, frame.height)
  paintDrawing(sprite, drawing, frame, recolour)
  return sprite
}

/** Paints a drawing over what a sprite already holds. */
export function paintDrawing(sprite: Sprite, drawing: Drawing, frame: SpriteFrame, recolour: Recolour = SAME): void {
  const clips = drawing.clips.map((outlines) => maskOf(outlines, frame))
  const ramps = drawing.gradients.map((gradient) => rampOf(gradient, recolour))
  for (const piece of drawing.pieces) {
    const mask = piece.clips.map((index) => clips[index]!)
    const outlines = piece.strokeWidth > 0 ? strokeOutlines(piece) : piece.outlines
    const paint = { mask, opacity: piece.opacity, sprite }
    const placed = outlines.map((outline) => onto(outline, frame))
    const gradient = drawing.gradients[piece.gradient]
    if (gradient) fillGradient(paint, placed, { gradient, ramp: ramps[piece.gradient]!, frame })
    else fillPlain(paint, placed, recolour(piece.colour!))
  }
}

/** Fills outlines given in the sprite's own units, with one colour or a print. */
export function paintShape(
  sprite: Sprite,
  outlines: readonly Polygon[],
  frame: SpriteFrame,
  paint: Rgb | ((x: number, y: number) => Rgb),
): void {
  const placed = outlines.map((outline) => onto(outline, frame))
  const print = typeof paint === 'function' ? paint : null
  coverage(sprite, placed, (x, y, covered) => {
    const colour = print ? print(x / frame.scale + frame.left, y / frame.scale + frame.top) : (paint as Rgb)
    lay(sprite, y * sprite.width + x, colour, covered)
  })
}

function onto(outline: Polygon, { scale, left, top }: SpriteFrame): Polygon {
  return outline.map((v, i) => (v - (i & 1 ? top : left)) * scale)
}

function maskOf(outlines: readonly Polygon[], frame: SpriteFrame): Float32Array {
  const mask = new Float32Array(frame.width * frame.height)
  const placed = outlines.map((outline) => onto(outline, frame))
  coverage(frame, placed, (x, y, covered) => {
    mask[y * frame.width + x] = covered
  })
  return mask
}

interface Brush {
  readonly sprite: Sprite
  readonly mask: readonly Float32Array[]
  readonly opacity: number
}

function fillPlain(brush: Brush, outlines: readonly Polygon[], colour: Rgb): void {
  const { sprite, mask, opacity } = brush
  coverage(sprite, outlines, (x, y, covered) => {
    const i = y * sprite.width + x
    let a = covered * opacity
    for (const clip of mask) a *= clip[i]!
    lay(sprite, i, colour, a)
  })
}

/** Colours and opacities of a gradient in 256 steps. */
interface Ramp {
  readonly colours: readonly Rgb[]
  readonly opacities: Float32Array
}

const STEPS = 256

function rampOf({ stops }: DrawnGradient, recolour: Recolour): Ramp {
  const painted = stops.map((stop) => ({ ...stop, colour: recolour(stop.colour) }))
  const opacities = new Float32Array(STEPS)
  const colours: Rgb[] = []
  for (let i = 0; i < STEPS; i++) {
    const t = i / (STEPS - 1)
    const after = painted.findIndex(({ offset }) => offset > t)
    const to = painted[after < 0 ? painted.length - 1 : after]!
    const from = painted[after < 0 ? painted.length - 1 : Math.max(0, after - 1)]!
    const share = to.offset > from.offset ? clamp((t - from.offset) / (to.offset - from.offset)) : 0
    const between = (a: number, b: number) => a + (b - a) * share
    opacities[i] = between(from.opacity, to.opacity)
    colours.push([
      between(from.colour[0], to.colour[0]),
      between(from.colour[1], to.colour[1]),
      between(from.colour[2], to.colour[2]),
    ])
  }
  return { colours, opacities }
}

interface GradientPaint {
  readonly gradient: DrawnGradient
  readonly ramp: Ramp
  readonly frame: SpriteFrame
}

function fillGradient(brush: Brush, outlines: readonly Polygon[], { gradient, ramp, frame }: GradientPaint): void {
  const { sprite, mask, opacity } = brush
  const position = gradient.isLinear ? alongLine(gradient.geometry) : alongRadius(gradient.geometry)
  coverage(sprite, outlines, (x, y, covered) => {
    const i = y * sprite.width + x
    const t = position((x + 0.5) / frame.scale + frame.left, (y + 0.5) / frame.scale + frame.top)
    const step = (clamp(t) * (STEPS - 1) + 0.5) | 0
    let a = covered * opacity * ramp.opacities[step]!
    for (const clip of mask) a *= clip[i]!
    lay(sprite, i, ramp.colours[step]!, a)
  })
}

type Along = (x: number, y: number) => number

function alongLine([a = 0, c = 0, e = 0]: readonly number[]): Along {
  return (x, y) => a * x + c * y + e
}

function alongRadius(geometry: readonly number[]): Along {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, fx = 0, fy = 0] = geometry
  if (fx === 0 && fy === 0) return (x, y) => Math.hypot(a * x + c * y + e, b * x + d * y + f)
  const room = Math.max(0, 1 - fx * fx - fy * fy)
  return (x, y) => {
    const px = a * x + c * y + e - fx
    const py = b * x + d * y + f - fy
    const along = px * fx + py * fy
    const square = px * px + py * py
    const root = Math.sqrt(along * along + square * room)
    // The same root written two ways: each divides by what is not near nothing on its side of the focus.
    return along > 0 ? (along + root) / Math.max(1e-6, room) : square / Math.max(1e-6, root - along)
  }
}

function lay({ r, g, b, alpha }: Sprite, i: number, colour: Rgb, a: number): void {
  const below = alpha[i]! * (1 - a)
  const total = a + below
  if (total <= 0) return
  r[i] = (colour[0] * a + r[i]! * below) / total
  g[i] = (colour[1] * a + g[i]! * below) / total
  b[i] = (colour[2] * a + b[i]! * below) / total
  alpha[i] = total
}

/** How far a sharp corner may reach out, in half widths. */
const MITRE = 4

/** One ribbon for each line, and caps: the edges are smooth because no part overlaps its neighbour. */
function strokeOutlines({ outlines, strokeWidth, isRound }: DrawnPiece): Polygon[] {
  const reach = strokeWidth / 2
  const parts: Polygon[] = []
  for (const outline of outlines) {
    const points = withoutRepeats(outline)
    if (points.length >= 4) parts.push(ribbon(points, reach))
    if (!isRound) continue
    const corners = Math.max(10, Math.min(24, Math.round(strokeWidth * 6)))
    for (const at of [0, points.length - 2])
      parts.push(ellipse([points[at]!, points[at + 1]!], [reach, reach], 0, corners))
  }
  return parts
}

function withoutRepeats(outline: Polygon): number[] {
  const points: number[] = []
  for (let i = 0; i + 1 < outline.length; i += 2) {
    const isRepeat =
      points.length > 0 && Math.hypot(outline[i]! - points.at(-2)!, outline[i + 1]! - points.at(-1)!) < 0.02
    if (!isRepeat) points.push(outline[i]!, outline[i + 1]!)
  }
  return points
}

function ribbon(points: readonly number[], reach: number): Polygon {
  const last = points.length - 2
  const isClosed = Math.hypot(points[0]! - points[last]!, points[1]! - points[last + 1]!) < 0.05
  const left: number[] = []
  const right: number[] = []
  for (let i = 0; i <= last; i += 2) {
    const before = i > 0 ? i - 2 : isClosed ? last - 2 : 0
    const after = i < last ? i : isClosed ? 0 : last - 2
    const [nx, ny] = offsetAt(normalOf(points, before), normalOf(points, after))
    left.push(points[i]! + nx * reach, points[i + 1]! + ny * reach)
    right.unshift(points[i]! - nx * reach, points[i + 1]! - ny * reach)
  }
  const outline = [...left, ...right]
  return isPositive(outline) ? outline : reversed(outline)
}

/** Of the segment that begins at `i`, to its left. */
function normalOf(points: readonly number[], i: number): readonly [number, number] {
  const dx = points[i + 2]! - points[i]!
  const dy = points[i + 3]! - points[i + 1]!
  const length = Math.hypot(dx, dy) || 1
  return [-dy / length, dx / length]
}

function offsetAt(before: readonly [number, number], after: readonly [number, number]): readonly [number, number] {
  const x = before[0] + after[0]
  const y = before[1] + after[1]
  const length = Math.hypot(x, y)
  if (length < 1e-3) return before
  const stretch = Math.min(MITRE, 2 / length)
  return [(x / length) * stretch, (y / length) * stretch]
}

function isPositive(outline: Polygon): boolean {
  let area = 0
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length
    area += outline[i]! * outline[j + 1]! - outline[j]! * outline[i + 1]!
  }
  return area >= 0
}

function reversed(outline: Polygon): number[] {
  const turned: number[] = []
  for (let i = outline.length - 2; i >= 0; i -= 2) turned.push(outline[i]!, outline[i + 1]!)
  return turned
}
