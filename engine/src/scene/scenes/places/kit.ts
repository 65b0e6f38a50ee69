// What places are drawn with: plain shapes by shares of the picture, in the light of the scene.
import { fromHex, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { disc, fill, glow } from '../../../core/raster.ts'
import { drawPath, ellipse, line, rectangle } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'

export type Four = readonly [number, number, number, number]
type Tint = string | Rgb

/** Across in widths of the picture, down in its heights. */
export interface Kit {
  readonly tone: (tint: Tint) => Rgb
  /** Left, top, width, height. */
  readonly rect: (box: Four, tint: Tint, shade?: number) => void
  /** Middle and radii, all but the middle in short sides: it stays round. */
  readonly round: (at: Four, tint: Tint, shade?: number) => void
  /** From, to; as thick as a share of the short side. */
  readonly rod: (ends: Four, thick: number, tint: Tint) => void
  /** Pairs of across and down. */
  readonly shape: (corners: readonly number[], tint: Tint, shade?: number) => void
  /** Path in a box of 100 × 100, put into left, top, width, height. */
  readonly path: (data: string, box: Four, tint: Tint) => void
  readonly lamp: (at: readonly [number, number, number], tint: Tint, strength: number) => void
}

const EXPOSURE = 0.38

export function kitOf({ frame, light }: Scene, layer = { label: Label.building as number, depth: 6 }): Kit {
  const { width, height, shortSide } = frame
  const tone = (tint: Tint) => lit(typeof tint === 'string' ? fromHex(tint) : tint, light, EXPOSURE)
  const dim = ([r, g, b]: Rgb, k: number): Rgb => [r * k, g * k, b * k]
  return {
    tone,
    rect([u, v, w, h], tint, shade = 1) {
      const face = dim(tone(tint), shade)
      const [left, wide] = [u * width, w * width]
      fill(
        frame,
        [rectangle(left, v * height, wide, h * height)],
        (x) => dim(face, 0.92 + (0.13 * (x - left)) / wide),
        layer,
      )
    },
    round([u, v, rx, ry], tint, shade = 1) {
      const at = [u * width, v * height] as const
      fill(frame, [ellipse(at, [rx * shortSide, ry * shortSide], 0, 28)], dim(tone(tint), shade), layer)
    },
    rod([u, v, toU, toV], thick, tint) {
      fill(frame, [line([u * width, v * height, toU * width, toV * height], thick * shortSide)], tone(tint), layer)
    },
    shape(corners, tint, shade = 1) {
      const outline = corners.map((share, k) => share * (k & 1 ? height : width))
      fill(frame, [outline], dim(tone(tint), shade), layer)
    },
    path(data, [u, v, w, h], tint) {
      const at = { x: u * width, y: v * height, scaleX: (w * width) / 100, scaleY: (h * height) / 100 }
      fill(frame, drawPath(data, at), tone(tint), layer)
    },
    lamp([u, v, radius], tint, strength) {
      const colour = typeof tint === 'string' ? fromHex(tint) : tint
      const at = [u * width, v * height] as const
      disc(frame, [...at, radius * shortSide * 0.16], colour, layer)
      glow(frame, [...at, radius * shortSide], colour, strength)
    },
  }
}

/** What is planted or built out of doors is all no farther than this: leaves over a lamp have no edge along it. */
export function bringForward({ size, label, depth }: Scene['frame'], nearest: number): void {
  for (let i = 0; i < size; i++)
    if ((label[i] === Label.plant || label[i] === Label.building) && depth[i]! > nearest) depth[i] = nearest
}

/** Where the wall meets the floor, as a share of the height. */
export function floorOf({ horizon, frame }: Scene): number {
  return horizon / frame.height
}
