import { blendRgb, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit, type SceneLight } from '../../core/light.ts'

/** Where a tree stands. */
export interface Spot {
  /** The foot, in pixels. */
  readonly x: number
  readonly y: number
  readonly height: number
  readonly leaf: Rgb
  /** How much distance fades it, 0..1. */
  readonly fog?: number
}

export const PLANT = { label: Label.plant }

/** A colour under the light, faded by distance. */
export function faded(colour: Rgb, light: SceneLight, [exposure, fog]: readonly [exposure: number, fog: number]): Rgb {
  return blendRgb(lit(colour, light, exposure), light.haze, fog)
}
