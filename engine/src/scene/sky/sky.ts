import type { Rgb } from '../../core/colour.ts'

export interface Sun {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colour: Rgb
  readonly core: Rgb
  readonly glow: number
}

export interface Moon {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colour: Rgb
  /** 0 full, towards 1 thinner */
  readonly crescent: number
}

export interface Sky {
  /** Top to horizon. */
  readonly colours: readonly Rgb[]
  readonly horizon: number
  readonly sun: Sun | null
  readonly moon: Moon | null
  readonly stars: number
  readonly milkyWay: number
  readonly clouds: number
  readonly cloudLit: Rgb
  readonly cloudShade: Rgb
  readonly cloudScale: number
  readonly aurora: readonly Rgb[] | null
  readonly nebula: readonly Rgb[] | null
  /** Plain shapes: no gradient wobble, halo or relief. */
  readonly isFlat: boolean
  readonly hasRainbow: boolean
}
