// What a colour word and a skin change in a drawing: the hue of its main paint, and the pigments of its skin and hair.
import { fromHex, fromLch, type Rgb, toHex, toLch } from '../../core/colour.ts'
import type { Polygon } from '../../core/coverage.ts'
import { clamp } from '../../core/scalar.ts'
import type { SkinTone } from '../../prompt/asked.ts'
import skins from './data/skins.json' with { type: 'json' }
import type { Drawing, DrawnPiece } from './decode.ts'
import type { Recolour } from './rasterise.ts'

const SKINS = skins as Readonly<Record<string, readonly string[]>>
/** In the order the data lists them; drawings are dark. */
const TONES: readonly SkinTone[] = ['medium-dark', 'medium', 'medium-light', 'light']

const keep: Recolour = (colour) => colour

export function skinColours(tone: SkinTone): Recolour {
  const index = TONES.indexOf(tone)
  if (index < 0) return keep
  return (colour) => {
    const other = SKINS[toHex(colour).slice(1)]?.[index]
    return other === undefined ? colour : fromHex(other)
  }
}

function isSkin(colour: Rgb): boolean {
  return toHex(colour).slice(1) in SKINS
}

/** Pigments within this many degrees of the main hue belong to it. */
const HUE_REACH = 38
const COLOURFUL = 0.055
/** Below this share of the painted area there is no main hue, and the greys are dyed. */
const LEAST_SHARE = 0.22

/** How much of the lightness is that of the colour; what is to be white keeps even less of its own dark. */
const SHARE = 0.86
const SHARE_OF_WHITE = 0.94
const WHITE = 0.9
/** Of its lights and shades, how much is kept. */
const RELIEF = 0.8

/** What of a drawing takes the colour: its main paint; what is grey or white; or both. */
export type DyedPart = 'main' | 'neutral' | 'both'

/** Darker greys than this are rubber and glass. */
const TYRE = 0.42

/** Gives a drawing another colour and keeps its lights and shades. */
export function dye(drawing: Drawing, target: Rgb, hasSkin: boolean, part: DyedPart = 'main'): Recolour {
  if (part === 'main') return dyePaint(mainPaint(drawing, hasSkin), target, hasSkin)
  const neutral = dyePaint(neutralPaint(drawing), target, hasSkin)
  if (part === 'neutral') return neutral
  const main = dyePaint(mainPaint(drawing, hasSkin), target, hasSkin)
  return (colour) => {
    const dyed = main(colour)
    return dyed === colour && toLch(colour)[0] > TYRE ? neutral(colour) : dyed
  }
}

function dyePaint(main: MainPaint, target: Rgb, hasSkin: boolean): Recolour {
  const [lightness, chroma, hue] = toLch(target)
  const share = lightness > WHITE ? SHARE_OF_WHITE : SHARE
  return (colour) => {
    if (hasSkin && isSkin(colour)) return colour
    const [l, c, h] = toLch(colour)
    if (!belongs(main, l, c, h)) return colour
    const tilt = main.hue === null ? 0 : hueDistance(h, main.hue) * 0.2
    const shade = clamp(lightness + (l - main.lightness) * RELIEF, 0.06, 0.98)
    const depth = main.hue === null ? 1 : clamp(c / Math.max(0.06, main.chroma), 0.75, 1.2)
    return fromLch([shade * share + l * (1 - share), chroma * depth, (hue + tilt + 360) % 360])
  }
}

/** The white gleam that a drawing has for a sign is a paler tone of what gleams. */
export function dulled(drawing: Drawing): Recolour {
  const main = mainPaint(drawing, false)
  if (main.hue === null) return keep
  const gleam = fromLch([Math.min(0.9, main.lightness + 0.13), main.chroma * 0.8, main.hue])
  return (colour) => {
    const [l, c] = toLch(colour)
    return l > GLEAMING && c < PALE ? gleam : colour
  }
}

const GLEAMING = 0.8
const PALE = 0.09

interface MainPaint {
  /** None when the drawing is grey, black or white. */
  readonly hue: number | null
  readonly lightness: number
  readonly chroma: number
}

function belongs(main: MainPaint, l: number, c: number, h: number): boolean {
  if (main.hue === null) return c < COLOURFUL && l > 0.32
  return c >= COLOURFUL * 0.7 && Math.abs(hueDistance(h, main.hue)) <= HUE_REACH
}

function hueDistance(a: number, b: number): number {
  return ((a - b + 540) % 360) - 180
}

interface Pigment {
  readonly area: number
  readonly l: number
  readonly c: number
  readonly h: number
}

function neutralPaint(drawing: Drawing): MainPaint {
  const all = pigmentsOf(drawing).map(({ area, colour }): Pigment => {
    const [l, c, h] = toLch(colour)
    return { area, l, c, h }
  })
  return meanOf(
    all.filter(({ c, l }) => c < COLOURFUL && l > 0.32),
    true,
  )
}

function mainPaint(drawing: Drawing, hasSkin: boolean): MainPaint {
  const pigments = pigmentsOf(drawing).filter(({ colour }) => !hasSkin || !isSkin(colour))
  const all = pigments.map(({ area, colour }): Pigment => {
    const [l, c, h] = toLch(colour)
    return { area, l, c, h }
  })
  const colourful = all.filter(({ c }) => c >= COLOURFUL)
  const best = colourful
    .map(({ h }) => colourful.filter((other) => Math.abs(hueDistance(other.h, h)) <= HUE_REACH))
    .map((group) => ({ group, weight: sum(group, ({ area, c }) => area * Math.min(c, 0.18) ** 2) }))
    .toSorted((a, b) => b.weight - a.weight)[0]
  const share = best
    ? sum(best.group, ({ area }) => area) /
      Math.max(
        1e-6,
        sum(all, ({ area }) => area),
      )
    : 0
  if (!best || share < LEAST_SHARE)
    return meanOf(
      all.filter(({ c, l }) => c < COLOURFUL && l > 0.32),
      true,
    )
  return meanOf(best.group, false)
}

function meanOf(group: readonly Pigment[], isGrey: boolean): MainPaint {
  const total = Math.max(
    1e-6,
    sum(group, ({ area }) => area),
  )
  const x = sum(group, ({ area, h }) => area * Math.cos((h * Math.PI) / 180))
  const y = sum(group, ({ area, h }) => area * Math.sin((h * Math.PI) / 180))
  return {
    hue: isGrey ? null : ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360,
    lightness: group.length === 0 ? 0.7 : sum(group, ({ area, l }) => area * l) / total,
    chroma: sum(group, ({ area, c }) => area * c) / total,
  }
}

function sum<Item>(list: readonly Item[], of: (item: Item) => number): number {
  return list.reduce((total, item) => total + of(item), 0)
}

function areaOf({ outlines, strokeWidth }: DrawnPiece): number {
  if (strokeWidth > 0) return sum(outlines, (outline) => lengthOf(outline) * strokeWidth)
  return sum(
    outlines,
    (outline) => (outlines.some((other) => isHoleIn(outline, other)) ? -1 : 1) * Math.abs(enclosed(outline)),
  )
}

/** A ring is no disc. */
function isHoleIn(outline: Polygon, other: Polygon): boolean {
  if (outline === other) return false
  const [left, top, right, bottom] = edgesOf(outline)
  const [x0, y0, x1, y1] = edgesOf(other)
  return left > x0 && top > y0 && right < x1 && bottom < y1
}

function edgesOf(outline: Polygon): readonly [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 1 < outline.length; i += 2) {
    left = Math.min(left, outline[i]!)
    right = Math.max(right, outline[i]!)
    top = Math.min(top, outline[i + 1]!)
    bottom = Math.max(bottom, outline[i + 1]!)
  }
  return [left, top, right, bottom]
}

function enclosed(outline: Polygon): number {
  let area = 0
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length
    area += (outline[i]! * outline[j + 1]! - outline[j]! * outline[i + 1]!) / 2
  }
  return area
}

function lengthOf(outline: Polygon): number {
  let length = 0
  for (let i = 0; i + 3 < outline.length; i += 2)
    length += Math.hypot(outline[i + 2]! - outline[i]!, outline[i + 3]! - outline[i + 1]!)
  return length
}

function pigmentsOf({ pieces, gradients }: Drawing): { area: number; colour: Rgb }[] {
  return pieces.flatMap((piece) => {
    const area = areaOf(piece) * piece.opacity
    if (piece.colour) return [{ area, colour: piece.colour }]
    const stops = gradients[piece.gradient]!.stops
    return stops.map(({ colour, opacity }) => ({ area: (area * opacity) / stops.length, colour }))
  })
}
