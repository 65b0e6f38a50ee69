// People, stalls and houses set on open ground, and the lights of an evening together.
import { fromHex, fromHexes, type Rgb } from '../core/colour.ts'
import type { Random } from '../core/random.ts'
import { disc, fill, glow } from '../core/raster.ts'
import { lerp } from '../core/scalar.ts'
import { line } from '../core/shapes.ts'
import { drawObject } from '../objects/draw-object.ts'
import type { ObjectKind } from '../prompt/spec.ts'
import type { Scene } from './scene.ts'

/** Something standing at a place of the world; heights in world units, the eye being at 1. */
export interface Standing {
  readonly name: ObjectKind
  readonly x: number
  readonly z: number
  readonly height: number
  readonly colour?: Rgb
  readonly variant?: string
}

const PERSON_HEIGHT = 0.98

/** Wax prints and boubous. */
const CLOTHES = fromHexes(
  '#d8452f',
  '#f2a71b',
  '#1f6f9c',
  '#2f8f5c',
  '#8a3f9c',
  '#f2e2c4',
  '#c8307a',
  '#2b3a6a',
  '#e8772e',
)

export function peopleAmong(
  count: number,
  { depths, spread }: { depths: readonly [number, number]; spread: number },
  random: Random,
): Standing[] {
  return Array.from({ length: count }, () => {
    const z = lerp(depths[0], depths[1], random.next() ** 1.4)
    const draw = random.next()
    const variant = draw < 0.5 ? 'woman' : draw < 0.85 ? 'man' : 'child'
    const stature = variant === 'child' ? 0.66 : random.range(0.94, 1.04)
    return {
      name: 'person',
      x: random.range(-spread, spread) * z,
      z,
      height: PERSON_HEIGHT * stature,
      colour: random.pick(CLOTHES),
      variant,
    }
  })
}

/**
 * Somebody near fills the picture from its lower edge up, so the eye is as low as their hip: all others reach over the
 * horizon by the same share of their height, on ground that lies as much farther away.
 */
export function stretchOf({ nearness }: Scene): number {
  return nearness > 1 ? LOW_EYE : 1
}

const LOW_EYE = 1.9

/** Draws everything standing, farthest first. */
export function stand(scene: Scene, standing: readonly Standing[], random: Random): void {
  const { frame, terrain, light } = scene
  if (!terrain) return
  const stretch = stretchOf(scene)
  const ordered = standing.toSorted((a, b) => b.z - a.z)
  for (const [i, { name, x, z, height, ...rest }] of ordered.entries()) {
    const at = terrain.project(x * stretch, z * stretch)
    const placement = { name, x: at.x, y: at.y + 1, height: height * stretch * at.scale, ...rest }
    drawObject(frame, placement, light, random.fork(`standing:${i}`))
  }
}

const BULB: Rgb = fromHex('#ffd68a')
const BULBS = fromHexes('#ffd68a', '#ff9d5c', '#ffe7b0', '#ff7a6a', '#9fe08a')

/** Strings of bulbs hung across the picture. */
export function hangBulbs(scene: Scene, rows: number, random: Random): void {
  const { frame } = scene
  const { width, height, unit } = frame
  for (let row = 0; row < rows; row++) {
    const near = rows === 1 ? 1 : row / (rows - 1)
    const top = height * lerp(0.3, 0.1, near)
    const sag = height * lerp(0.05, 0.1, near)
    const count = Math.round(lerp(26, 14, near))
    const tilt = height * random.range(-0.04, 0.04)
    const at = (k: number) => {
      const u = k / count
      return [u * width, top + tilt * (u - 0.5) + sag * (1 - (2 * u - 1) ** 2)] as const
    }
    for (let k = 0; k < count; k++)
      fill(frame, [line([...at(k), ...at(k + 1)], 1.4 * unit)], [0.08, 0.07, 0.08], { alpha: 0.8 })
    for (let k = 0; k <= count; k++) {
      const [x, y] = at(k)
      const radius = lerp(3.2, 6.5, near) * unit
      const colour = random.pick(BULBS)
      glow(frame, [x, y + radius, radius * 8], colour, 0.42)
      disc(frame, [x, y + radius, radius], [1, 0.95, 0.82])
    }
  }
}

/** A pool of lamplight on the ground. */
export function poolOfLight(scene: Scene, x: number, z: number): void {
  const stretch = stretchOf(scene)
  const at = scene.terrain?.project(x * stretch, z * stretch)
  if (at) glow(scene.frame, [at.x, at.y, 1.4 * stretch * at.scale], BULB, 0.13)
}
