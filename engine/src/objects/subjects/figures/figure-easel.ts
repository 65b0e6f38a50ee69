// The sprite a figure is painted on, and what every figure is painted with: shapes, limbs, drawings set upon it.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { parsePath } from '../../../core/path.ts'
import type { Random } from '../../../core/random.ts'
import { ellipse, line } from '../../../core/shapes.ts'
import { dye } from '../colouring.ts'
import { drawingOf } from '../drawing-store.ts'
import { paintDrawing, paintShape, type Recolour, type Sprite, type SpriteFrame } from '../rasterise.ts'
import type { Cloth, Outfit, Piece } from './garments.ts'

/** Boxes of the poses, in figure units: width, height, and how far above zero they begin. */
export const BOXES: Readonly<Record<'bust' | 'standing' | 'riding', readonly [number, number, number]>> = {
  bust: [100, 118, 0],
  standing: [84, 200, 0],
  riding: [104, 104, 0],
}
/** Room for what is carried on the head. */
export const LOAD = 34
export const HATS = 8

/** A sprite being dressed. */
export interface Easel {
  readonly sprite: Sprite
  readonly frame: SpriteFrame
  readonly skin: Recolour
  readonly outfit: Outfit
  readonly random: Random
  /** Of what is held, ridden or worn on the head. */
  readonly accessoryColour: Rgb | null
}

export function frameOf(
  [width, height]: readonly [number, number, number],
  tall: number,
  above: number,
): { frame: SpriteFrame; margin: number } {
  const scale = tall / (height + above)
  const margin = Math.ceil(tall * 0.05) + 2
  const frame = {
    scale,
    left: -margin / scale,
    top: -above - margin / scale,
    width: Math.ceil(width * scale) + 2 * margin,
    height: Math.ceil((height + above) * scale) + 2 * margin,
  }
  return { frame, margin }
}

const SKIN = fromHex('#70534a')

export function skinOf({ skin }: Easel): Rgb {
  return skin(SKIN)
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
  readonly hasLongSleeve: boolean
}

export function arm(easel: Easel, { bones, hasLongSleeve }: Arm): void {
  const [shoulder, elbow, hand] = bones
  const skin = lighten(skinOf(easel), -0.02)
  const sleeve = easel.outfit.main
  limb(easel, [elbow, hand], [7.5, 6], hasLongSleeve ? sleeve : skin)
  disc(easel, hand, 4.4, skin)
  limb(easel, [shoulder, elbow], [11, 9], sleeve)
}

export function limb({ sprite, frame }: Easel, [a, b]: readonly [Point, Point], [from, to]: Point, cloth: Cloth): void {
  const joint = (at: Point, r: number) => ellipse([at[0], at[1]], [r, -r], 0, 20)
  const outlines = [line([...a, ...b], from, to), joint(a, from / 2), joint(b, to / 2)]
  paintShape(sprite, outlines, frame, cloth)
}

export function disc({ sprite, frame }: Easel, at: Point, radius: number, cloth: Cloth): void {
  paintShape(sprite, [ellipse([at[0], at[1]], [radius, radius], 0, 24)], frame, cloth)
}

export function shoes(easel: Easel): void {
  for (const x of [31, 49]) {
    shape(easel, `M${x - 5} 176 L${x + 5} 176 L${x + 5} 192 L${x - 5} 192 Z`, lighten(skinOf(easel), -0.04))
    paintShape(easel.sprite, [ellipse([x + (x < 40 ? -2 : 2), 195], [9, 4.6], 0, 24)], easel.frame, fromHex('#4a3628'))
  }
}
