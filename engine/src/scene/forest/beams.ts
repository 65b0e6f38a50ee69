import { boxBlur } from '../../core/blur.ts'
import { coverage } from '../../core/coverage.ts'
import { createPlane } from '../../core/plane.ts'
import type { Forest } from './layers.ts'

const BEAMS = 9

/** Shafts of light from the canopy, widening and fading downwards. */
export function paintBeams({ scene, random, colours, lightX }: Forest): void {
  const { frame, palette } = scene
  const { width, height } = frame
  const mask = createPlane(width, height)
  for (let k = 0; k < BEAMS; k++) {
    const angle = Math.PI / 2 + random.gauss() * 0.55
    const x = lightX + random.gauss() * width * 0.12
    const half = frame.shortSide * random.range(0.012, 0.045)
    const length = height * random.range(0.7, 1.1)
    const endX = x + Math.cos(angle) * length
    const end = length - 20
    const beam = [x - half, -20, x + half, -20, endX + half * 2.6, end, endX - half * 2.6, end]
    coverage(frame, [beam], (px, py, covered) => {
      mask.data[py * width + px]! += covered * 0.13 * (1 - py / (height * 1.05))
    })
  }
  const soft = boxBlur(mask, 9 * frame.unit, 2).data
  const strength = palette.isNight ? 0.55 : 1
  for (let i = 0; i < frame.size; i++) if (soft[i]! > 0.004) frame.screen(i, colours.light, soft[i]! * strength)
}
