import { blendRgb, fromHex, lighten, type Rgb } from '../core/colour.ts'
import { coverage, type Polygon } from '../core/coverage.ts'
import type { Frame } from '../core/frame.ts'
import { Label } from '../core/frame.ts'
import { lit, type SceneLight } from '../core/light.ts'
import { parsePath } from '../core/path.ts'
import { fill, glow, type Paint, shaded } from '../core/raster.ts'
import { ellipse, line, place, type Placement } from '../core/shapes.ts'
import {
  type BeamPart,
  type FlatPart,
  type GlowPart,
  type Ink,
  OWN,
  type OvalPart,
  type Part,
  type Pattern,
  type ReliefPart,
  type StrokePart,
} from './parts.ts'

/** Where and under what light an object is drawn. */
export interface Easel {
  readonly frame: Frame
  readonly light: SceneLight
  readonly own: Rgb
  readonly isBacklit: boolean
  /** From the 100 × 100 box to the frame; scaleX is negative when the object is turned round. */
  readonly box: Required<Placement>
  /** Pixels per box unit. */
  readonly scale: number
}

const SUBJECT = { label: Label.subject }
const NIGHT_INK: Rgb = [0.03, 0.03, 0.05]

export function drawPart(easel: Easel, part: Part): void {
  if (part.when && !isHour(part.when, easel.light)) return
  drawOnce(easel, part)
  if (part.mirror !== undefined) drawOnce(mirrored(easel, part.mirror), part)
}

function drawOnce(easel: Easel, part: Part): void {
  if (part.kind === 'relief') drawRelief(easel, part)
  else if (part.kind === 'flat') drawFlat(easel, part)
  else if (part.kind === 'oval') drawOval(easel, part)
  else if (part.kind === 'stroke') drawStroke(easel, part)
  else if (part.kind === 'glow') drawGlow(easel, part)
  else drawBeam(easel, part)
}

function isHour(hour: NonNullable<Ink['when']>, light: SceneLight): boolean {
  if (hour === 'dim') return light.isNight || light.ambient[0] < 0.6
  return (hour === 'night') === light.isNight
}

function mirrored(easel: Easel, axis: number): Easel {
  const { box } = easel
  return { ...easel, box: { ...box, x: box.x + 2 * axis * box.scaleX, scaleX: -box.scaleX } }
}

// Path data of the tables is parsed once.
const outlines = new WeakMap<Part, readonly Polygon[][]>()

function outlinesOf(part: ReliefPart | FlatPart): readonly Polygon[][] {
  let parsed = outlines.get(part)
  if (!parsed) {
    parsed = part.kind === 'relief' ? part.paths.map(parsePath) : [parsePath(part.path)]
    outlines.set(part, parsed)
  }
  return parsed
}

function pigment({ own, light }: Easel, ink: Ink): Rgb {
  const plain = ink.colour === OWN ? own : fromHex(ink.colour)
  const shade = ink.lighter ? lighten(plain, ink.lighter) : plain
  return ink.haze ? blendRgb(shade, light.haze, ink.haze) : shade
}

function inked(easel: Easel, ink: Ink): Rgb {
  return illuminate(easel, ink, pigment(easel, ink))
}

function illuminate({ light, isBacklit }: Easel, ink: Ink, colour: Rgb): Rgb {
  if (ink.glowing) return colour
  if (isBacklit) return blendRgb(lit(colour, light, 0), NIGHT_INK, 0.55)
  return lit(colour, light, ink.direct ?? 0.3)
}

function drawRelief(easel: Easel, part: ReliefPart): void {
  const { frame, box, scale, isBacklit } = easel
  const shading = {
    base: part.pattern ? patterned(easel, part, part.pattern) : inked(easel, part),
    rim: rimOf(easel, part),
    toLight: directionOf(easel, part.towards),
    reach: Math.max(1.4, 100 * scale * (part.depth ?? 0.035)),
    rimStrength: part.rim ?? (isBacklit ? 0.75 : 0.8),
  }
  for (const outline of outlinesOf(part)) shaded(frame, place(outline, box), shading)
}

function rimOf(easel: Easel, part: ReliefPart | OvalPart): Rgb {
  const { light } = easel
  const colour = pigment(easel, part)
  if (part.kind === 'relief' && part.edge !== undefined) {
    const edge = lighten(colour, part.edge)
    return part.glowing ? edge : lit(edge, light, 0.4)
  }
  if (part.glowing) return [1, 1, 1]
  return blendRgb(lit(lighten(colour, 0.1), light, 1), light.direct, 0.35)
}

function directionOf({ light, box, scale }: Easel, towards?: readonly [number, number]): readonly [number, number] {
  if (towards) return [towards[0] * Math.sign(box.scaleX), towards[1]]
  return [light.x - (box.x + 50 * box.scaleX), light.y - (box.y + 50 * scale)]
}

function patterned(easel: Easel, part: ReliefPart, { tones, at }: Pattern): Paint {
  const inks = tones.map((tone) => inked(easel, { ...part, lighter: 0, ...tone }))
  const { x: left, y: top, scaleX, scaleY } = easel.box
  return (x, y) => inks[at((x - left) / scaleX, (y - top) / scaleY)]!
}

function drawFlat(easel: Easel, part: FlatPart): void {
  const options = { ...SUBJECT, alpha: part.alpha ?? 1 }
  for (const outline of outlinesOf(part)) fill(easel.frame, place(outline, easel.box), inked(easel, part), options)
}

function drawOval(easel: Easel, part: OvalPart): void {
  const { frame, box, scale } = easel
  const [cx, cy, rx, ry, turn = 0] = part.oval
  const centre = [box.x + cx * box.scaleX, box.y + cy * scale] as const
  const rotation = box.scaleX < 0 ? -turn : turn
  const outline = ellipse(centre, [rx * scale, ry * scale], rotation, rx * scale > 12 ? 36 : 16)
  if (part.depth === undefined) {
    fill(frame, [outline], inked(easel, part), { ...SUBJECT, alpha: part.alpha ?? 1 })
    return
  }
  shaded(frame, [outline], {
    base: inked(easel, part),
    rim: rimOf(easel, part),
    toLight: part.towards ? directionOf(easel, part.towards) : [easel.light.x - centre[0], easel.light.y - centre[1]],
    reach: Math.max(1.2, 100 * scale * part.depth),
    rimStrength: part.rim ?? 0.8,
  })
}

function drawStroke(easel: Easel, part: StrokePart): void {
  const { frame, box, scale } = easel
  const [x0, y0, x1, y1, start, end = start] = part.stroke
  const ends = [box.x + x0 * box.scaleX, box.y + y0 * scale, box.x + x1 * box.scaleX, box.y + y1 * scale] as const
  const outline = line(ends, start * scale, end * scale)
  fill(frame, [outline], inked(easel, part), { ...SUBJECT, alpha: part.alpha ?? 1 })
}

function drawGlow(easel: Easel, part: GlowPart): void {
  const { frame, box, scale } = easel
  const [x, y, radius] = part.glow
  glow(frame, [box.x + x * box.scaleX, box.y + y * scale, radius * scale], pigment(easel, part), part.alpha ?? 1)
}

function drawBeam(easel: Easel, part: BeamPart): void {
  const { frame, box, scale } = easel
  const x = box.x + part.from[0] * box.scaleX
  const y = box.y + part.from[1] * scale
  const colour = pigment(easel, part)
  for (const side of [-1, 1]) {
    const far = x + side * frame.width
    const cone = [x, y, far, y - 34 * scale, far, y + 16 * scale]
    coverage(frame, [cone], (px, py, covered) => {
      const distance = Math.abs(px - x) / frame.width
      frame.screen(py * frame.width + px, colour, (part.alpha ?? 1) * covered * Math.exp(-distance * 3.2))
    })
  }
}
