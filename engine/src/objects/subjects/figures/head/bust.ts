// A head being painted: lengths are hundredths of its height, from the middle of the face and the top of the skull.
import type { Rgb } from '../../../../core/colour.ts'
import { parsePath } from '../../../../core/path.ts'
import { ellipse } from '../../../../core/shapes.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { paintShape } from '../../rasterise.ts'
import type { Cloth } from '../cloth.ts'
import type { Easel } from '../figure-easel.ts'

export interface HeadBox {
  readonly x: number
  readonly chin: number
  /** From the top of the skull to the chin. */
  readonly size: number
  readonly looksLeft?: boolean
}

export interface Bust extends HeadBox {
  readonly easel: Easel
  readonly skin: Rgb
  readonly hair: Rgb
}

/** Of a grown one. */
const CHILDS_HEAD = 1.34
const SUNK = 0.16

/** A child's head is larger for its body, and sits lower between the shoulders. */
export function headBox<Box extends HeadBox>({ person }: AskedFigure, box: Box): Box {
  if (person !== 'girl' && person !== 'boy') return box
  return { ...box, chin: box.chin + box.size * SUNK, size: box.size * CHILDS_HEAD }
}

/** The part of a face around a point, in another size, and moved down. */
export function resized(bust: Bust, [u, v]: readonly [number, number], by: number, down = 0): Bust {
  const k = bust.size / 100
  const size = bust.size * by
  const x = bust.x + u * k * (1 - by) * (bust.looksLeft ? -1 : 1)
  return { ...bust, x, size, chin: bust.chin - bust.size + k * (v + down - v * by) + size }
}

export function paint({ easel, x, chin, size, looksLeft }: Bust, path: string, cloth: Cloth): void {
  const k = size / 100
  const across = looksLeft ? -k : k
  const outlines = parsePath(path).map((outline) =>
    outline.map((v, i) => (i & 1 ? chin - size + v * k : x + v * across)),
  )
  paintShape(easel.sprite, outlines, easel.frame, cloth)
}

export function dot(
  bust: Bust,
  [u, v]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  cloth: Cloth,
): void {
  const { easel, x, chin, size, looksLeft } = bust
  const k = size / 100
  const at = [x + u * k * (looksLeft ? -1 : 1), chin - size + v * k] as const
  paintShape(easel.sprite, [ellipse(at, [rx * k, ry * k], 0, 28)], easel.frame, cloth)
}
