import type { Rgb } from '../../core/colour.ts'

export type CityKind = 'modern' | 'futuristic' | 'paris' | 'orient'

export interface CityOptions {
  readonly kind: CityKind
  /** Row of the ground, in pixels. */
  readonly base: number
  /** Height of the tallest building, in pixels. */
  readonly tallest: number
  readonly wall: Rgb
  readonly haze: Rgb
  /** Windows are lit. */
  readonly isLit: boolean
  readonly windowTones: readonly Rgb[]
  readonly neons: readonly Rgb[]
  readonly sunlight: Rgb
}

export interface Building {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly base: number
  readonly width: number
  readonly height: number
  /** 1 the nearest row. */
  readonly near: number
  readonly far: number
  readonly unit: number
  readonly wall: Rgb
  readonly isLitFromRight: boolean
  /** What its windows are drawn from. */
  readonly seed: number
}
