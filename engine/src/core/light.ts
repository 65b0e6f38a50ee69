import type { Rgb } from './colour.ts'

/** How a scene is lit: what every object needs to belong to it. */
export interface SceneLight {
  /** Where the sun or moon stands, in pixels. */
  readonly x: number
  readonly y: number
  /** Direct and ambient light, as multipliers of a surface's colour. */
  readonly direct: Rgb
  readonly ambient: Rgb
  /** What distance fades to. */
  readonly haze: Rgb
  readonly isNight: boolean
}

/** A surface colour under the light; `exposure` is the share of direct light. */
export function lit(colour: Rgb, light: SceneLight, exposure: number): Rgb {
  const { ambient, direct } = light
  return [
    colour[0] * (ambient[0] + direct[0] * exposure),
    colour[1] * (ambient[1] + direct[1] * exposure),
    colour[2] * (ambient[2] + direct[2] * exposure),
  ]
}
