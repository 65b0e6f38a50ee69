import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { drawObject } from '../draw-object.ts'

export interface Flock {
  /** Its centre, in pixels. */
  readonly x: number
  readonly y: number
  readonly count: number
  /** Least and greatest span, in pixels. */
  readonly size: readonly [number, number]
  readonly light: SceneLight
}

export function paintBirds(frame: Frame, { x, y, count, size, light }: Flock, random: Random): void {
  for (let k = 0; k < count; k++) {
    const at = { x: x + random.gauss() * frame.width * 0.16, y: y + random.gauss() * frame.height * 0.08 }
    const height = random.range(size[0], size[1])
    if (isBeforeSomething(frame, at)) continue
    drawObject(frame, { name: 'bird', ...at, height }, light, random.fork(`bird:${k}`))
  }
}

/** On a dragon they would be printed. */
function isBeforeSomething({ width, height, label }: Frame, { x, y }: { x: number; y: number }): boolean {
  const [column, row] = [Math.round(x), Math.round(y)]
  return column >= 0 && row >= 0 && column < width && row < height && label[row * width + column] === Label.subject
}
