// Puts a subject into a picture: drawn at its size, coloured, lit as the scene is, with its shadow, haze and depth.
import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { SkinTone } from '../../prompt/asked.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import { AS_THEY_ARE } from '../../subjects/traits.ts'
import { dulled, dye, type DyedPart, skinColours } from './colouring.ts'
import { drawingOf } from './drawing-store.ts'
import { CLOTH, fray, type Matter, matterOf } from './matter.ts'
import { createSprite, rasterise, type Recolour, type Sprite } from './rasterise.ts'
import { relight, veil } from './relight.ts'
import { inStride } from './resample-sprite.ts'
import { castShadow, type Laid, paintHalo, touch } from './shadow.ts'
import { glazed } from './vessels.ts'

/** How the picture treats every subject in it. */
export interface Surroundings {
  readonly frame: Frame
  readonly light: SceneLight
  readonly isBacklit: boolean
  readonly isFlat: boolean
  /** 0 none; for styles that keep few tones. */
  readonly halo: number
}

export interface SubjectPlacement {
  /** The middle of its foot, in pixels. */
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly isTurned: boolean
  readonly ground: 'floor' | 'table' | 'seat' | 'none'
  readonly depth: number
  /** Share of haze, 0..1. */
  readonly fog: number
  /** Share of its height that is under water. */
  readonly sunk?: number
  /** No two of a kind are of one colour: what each channel is multiplied by. */
  readonly tint?: Rgb
  /** How far the middle of somebody on their feet leans aside, as a share of their height. */
  readonly sway?: number
  /** Off the ground, the legs reaching out before and behind. */
  readonly isLeaping?: boolean
}

export interface SubjectLook {
  readonly colour: Rgb | null
  readonly tone: SkinTone
  /** Of the plate or bowl that a dish is in. */
  readonly vessel?: Rgb | null
}

/** Width over height of what is painted. */
export function aspectOf(id: string): number {
  const [left = 0, top = 0, right = 1, bottom = 1] = drawingOf(id).box
  return (right - left) / Math.max(1, bottom - top)
}

/** The same, of a thing that lies where it is put. */
export function laidAspectOf(id: string): number {
  return aspectOf(id) / (LYING.has(id) ? FLAT : 1)
}

/** What lies on its side wherever it is put, and by how much lower it is seen so. */
const LYING: ReadonlySet<string> = new Set(
  `keyboard lizard prayer-beads ring mobile-phone key old-key coin scissors pen pencil fountain-pen fork-and-knife-with-plate fork-and-knife
  open-book safety-pin paperclip credit-card envelope lipstick necktie glasses comb thong-sandal screwdriver wrench hammer
  carpentry-saw kitchen-knife spoon straight-ruler feather fallen-leaf maple-leaf syringe thermometer`.split(/\s+/),
)
const FLAT = 0.52

/** A sprite seen from above its edge: rows are drawn together. */
function laidDown(sprite: Sprite, share: number): Sprite {
  const { width } = sprite
  const height = Math.ceil(sprite.height * share)
  const low = createSprite(width, height)
  for (const channel of ['r', 'g', 'b', 'alpha'] as const) {
    const [from, to] = [sprite[channel], low[channel]]
    for (let y = 0; y < height; y++) {
      const at = Math.min(sprite.height - 1.001, (y + 0.5) / share - 0.5)
      const row = Math.max(0, Math.floor(at)) * width
      const part = Math.max(0, at) % 1
      for (let x = 0; x < width; x++)
        to[y * width + x] = from[row + x]! + (from[row + width + x]! - from[row + x]!) * part
    }
  }
  return low
}

const MUTED_OF_ASKED = 0.2

/** Around the sprite: room for the halo. */
const MARGIN = 0.06

export function drawSubject(around: Surroundings, id: string, place: SubjectPlacement, look: SubjectLook): void {
  const drawing = drawingOf(id)
  const [left = 0, top = 0, right = 1, bottom = 1] = drawing.box
  const flat = LYING.has(id) && !around.isFlat && place.ground !== 'none' ? FLAT : 1
  const scale = place.height / flat / (bottom - top)
  const margin = Math.ceil((place.height * MARGIN) / flat) + 2
  const size = {
    scale,
    left: left - margin / scale,
    top: top - margin / scale,
    width: Math.ceil((right - left) * scale) + 2 * margin,
    height: Math.ceil((bottom - top) * scale) + 2 * margin,
  }
  const standing = rasterise(drawing, size, recolourOf(id, look))
  const drawn = place.isLeaping ? inStride(standing) : standing
  const sprite = flat < 1 ? laidDown(drawn, flat) : drawn
  const matter = matterOf(id, SUBJECTS.get(id)?.family)
  // A colour that was asked for is seen as it was asked for.
  laySprite(around, sprite, {
    ...place,
    margin,
    matter: look.colour ? { ...matter, muted: Math.min(matter.muted, MUTED_OF_ASKED) } : matter,
  })
}

/** What an asked colour, a skin and a vessel change of a drawing. */
export function recolourOf(id: string, { colour, tone, vessel }: SubjectLook): Recolour {
  const glaze = vessel && glazed(id, vessel)
  if (glaze) return glaze
  const hasSkin = SUBJECTS.get(id)?.hasSkin ?? false
  const skin = skinColours(tone)
  const dyed = colour && !AS_THEY_ARE.has(id) ? dye(drawingOf(id), colour, hasSkin, DYED_PARTS[id]) : null
  if (!dyed && GLOSSY.has(id)) return dulled(drawingOf(id))
  if (!hasSkin) return dyed ?? ((pigment) => pigment)
  return (pigment) => skin(dyed ? dyed(pigment) : pigment)
}

/** A pot is no soup, a candle no flame, and of a lorry the trailer is the largest part. */
const DYED_PARTS: Readonly<Record<string, DyedPart>> = {
  'pot-of-food': 'neutral',
  candle: 'neutral',
  'articulated-lorry': 'both',
  'delivery-truck': 'both',
}

/** Of these a drawing shows the gleam as a white sign. */
const GLOSSY: ReadonlySet<string> = new Set(
  `mango tomato red-apple green-apple tangerine lemon lime peach pear cherries eggplant bell-pepper hot-pepper olive
  croissant pretzel bread baguette-bread avocado cucumber grapes strawberry poultry-leg teapot amphora`.split(/\s+/),
)

/** Seen from above, a thing touches the ground a little behind its lower edge; as a share of its height. */
const SEATING = 0.05

interface SpritePlacement extends SubjectPlacement {
  /** The clear edge around what is painted. */
  readonly margin: number
  readonly matter?: Matter
}

/** Lights a sprite and lays it. */
export function laySprite(around: Surroundings, sprite: Sprite, place: SpritePlacement): void {
  const { frame, light, isBacklit, isFlat } = around
  const { matter = CLOTH } = place
  if (!isFlat) fray(sprite, matter.ragged)
  vary(sprite, place)
  const width = sprite.width - 2 * place.margin
  const laid: Laid = {
    sprite,
    left: Math.round(place.x - sprite.width / 2),
    top: Math.round(place.foot + place.margin - sprite.height),
    x: place.x,
    foot: place.foot,
    width,
    height: sprite.height - 2 * place.margin,
  }
  const ground = groundBeside(frame, laid)
  if (place.ground === 'seat') touch(frame, laid, light.isNight ? 0.5 : 0.8)
  else if (place.ground !== 'none')
    castShadow(frame, { ...laid, foot: laid.foot - laid.height * SEATING }, light, {
      isTable: place.ground === 'table',
      isBehind: isBacklit && place.ground !== 'table',
    })
  else if (isFlat) dropShadow(frame, laid)
  if (around.halo > 0) paintHalo(frame, laid, around.halo)
  const towards = [light.x - place.x, light.y - (place.foot - laid.height / 2)] as const
  relight(sprite, { light, towards, isBacklit, isFlat, stands: place.ground !== 'none', ground, matter })
  veil(sprite, light.haze, place.fog)
  blend(frame, laid, place.depth)
}

/** The mean colour of what lies to the left and right of its foot. */
function groundBeside(frame: Frame, { x, foot, width }: Laid): Rgb {
  const sum: [number, number, number] = [0, 0, 0]
  const row = Math.max(0, Math.min(frame.height - 1, Math.round(foot)))
  for (let k = 0; k < GROUND_SAMPLES; k++) {
    const aside = (0.5 + (k >> 1) * 0.08) * (k & 1 ? 1 : -1)
    const column = Math.max(0, Math.min(frame.width - 1, Math.round(x + width * aside)))
    const i = row * frame.width + column
    sum[0] += frame.r[i]! / GROUND_SAMPLES
    sum[1] += frame.g[i]! / GROUND_SAMPLES
    sum[2] += frame.b[i]! / GROUND_SAMPLES
  }
  return sum
}

const GROUND_SAMPLES = 12

/** What is under water is not seen; its edge is soft. */
function sink({ width, height, alpha }: Sprite, margin: number, share: number): void {
  const tall = height - 2 * margin
  const line = margin + tall * (1 - share)
  const soft = Math.max(1, tall * 0.02)
  for (let y = Math.max(0, Math.floor(line - soft)); y < height; y++) {
    const keep = Math.max(0, Math.min(1, (line - y) / soft))
    for (let i = y * width; i < (y + 1) * width; i++) alpha[i] = alpha[i]! * keep
  }
}

function mirror({ width, height, r, g, b, alpha }: Sprite): void {
  for (const plane of [r, g, b, alpha])
    for (let y = 0; y < height; y++) plane.subarray(y * width, (y + 1) * width).reverse()
}

function vary(sprite: Sprite, place: SpritePlacement): void {
  if (place.isTurned) mirror(sprite)
  if (place.sway) sway(sprite, place.sway)
  if (place.tint) tint(sprite, place.tint)
  if (place.sunk) sink(sprite, place.margin, place.sunk)
}

function tint({ r, g, b }: Sprite, by: Rgb): void {
  for (const [k, plane] of [r, g, b].entries()) for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! * by[k]!
}

/** The hips to one side and the head to the other: nobody stands as straight as a post. */
function sway({ width, height, r, g, b, alpha }: Sprite, share: number): void {
  const row = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    const up = 1 - y / height
    const by = share * height * Math.sin(up * Math.PI * 1.35)
    const whole = Math.floor(by)
    const part = by - whole
    for (const plane of [r, g, b, alpha]) {
      row.set(plane.subarray(y * width, (y + 1) * width))
      for (let x = 0; x < width; x++) {
        const from = x - whole
        const near = from >= 0 && from < width ? row[from]! : 0
        const next = from >= 1 && from <= width ? row[from - 1]! : 0
        plane[y * width + x] = near + (next - near) * part
      }
    }
  }
}

/** Of paper laid on paper. */
function dropShadow(frame: Frame, { sprite, left, top, height }: Laid): void {
  const away = Math.round(height * 0.016) + 1
  for (let y = 0; y < sprite.height; y++) {
    for (let x = 0; x < sprite.width; x++) {
      const fx = left + x + away
      const fy = top + y + away
      if (fx < 0 || fy < 0 || fx >= frame.width || fy >= frame.height) continue
      frame.blend(fy * frame.width + fx, [0, 0, 0.04], sprite.alpha[y * sprite.width + x]! * 0.3)
    }
  }
}

function blend(frame: Frame, { sprite, left, top }: Laid, depth: number): void {
  const ink: [number, number, number] = [0, 0, 0]
  const x0 = Math.max(0, -left)
  const x1 = Math.min(sprite.width, frame.width - left)
  const y1 = Math.min(sprite.height, frame.height - top)
  for (let y = Math.max(0, -top); y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const i = y * sprite.width + x
      const a = sprite.alpha[i]!
      if (a < 0.004) continue
      const at = (y + top) * frame.width + x + left
      ink[0] = sprite.r[i]!
      ink[1] = sprite.g[i]!
      ink[2] = sprite.b[i]!
      frame.blend(at, ink, a)
      if (a <= 0.5) continue
      frame.label[at] = Label.subject
      frame.depth[at] = depth
    }
  }
}
