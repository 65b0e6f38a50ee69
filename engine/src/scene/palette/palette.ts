import type { Rgb } from '../../core/colour.ts'

/** The colours of one scene. */
export interface Palette {
  /** Sky, from the top to the horizon. */
  readonly sky: readonly Rgb[]
  /** The glow around the sun or moon. */
  readonly light: Rgb
  /** The sun's disc. */
  readonly core: Rgb
  readonly haze: Rgb
  /** Multipliers of surface colours; they may exceed 1. */
  readonly ambient: Rgb
  readonly direct: Rgb
  readonly cloudLit: Rgb
  readonly cloudShade: Rgb
  readonly grass: Rgb
  readonly grassLight: Rgb
  readonly rock: Rgb
  readonly snow: Rgb
  readonly sand: Rgb
  readonly waterDeep: Rgb
  readonly waterShallow: Rgb
  readonly leaf: Rgb
  readonly leafLight: Rgb
  /** Free colours: flowers, lights, abstract shapes. */
  readonly accents: readonly Rgb[]
  readonly isNight: boolean
}

export type PaletteDraft = { -readonly [Key in keyof Palette]: Palette[Key] }
