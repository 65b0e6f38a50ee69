// The sprite a figure is painted on, and what every figure is painted with: shapes, limbs, drawings set upon it.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { parsePath } from '../../../core/path.ts'
import type { Random } from '../../../core/random.ts'
import { ellipse, line } from '../../../core/shapes.ts'
import type { SkinTone } from '../../../prompt/asked.ts'
import { dye } from '../colouring.ts'
import { drawingOf } from '../drawing-store.ts'
import { paintDrawing, paintShape, type Recolour, type Sprite, type SpriteFrame } from '../rasterise.ts'
import { type Cloth, dimmed, type Outfit, type Piece } from './cloth.ts'

/** Boxes of the poses, in figure units: width, height, and how far above zero they begin. */
export type Shape =
  | 'bust'
  | 'standing'
  | 'riding'
  | 'dancing'
  | 'kicking'
  | 'sitting'
  | 'seated'
  | 'walking'
  | 'pounding'
  | 'directing'
  | 'swimming'
  | 'diving'
  | 'lying'
  | 'working'
  | 'tabled'

export const BOXES: Readonly<Record<Shape, readonly [number, number, number]>> = {
  bust: [100, 118, 0],
  standing: [84, 200, 0],
  riding: [104, 104, 0],
  dancing: [112, 200, 0],
  kicking: [136, 190, 0],
  sitting: [112, 134, 0],
  seated: [88, 168, 0],
  walking: [96, 200, 0],
  pounding: [116, 200, 0],
  directing: [112, 200, 0],
  swimming: [136, 70, 0],
  diving: [206, 136, 0],
  lying: [206, 62, 0],
  working: [152, 200, 0],
  tabled: [136, 168, 0],
}
/** Room for what is carried on the head. */
export const LOAD = 34
export const HATS = 8

/** The far hand, and the near one where it goes there as well. */
export interface Reach {
  readonly far: Point
  readonly near: Point | null
}

/** Around a figure, as a share of its height: clear, and where an arm is stretched out. */
export const CLEAR = 0.05
export const AT_ARMS_LENGTH = 0.14

/** A sprite being dressed. */
export interface Easel {
  readonly sprite: Sprite
  readonly frame: SpriteFrame
  readonly skin: Recolour
  readonly tone: SkinTone
  readonly hasBeard: boolean
  /** A helmet is of the jersey's colour. */
  readonly isOnIce: boolean
  readonly outfit: Outfit
  readonly random: Random
  /** Which of those who stand together, from 0: no two have their hands alike. */
  readonly turn: number
  /** Of what is held or ridden. */
  readonly accessoryColour: Rgb | null
  readonly headColour: Rgb | null
  readonly shoeColour: Rgb | null
  readonly isBarefoot: boolean
  readonly jewelColour: Rgb | null
  /** Where the hands are, in figure units, when they are at somebody or something else. */
  readonly reach: Reach | null
  readonly isAsleep: boolean
}

export function frameOf(
  [width, height]: readonly [number, number, number],
  tall: number,
  above: number,
  around = CLEAR,
): { frame: SpriteFrame; margin: number } {
  const scale = tall / (height + above)
  const margin = Math.ceil(tall * around) + 2
  const frame = {
    scale,
    left: -margin / scale,
    top: -above - margin / scale,
    width: Math.ceil(width * scale) + 2 * margin,
    height: Math.ceil((height + above) * scale) + 2 * margin,
  }
  return { frame, margin }
}

const SKINS: Readonly<Record<SkinTone, readonly string[]>> = {
  dark: ['#7a4f37', '#6b422d', '#86593f'],
  'medium-dark': ['#9c6947', '#8f5d3e'],
  medium: ['#a8754f', '#b5825a'],
  'medium-light': ['#c4916a', '#c99a74'],
  light: ['#d6a27c', '#dcaa86'],
}

/** One of its tone, the same for head and hands. */
export function skinOf({ tone, random }: Easel): Rgb {
  const shades = SKINS[tone]
  return fromHex(shades[Math.floor(random.fork('pigment').next() * shades.length)] ?? shades[0] ?? '#5b3b29')
}

export function shape({ sprite, frame }: Easel, path: string, cloth: Cloth): void {
  paintShape(sprite, parsePath(path), frame, cloth)
}

export function pieces(easel: Easel, list: readonly Piece[]): void {
  for (const { path, cloth } of list) shape(easel, path, cloth)
}

/** The colours of what is held, ridden or worn on the head. */
export function accessory({ accessoryColour, skin }: Easel, id: string): Recolour {
  const dyed = accessoryColour ? dye(drawingOf(id), accessoryColour, false) : null
  return (colour) => skin(dyed ? dyed(colour) : colour)
}

interface Box {
  readonly x: number
  /** Lower edge of what is painted. */
  readonly y: number
  readonly height: number
}

/** A drawing standing at x on y, in figure units. */
export function stamp(easel: Easel, id: string, { x, y, height }: Box, recolour: Recolour = easel.skin): void {
  const drawing = drawingOf(id)
  const [left = 0, top = 0, right = 1, bottom = 1] = drawing.box
  const k = height / (bottom - top)
  const { frame } = easel
  const own: SpriteFrame = {
    ...frame,
    scale: frame.scale * k,
    left: (frame.left - x) / k + (left + right) / 2,
    top: (frame.top - y) / k + bottom,
  }
  paintDrawing(easel.sprite, drawing, own, recolour)
}

export type Point = readonly [number, number]

/** Shoulder, elbow, hand. */
export interface Arm {
  readonly bones: readonly [Point, Point, Point]
  readonly sleeve: 'short' | 'long' | 'wide' | 'none'
  /** 1 for a grown person. */
  readonly girth?: number
  /** Behind the back, in a pocket, under the other arm. */
  readonly isHandHidden?: boolean
}

export function arm(easel: Easel, { bones, sleeve, girth = 1, isHandHidden = false }: Arm): void {
  const [shoulder, elbow, wrist] = bones
  const skin = skinOf(easel)
  const { main } = easel.outfit
  const isBare = sleeve === 'none' || sleeve === 'short'
  if (isBare) limb(easel, [shoulder, elbow], [10.6 * girth, 9 * girth], skin)
  limb(easel, [elbow, wrist], [9 * girth, 6 * girth], skin)
  if (!isHandHidden) hand(easel, elbow, wrist, girth)
  if (sleeve === 'wide') return wideSleeve(easel, bones, girth)
  if (sleeve === 'none') return
  const [end, wide]: readonly [Point, number] = sleeve === 'long' ? [elbow, 11.4] : [between(shoulder, elbow, CUFF), 14]
  if (sleeve === 'long') {
    limb(easel, [elbow, wrist], [11.4 * girth, 8.8 * girth], main)
    underside(easel, [elbow, wrist], 9 * girth)
  }
  limb(easel, [shoulder, end], [14 * girth, wide * girth], main)
  underside(easel, [shoulder, end], 12 * girth)
}

/** Where a short sleeve ends between shoulder and elbow. */
const CUFF = 0.66

function between([ax, ay]: Point, [bx, by]: Point, t: number): Point {
  return [ax + (bx - ax) * t, ay + (by - ay) * t]
}

/** The side of a sleeve that is away from the light, thin at both ends. */
function underside({ sprite, frame, outfit }: Easel, [from, to]: readonly [Point, Point], wide: number): void {
  const along: Point = [to[0] - from[0], to[1] - from[1]]
  const long = Math.hypot(...along) || 1
  const aside: Point = [-along[1] / long, along[0] / long]
  const at = (t: number, across: number): Point => [
    from[0] + along[0] * t + aside[0] * across * wide,
    from[1] + along[1] * t + aside[1] * across * wide,
  ]
  const outline = [at(0, 0.48), at(0.3, 0.2), at(0.75, 0.16), at(1.1, 0.3), at(1.02, 0.47), at(0.5, 0.52)]
  paintShape(sprite, [outline.flat()], frame, dimmed(outfit.main, 0.84))
}

/** It widens down to the middle of the forearm, and hangs from there. */
function wideSleeve(easel: Easel, [shoulder, elbow, wrist]: Arm['bones'], girth: number): void {
  const { main } = easel.outfit
  const side = elbow[0] < shoulder[0] ? -1 : 1
  const along: Point = [wrist[0] - elbow[0], wrist[1] - elbow[1]]
  const middle: Point = [elbow[0] + along[0] * 0.5, elbow[1] + along[1] * 0.5]
  const long = Math.hypot(...along) || 1
  const across: Point = [(-along[1] / long) * 8 * girth, (along[0] / long) * 8 * girth]
  const upper: Point = [middle[0] - across[0], middle[1] - across[1]]
  const lower: Point = [middle[0] + across[0], middle[1] + across[1] + 9 * girth]
  const outside: Point = [elbow[0] + side * 8 * girth, elbow[1] + 2]
  const armpit: Point = [shoulder[0] - side * 5, shoulder[1] + 30]
  const from: Point = [shoulder[0] - side * 4, shoulder[1] - 6]
  const over: Point = [shoulder[0] + side * 6, shoulder[1] - 2]
  paintShape(easel.sprite, [[from, over, outside, upper, lower, armpit].flat()], easel.frame, dimmed(main, 0.92))
  paintShape(easel.sprite, [[over, outside, upper, elbow, shoulder].flat()], easel.frame, dimmed(main, 1.04))
  const fold: Point = [elbow[0] - side * 2, elbow[1] + 4]
  paintShape(easel.sprite, [[fold, lower, armpit].flat()], easel.frame, dimmed(main, 0.76))
  limb(easel, [upper, lower], [1.6, 2.2], dimmed(main, 0.6))
}

/** Fingers together and a thumb: a calm hand. */
function hand(easel: Easel, elbow: Point, wrist: Point, girth: number): void {
  const skin = lighten(skinOf(easel), 0.012)
  const dark = lighten(skin, -0.055)
  const long = Math.hypot(wrist[0] - elbow[0], wrist[1] - elbow[1]) || 1
  const d: Point = [(wrist[0] - elbow[0]) / long, (wrist[1] - elbow[1]) / long]
  const inward = elbow[0] < wrist[0] ? -1 : 1
  const at = (along: number, across: number): Point => [
    wrist[0] + (d[0] * along - d[1] * across * inward) * girth,
    wrist[1] + (d[1] * along + d[0] * across * inward) * girth,
  ]
  const wide = (from: number, to: number): Point => [from * girth, to * girth]
  limb(easel, [at(1, 1.8), at(6.5, 4.6)], wide(4, 2.9), dark)
  limb(easel, [at(-1, 0), at(5, 0.2)], wide(6.4, 8.2), skin)
  limb(easel, [at(5, 0.2), at(10.5, 0.6)], wide(8.2, 6.6), skin)
  limb(easel, [at(10, 0.8), at(14, 1.6)], wide(6.4, 3.6), skin)
  for (const across of [-1.3, 1.1]) limb(easel, [at(7.5, across), at(13, across * 0.7 + 1)], wide(0.7, 0.4), dark)
}

export function limb({ sprite, frame }: Easel, [a, b]: readonly [Point, Point], [from, to]: Point, cloth: Cloth): void {
  const joint = (at: Point, r: number) => ellipse([at[0], at[1]], [r, -r], 0, 20)
  const outlines = [line([...a, ...b], from, to), joint(a, from / 2), joint(b, to / 2)]
  paintShape(sprite, outlines, frame, cloth)
}

/** A limb between two points, told in one line. */
export function bar(
  easel: Easel,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  wide: Point,
  cloth: Cloth,
): void {
  limb(
    easel,
    [
      [ax, ay],
      [bx, by],
    ],
    wide,
    cloth,
  )
}

export function disc({ sprite, frame }: Easel, at: Point, radius: number, cloth: Cloth): void {
  paintShape(sprite, [ellipse([at[0], at[1]], [radius, radius], 0, 24)], frame, cloth)
}

/** Two feet a little apart, turned to the right. */
export function feet(easel: Easel, isShod: boolean, apart = 0): void {
  const skin = skinOf(easel)
  const leather: Rgb = easel.isBarefoot ? lighten(skin, -0.04) : (easel.shoeColour ?? fromHex('#3a2a20'))
  const sole: Rgb = easel.shoeColour ? lighten(easel.shoeColour, -0.22) : leather
  for (const [x, y, k] of [
    [45 + apart, -3, 1],
    [25.5 - apart, 0, 1.12],
  ] as const) {
    const at = (px: number, py: number) => `${(x + px * k).toFixed(1)} ${(197 + y + (py - 197) * k).toFixed(1)}`
    shape(easel, `M${at(2, 170)} L${at(10, 170)} L${at(10.5, 190)} L${at(2, 190)} Z`, lighten(skin, -0.05))
    const upper = `M${at(0.5, 184)} C${at(4, 182)} ${at(8, 182)} ${at(10.5, 184)} C${at(12, 189)} ${at(17, 191)} ${at(19, 194)} C${at(19, 197)} ${at(15, 197.6)} ${at(9, 197.6)} C${at(3, 197.6)} ${at(0, 196)} ${at(0.5, 184)} Z`
    shape(easel, upper, isShod ? leather : lighten(skin, -0.01))
    shape(
      easel,
      `M${at(0.2, 195)} C${at(6, 196.4)} ${at(14, 196.2)} ${at(19.4, 194.4)} L${at(19.4, 197.4)} C${at(12, 199)} ${at(4, 199)} ${at(0.2, 198)} Z`,
      sole,
    )
    if (!isShod) shape(easel, `M${at(6, 186)} L${at(9, 185)} L${at(15, 196)} L${at(11, 196.6)} Z`, leather)
  }
}

/** Pieces whose every point is moved. */
export function warped({ sprite, frame }: Easel, list: readonly Piece[], move: (x: number, y: number) => Point): void {
  for (const { path, cloth } of list) {
    const outlines = parsePath(path).map((outline) => {
      const moved: number[] = []
      for (let i = 0; i < outline.length; i += 2) moved.push(...move(outline[i]!, outline[i + 1]!))
      return moved
    })
    paintShape(sprite, outlines, frame, cloth)
  }
}
