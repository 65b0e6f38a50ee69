// A dance floor: squares that glow, a ball of mirrors, loudspeakers, people in the dark.
import type { Scene } from '../../scene.ts'
import { floorOf, kitOf } from './kit.ts'

const GLOWS = ['#ff3f9a', '#3fa8ff', '#8a4fff', '#3fffb0', '#ffb03f'] as const

export function lightDanceFloor(scene: Scene): void {
  const kit = kitOf(scene)
  const random = scene.random.fork('club')
  const floor = Math.min(floorOf(scene), 0.66)
  const deep = 1 - floor
  kit.shape([0, floor, 1, floor, 1, 1, 0, 1], '#16121f')
  for (let row = 0; row < 4; row++)
    for (let k = -5; k < 5; k++) {
      const [a, b] = [(row / 4) ** 1.5, ((row + 1) / 4) ** 1.5]
      const at = (line: number, t: number) => 0.5 + line * (0.13 + 0.14 * t)
      const edges = [
        at(k + 0.05, a),
        floor + deep * (a + 0.01),
        at(k + 0.95, a),
        floor + deep * (a + 0.01),
        at(k + 0.95, b),
        floor + deep * (b - 0.01),
        at(k + 0.05, b),
        floor + deep * (b - 0.01),
      ]
      kit.shape(edges, random.pick(GLOWS), random.range(0.45, 1.05))
    }
  for (let k = 0; k < 15; k++) {
    const [u, size] = [(k + 0.5) / 15 + random.range(-0.02, 0.02), random.range(0.1, 0.15)]
    kit.round([u, floor - size * 1.02, size * 0.2, size * 0.25], '#1c1428')
    kit.path(
      'M10 100 C0 40 14 4 34 0 L66 0 C86 4 100 40 90 100 Z',
      [u - size * 0.36, floor - size * 0.8, size * 0.72, size * 0.85],
      '#1c1428',
    )
    if (k % 3 === 0)
      kit.rod([u + size * 0.2, floor - size * 0.7, u + size * 0.36, floor - size * 1.5], size * 0.13, '#1c1428')
  }
  for (const left of [0.01, 0.83]) {
    kit.rect([left, floor - 0.36, 0.16, 0.4], '#24222c')
    for (const [v, size] of [
      [0.27, 0.04],
      [0.12, 0.062],
    ] as const) {
      kit.round([left + 0.08, floor - v, size, size], '#4a4854')
      kit.round([left + 0.08, floor - v, size * 0.5, size * 0.5], '#15141a')
    }
  }
  ball(scene)
}

function ball(scene: Scene): void {
  const kit = kitOf(scene)
  const [u, v, size] = [0.24, 0.15, 0.085]
  kit.rod([u, 0, u, v - size], 0.005, '#8a8a94')
  kit.round([u, v, size, size], '#7f8aa0')
  const random = scene.random.fork('mirrors')
  for (let row = -3; row <= 3; row++)
    for (let k = -4; k <= 4; k++) {
      const y = row / 3.6
      const half = Math.sqrt(1 - y * y)
      const x = Math.sin((k / 4.4) * (Math.PI / 2)) * half
      kit.round(
        [u + x * size * 0.96, v + y * size * 0.96, 0.0095, 0.0095],
        random.pick(['#f4f8ff', '#c8d4ea', '#9aa8c4', '#ffd0ea']),
        random.range(0.8, 1.5),
      )
    }
  kit.lamp([u - 0.025, v - 0.03, 0.1], '#ffffff', 0.6)
  for (let k = 0; k < 26; k++) kit.lamp([random.next(), random.range(0.04, 0.6), 0.03], random.pick(GLOWS), 0.5)
}
