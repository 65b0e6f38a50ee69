import type { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Random } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import type { ObjectKind, PromptSpec } from '../prompt/spec.ts'
import type { Palette } from './palette/palette.ts'
import type { Sky } from './sky/sky.ts'
import type { Terrain } from './terrain/terrain.ts'

/** A picture in the making: what every scene, object and overlay reads. */
export interface Scene {
  readonly frame: Frame
  readonly spec: PromptSpec
  readonly palette: Palette
  /** Replaced by scenes with a light of their own (forest, underwater). */
  light: SceneLight
  readonly random: Random
  readonly sky: Sky
  /** In pixels from the top; may lie below the picture. */
  readonly horizon: number
  /** Where the sun or moon stands, drawn or not. */
  readonly sun: { readonly x: number; readonly y: number }
  readonly isSunRight: boolean
  /** Dawn, sunset or dusk: light from the side, silhouettes against it. */
  readonly isSunLow: boolean
  readonly isSnowy: boolean
  /** Layered flat shapes instead of relief. */
  readonly isFlat: boolean
  readonly fog: number
  /** How much larger than in a landscape what grows is, beside a subject that stands near. */
  readonly nearness: number
  terrain: Terrain | null
  /** Water reaches from the horizon down: things may float and reflect. */
  hasWater: boolean
  /** Objects the scene has drawn in its own way. */
  readonly drawn: Set<ObjectKind>
}

/** True when any of the ids was refused by a negation. */
export function refuses({ spec }: Scene, ...ids: readonly string[]): boolean {
  return ids.some((id) => spec.refused.has(id))
}

export function asksFor({ spec }: Scene, kind: ObjectKind): boolean {
  return spec.objects.some((object) => object.id === kind)
}

/** How much of a thing at depth z the haze hides, 0..1. */
export function fogAt({ fog }: Scene, z: number): number {
  return clamp(1 - Math.exp(-((z * fog) ** 1.35)))
}
