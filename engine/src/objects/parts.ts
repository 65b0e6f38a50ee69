import type { Random } from '../core/random.ts'

/** The object's own colour, whatever the words asked for. */
export const OWN = 'own'

export type Hour = 'night' | 'day' | 'dim'

/** A pigment and how the light of the scene falls on it. */
export interface Ink {
  /** `#rrggbb` or `OWN` */
  colour: string
  /** OKLab lightness step added to the colour. */
  lighter?: number
  /** Share of direct light received; ignored when `glowing`. */
  direct?: number
  /** Not touched by the light of the scene: lamps, eyes, flames. */
  glowing?: boolean
  /** Share of the scene's haze mixed in. */
  haze?: number
  alpha?: number
  /** Draw only at this hour. */
  when?: Hour
  /** Draw a second time, mirrored about this x. */
  mirror?: number
}

/** A repeated design: `at` says which tone covers a point of the box. */
export interface Pattern {
  tones: readonly { colour: string; lighter?: number }[]
  at: (x: number, y: number) => number
}

export interface ReliefPart extends Ink {
  kind: 'relief'
  paths: readonly string[]
  /** Width of the lit edge, as a share of the object's height. */
  depth?: number
  rim?: number
  /** Lightness of the lit edge against the base, instead of the scene's light on it. */
  edge?: number
  /** Direction of the light when it is not the scene's. */
  towards?: readonly [number, number]
  pattern?: Pattern
}
export interface FlatPart extends Ink {
  kind: 'flat'
  path: string
}
export interface OvalPart extends Ink {
  kind: 'oval'
  /** centre x, centre y, radius x, radius y, turn in radians */
  oval: readonly [number, number, number, number, number?]
  /** Modelled like a relief of this depth instead of flat. */
  depth?: number
  rim?: number
  towards?: readonly [number, number]
}
export interface StrokePart extends Ink {
  kind: 'stroke'
  /** x0, y0, x1, y1, first width, last width */
  stroke: readonly [number, number, number, number, number, number?]
}
export interface GlowPart extends Ink {
  kind: 'glow'
  /** centre x, centre y, radius */
  glow: readonly [number, number, number]
}
/** The two beams of a lamp, across the whole picture. */
export interface BeamPart extends Ink {
  kind: 'beam'
  from: readonly [number, number]
}
export type Part = ReliefPart | FlatPart | OvalPart | StrokePart | GlowPart | BeamPart
/** Parts that differ from one drawing of the object to the next. */
export type PartMaker = (random: Random, variant: string) => readonly Part[]

/** Geometry in a box of 100 × 100: y down, the foot at (50, 100). */
export interface Silhouette {
  /** Usual height, as a share of the picture's. */
  height: number
  /** Default colour; one of several is drawn at random. */
  colour: string | readonly string[]
  /** Drawn facing right; turned towards the light, or either way. */
  faces?: 'light' | 'either'
  /** Box units the drawing is lowered by: what swims has no foot. */
  lowered?: number
  parts: readonly (Part | PartMaker)[]
}

type Options<P extends Part> = Partial<Omit<P, 'kind' | 'colour'>>

export function relief(paths: string | readonly string[], colour: string, options: Options<ReliefPart> = {}): Part {
  return { kind: 'relief', paths: typeof paths === 'string' ? [paths] : paths, colour, ...options }
}
export function flat(path: string, colour: string, options: Options<FlatPart> = {}): Part {
  return { kind: 'flat', path, colour, ...options }
}
export function oval(oval: OvalPart['oval'], colour: string, options: Options<OvalPart> = {}): Part {
  return { kind: 'oval', oval, colour, ...options }
}
export function dot(x: number, y: number, radius: number, ink: Ink): Part {
  return { kind: 'oval', oval: [x, y, radius, radius], ...ink }
}
export function stroke(stroke: StrokePart['stroke'], colour: string, options: Options<StrokePart> = {}): Part {
  return { kind: 'stroke', stroke, colour, ...options }
}
export function glow(glow: GlowPart['glow'], colour: string, options: Options<GlowPart> = {}): Part {
  return { kind: 'glow', glow, colour, ...options }
}
