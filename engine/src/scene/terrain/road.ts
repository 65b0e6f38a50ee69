import { blendRgb, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { fill } from '../../core/raster.ts'
import { clamp } from '../../core/scalar.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { Scene } from '../scene.ts'
import type { Terrain } from './terrain.ts'

const TRACK: Rgb = [0.8, 0.72, 0.6]
const LATERITE: Rgb = [0.62, 0.26, 0.14]
const ROAD_STEPS = 220

/** A track from the foreground to the horizon, where the words ask for one: in their colour, else of sand, or of the red earth of the tropics. */
export function layRoad(scene: Scene, terrain: Terrain): void {
  const { palette, frame, spec } = scene
  if (!spec.elements.has('road')) return
  const depthAt = (k: number) => 1.2 * (34 / 1.2) ** (k / ROAD_STEPS)
  const bend = (z: number) => Math.sin(z * 0.23) * 0.1 * z
  const half = spec.environment === 'savanna' || spec.environment === 'desert' ? 0.62 : 0.3
  const earth = blendRgb(palette.sand, spec.hints.has('tropical') ? LATERITE : TRACK, 0.5)
  const asked = colourValue(spec.colourOf.get('road'))
  const surface = asked ? blendRgb(earth, asked, 0.72) : earth
  const paving = surface.map((v, i) => v * (palette.ambient[i]! + palette.direct[i]! * 0.35)) as [
    number,
    number,
    number,
  ]
  for (let k = ROAD_STEPS; k > 0; k--) {
    const z = depthAt(k)
    const far = terrain.project(bend(z), z)
    const near = terrain.project(bend(depthAt(k - 1)), depthAt(k - 1))
    if (near.y < far.y - 1) continue
    const a = half * far.scale
    const b = half * near.scale
    const strip = [far.x - a, far.y, far.x + a, far.y, near.x + b, near.y, near.x - b, near.y]
    fill(frame, [strip], blendRgb(paving, palette.haze, clamp(z / 45)), { label: Label.ground })
  }
}
