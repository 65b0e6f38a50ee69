import type { Rgb } from '../../core/colour.ts'
import type { Palette } from '../palette/palette.ts'

export type TerrainKind =
  | 'alpine'
  | 'hills'
  | 'dunes'
  | 'canyon'
  | 'volcano'
  | 'islands'
  | 'plain'
  | 'snowfield'
  | 'moon'
  | 'banks'

/** Lines of a crop, running away from the eye. */
interface CropRows {
  readonly colours: readonly [Rgb, Rgb]
  readonly frequency: number
}

type GroundColours = Pick<Palette, 'grass' | 'grassLight' | 'rock' | 'snow' | 'sand' | 'haze' | 'ambient' | 'direct'>

export interface TerrainOptions {
  readonly kind: TerrainKind
  readonly horizon: number
  /** Height of the eye above 0, in world units. */
  readonly eye: number
  /** Level of the water, or none. */
  readonly water: number | null
  readonly sun: { readonly x: number; readonly y: number }
  readonly colours: GroundColours
  /** How fast distance fades. */
  readonly fog: number
  readonly snowLine: number
  readonly relief: number
  readonly rows: CropRows | null
  readonly hasLava: boolean
}

interface Projected {
  readonly x: number
  readonly y: number
  /** Pixels per world unit there. */
  readonly scale: number
}

/** The ground as painted: where things stand on it. World X runs right, Z away from the eye. */
export interface Terrain {
  /** Height of the ground, or of the water over it. */
  readonly heightAt: (x: number, z: number) => number
  readonly project: (x: number, z: number) => Projected
  readonly focal: number
  readonly water: number | null
}

/** Focal length, in picture heights. */
export const FOCAL = 1.05
