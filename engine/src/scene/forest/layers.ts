import type { Rgb } from '../../core/colour.ts'
import type { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import type { Scene } from '../scene.ts'

export interface ForestColours {
  /** The light at the end of the path. */
  readonly light: Rgb
  readonly middle: Rgb
  readonly dark: Rgb
}

export interface ForestLayer {
  readonly index: number
  /** 0 the farthest, 1 the nearest. */
  readonly near: number
  readonly ground: number
  readonly haze: Rgb
  readonly bark: Rgb
  readonly leaf: Rgb
  readonly leafLight: Rgb
}

export interface Forest {
  readonly scene: Scene
  readonly random: Random
  readonly noise: Noise
  readonly colours: ForestColours
  readonly lightX: number
  readonly lightY: number
  readonly hasConifers: boolean
  readonly hasBamboo: boolean
}
