/** The scene's light as one subject gets it. */
import { mapRgb, type Rgb } from '../../core/colour.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Matter } from './matter.ts'

export interface Lighting {
  readonly light: SceneLight
  /** Towards the light, in pixels of any length. */
  readonly towards: readonly [x: number, y: number]
  /** A low sun behind: darker front, brighter rim. */
  readonly isBacklit: boolean
  /** Cut paper: flat tones. */
  readonly isFlat: boolean
  /** Its foot darkens where it stands. */
  readonly stands: boolean
  /** The colour of what it stands on, which lights it from below. */
  readonly ground: Rgb
  readonly matter: Matter
}

/** Blue light alone makes brown skin grey: by night what is near has some of a warm lamp. */
export function byLamps(light: SceneLight): SceneLight {
  const warmed = (colour: Rgb): Rgb => {
    const level = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    return mapRgb(colour, (part, k) => (level + (part - level) * MOONLIT) * LAMP[k])
  }
  return { ...light, ambient: warmed(light.ambient), direct: warmed(light.direct) }
}

const MOONLIT = 0.4
const LAMP: Rgb = [1.2, 1.11, 1.03]

/** The scene's lights as numbers of one kind: they are read for each pixel. */
export interface Lamps {
  readonly ambient: Float64Array
  readonly direct: Float64Array
  readonly haze: Float64Array
  readonly ground: Float64Array
  readonly isBacklit: boolean
  readonly matter: Matter
}

export function lampsOf({ light, ground, isBacklit, matter }: Lighting): Lamps {
  const numbers = (colour: Rgb) => Float64Array.from(colour)
  return {
    ambient: numbers(light.ambient),
    direct: numbers(light.direct),
    haze: numbers(light.haze),
    ground: numbers(ground),
    isBacklit,
    matter,
  }
}
