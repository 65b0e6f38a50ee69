// A head being painted: lengths are hundredths of its height, from the middle of the face and the top of the skull.
import type { Rgb } from '../../../../core/colour.ts'
import { parsePath } from '../../../../core/path.ts'
import { ellipse } from '../../../../core/shapes.ts'
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
