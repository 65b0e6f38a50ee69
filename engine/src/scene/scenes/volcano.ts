import { blendRgb, fromHex } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { disc, glow } from '../../core/raster.ts'
import { layTerrain } from '../ground.ts'
import type { Scene } from '../scene.ts'

const SMOKE = fromHex('#4a3a3a')

export function composeVolcano(scene: Scene): void {
  const { frame, palette, spec } = scene
  layTerrain(scene, 'volcano', { hasLava: true, water: spec.environments.has('sea') ? 0 : null })
  const random = scene.random.fork('smoke')
  const top = summit(frame, scene.horizon)
  const size = frame.shortSide
  const wind = scene.isSunRight ? -1 : 1
  glow(frame, [top.x, top.y, size * 0.3], [1, 0.35, 0.1], 0.8)
  for (let k = 0; k < 70; k++) {
    const age = k / 70
    const x = top.x + wind * age * age * size * 0.3 + random.gauss() * size * 0.05 * (0.3 + age)
    const radius = size * (0.012 + 0.05 * age) * random.range(0.6, 1.3)
    disc(frame, [x, top.y - age * size * 0.36, radius], blendRgb(SMOKE, palette.haze, 0.25 + 0.4 * age), { alpha: 0.2 })
  }
  for (let k = 0; k < 60; k++) {
    const angle = -Math.PI / 2 + random.gauss() * 0.7
    const reach = random.next() * size * 0.16
    const x = top.x + Math.cos(angle) * reach
    disc(frame, [x, top.y + Math.sin(angle) * reach, size * 0.0022 * random.range(0.6, 1.6)], [1, 0.75, 0.3])
  }
}

/** The highest point of the far relief. */
function summit(frame: Frame, horizon: number): { x: number; y: number } {
  let best = { x: frame.width / 2, y: horizon }
  for (let x = (frame.width * 0.15) | 0; x < frame.width * 0.85; x += 3) {
    const y = firstFarRow(frame, x, best.y)
    if (y < best.y) best = { x, y }
  }
  return best
}

function firstFarRow(frame: Frame, x: number, limit: number): number {
  for (let y = 0; y < limit; y++) if (frame.label[y * frame.width + x] === Label.far) return y
  return limit
}
