import type { Frame } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { drawObject } from '../draw-object.ts'

/** Lit a little more than the scene, so that dusk does not hide them. */
export function paintButterflies(frame: Frame, light: SceneLight, random: Random): void {
  const [r, g, b] = light.ambient
  const bright: SceneLight = { ...light, ambient: [r * 0.8 + 0.3, g * 0.8 + 0.3, b * 0.8 + 0.3] }
  for (let k = 0; k < 8; k++) {
    const x = frame.width * random.range(0.08, 0.92)
    const y = frame.height * random.range(0.2, 0.85)
    const height = frame.shortSide * random.range(0.04, 0.1)
    drawObject(frame, { name: 'butterfly', x, y, height }, bright, random.fork(`butterfly:${k}`))
  }
}
