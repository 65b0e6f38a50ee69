// Drawing on a frame: filled polygons, discs, glows and silhouettes modelled by light.
import { boxBlur } from './blur.ts'
import type { Rgb } from './colour.ts'
import { boundsOf, coverage, type Polygon } from './coverage.ts'
import { type Frame, Label } from './frame.ts'
import { createPlane, type Plane } from './plane.ts'
import { clamp, lerp } from './scalar.ts'

/** One colour, or a colour for each pixel. */
export type Paint = Rgb | ((x: number, y: number) => Rgb)
export type Circle = readonly [x: number, y: number, radius: number]

export interface FillOptions {
  readonly alpha?: number
  readonly label?: number
  readonly depth?: number
}

const OPAQUE: FillOptions = {}

export function fill(frame: Frame, polygons: readonly Polygon[], paint: Paint, options: FillOptions = OPAQUE): void {
  const { alpha = 1, label = -1, depth = -1 } = options
  const { width } = frame
  const shade = typeof paint === 'function' ? paint : null
  const flat = typeof paint === 'function' ? null : paint
  coverage(frame, polygons, (x, y, covered) => {
    const i = y * width + x
    frame.blend(i, flat ?? shade!(x, y), covered * alpha)
    if (covered <= 0.5) return
    if (label >= 0) frame.label[i] = label
    if (depth >= 0) frame.depth[i] = depth
  })
}

export function disc(frame: Frame, circle: Circle, colour: Rgb, options: FillOptions = OPAQUE): void {
  const { alpha = 1, label = -1, depth = -1 } = options
  const [cx, cy, radius] = circle
  const [x0, x1, y0, y1] = boxOf(frame, circle, 1)
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - cx
      const dy = y + 0.5 - cy
      const covered = clamp(radius - Math.sqrt(dx * dx + dy * dy) + 0.5)
      if (covered <= 0) continue
      const i = y * frame.width + x
      frame.blend(i, colour, covered * alpha)
      if (covered > 0.5 && label >= 0) frame.label[i] = label
      if (covered > 0.5 && depth >= 0) frame.depth[i] = depth
    }
  }
}

/** Light around a point, fading to nothing at the radius. */
export function glow(frame: Frame, circle: Circle, colour: Rgb, strength = 1): void {
  const [cx, cy, radius] = circle
  const [x0, x1, y0, y1] = boxOf(frame, circle, 0)
  const inverse = 1 / (radius * radius)
  for (let y = y0; y <= y1; y++) {
    const dy = y + 0.5 - cy
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - cx
      const t = 1 - (dx * dx + dy * dy) * inverse
      if (t > 0) frame.screen(y * frame.width + x, colour, t * t * strength)
    }
  }
}

function boxOf(frame: Frame, [cx, cy, radius]: Circle, margin: number): [number, number, number, number] {
  return [
    Math.max(0, Math.floor(cx - radius - margin)),
    Math.min(frame.width - 1, Math.ceil(cx + radius + margin)),
    Math.max(0, Math.floor(cy - radius - margin)),
    Math.min(frame.height - 1, Math.ceil(cy + radius + margin)),
  ]
}

export interface Shading {
  readonly base: Paint
  /** Colour of the edge that faces the light. */
  readonly rim: Rgb
  /** Direction towards the light, in pixels of any length. */
  readonly toLight: readonly [x: number, y: number]
  /** How far the modelling reaches into the shape, in pixels. */
  readonly reach: number
  readonly rimStrength?: number
  readonly label?: number
  readonly depth?: number
}

const LARGEST_MASK = 6e6

interface Mask extends Plane {
  readonly left: number
  readonly top: number
}

/** A flat silhouette made round: the edge towards the light takes the rim colour, the far edge darkens. */
export function shaded(frame: Frame, polygons: readonly Polygon[], shading: Shading): void {
  const mask = maskOf(polygons)
  if (!mask) return
  const soft = boxBlur(mask, Math.max(1, shading.reach * 0.5), 1)
  const { label = Label.subject, depth = 3, reach, rimStrength = 0.85, toLight } = shading
  const scale = reach / (Math.hypot(toLight[0], toLight[1]) || 1)
  const model = modeller(shading, rimStrength)
  const x1 = Math.min(mask.width, frame.width - mask.left)
  const y1 = Math.min(mask.height, frame.height - mask.top)
  const dx = toLight[0] * scale
  const dy = toLight[1] * scale
  for (let y = Math.max(0, -mask.top); y < y1; y++) {
    for (let x = Math.max(0, -mask.left); x < x1; x++) {
      const covered = mask.data[y * mask.width + x]!
      if (covered < 0.01) continue
      model.lit = 1 - nearest(soft, x + dx, y + dy)
      model.shadow = 1 - nearest(soft, x - dx * 1.4, y - dy * 1.4)
      const i = (y + mask.top) * frame.width + x + mask.left
      frame.blend(i, model.inkAt(x + mask.left, y + mask.top), covered)
      if (covered <= 0.5) continue
      frame.label[i] = label
      frame.depth[i] = depth
    }
  }
}

function maskOf(polygons: readonly Polygon[]): Mask | null {
  const bounds = boundsOf(polygons)
  const left = Math.floor(bounds[0]) - 1
  const top = Math.floor(bounds[1]) - 1
  const width = Math.ceil(bounds[2]) - left + 3
  const height = Math.ceil(bounds[3]) - top + 3
  if (!(width >= 2 && height >= 2 && width * height <= LARGEST_MASK)) return null
  const { data } = createPlane(width, height)
  const moved = polygons.map((polygon) => polygon.map((v, i) => v - (i & 1 ? top : left)))
  coverage({ width, height }, moved, (x, y, covered) => {
    data[y * width + x] = covered
  })
  return { width, height, data, left, top }
}

function modeller({ base, rim }: Shading, rimStrength: number) {
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  const shade = typeof base === 'function' ? base : () => base
  return {
    lit: 0,
    shadow: 0,
    inkAt(x: number, y: number): Rgb {
      const colour = shade(x, y)
      const k = clamp(this.lit * rimStrength)
      const dim = 1 - 0.32 * clamp(this.shadow)
      ink[0] = lerp(colour[0] * dim, rim[0], k)
      ink[1] = lerp(colour[1] * dim, rim[1], k)
      ink[2] = lerp(colour[2] * dim, rim[2], k)
      return ink
    },
  }
}

function nearest({ data, width, height }: Plane, x: number, y: number): number {
  return data[(clamp(y, 0, height - 1) | 0) * width + (clamp(x, 0, width - 1) | 0)]!
}
