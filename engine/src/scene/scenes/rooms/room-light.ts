import type { Rgb } from '../../../core/colour.ts'
import type { Scene } from '../../scene.ts'

/** Light from a window or a lamp above, on one side; how bright the room is. */
export function lightRoom(scene: Scene, wall: Rgb, side: number): number {
  const { frame, palette } = scene
  const isDim = palette.isNight || scene.spec.time === 'dusk'
  const level = isDim ? 0.72 : 1
  scene.light = {
    x: frame.width * (0.5 - side * 0.36),
    y: -frame.height * 0.15,
    direct: [0.84 * level, 0.74 * level, (isDim ? 0.5 : 0.62) * level],
    ambient: [0.52 * level, 0.5 * level, 0.52 * level],
    haze: wall,
    isNight: isDim,
  }
  return level
}
