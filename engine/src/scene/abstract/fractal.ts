import { Gradient } from '../../core/colour.ts'
import { clamp } from '../../core/scalar.ts'
import type { Scene } from '../scene.ts'
import { abstractPalette } from './abstract-palette.ts'

/** Julia constants that fill the picture well. */
const CONSTANTS: readonly (readonly [number, number])[] = [
  [-0.7269, 0.1889],
  [-0.8, 0.156],
  [0.285, 0.01],
  [-0.4, 0.6],
  [-0.7017, -0.3842],
  [-0.162, 1.04],
  [0.355, 0.355],
]
const LIMIT = 90

interface Orbit {
  steps: number
  trap: number
  escape: number
}

export function composeFractal(scene: Scene): void {
  const { frame } = scene
  const random = scene.random.fork('fractal')
  const constant = random.pick(CONSTANTS)
  const colours = abstractPalette(scene, random)
  const gradient = Gradient.of([...colours, ...colours.slice(0, -1).toReversed()])
  const scale = (2 * random.range(1.15, 1.5)) / frame.shortSide
  const turn = random.range(0, 3)
  const cos = Math.cos(turn) * scale
  const sin = Math.sin(turn) * scale
  const orbit: Orbit = { steps: 0, trap: 0.5, escape: 0.5 }
  for (let y = 0, i = 0; y < frame.height; y++) {
    const dy = y - frame.height / 2
    for (let x = 0; x < frame.width; x++, i++) {
      const dx = x - frame.width / 2
      iterate(orbit, dx * cos - dy * sin, dx * sin + dy * cos, constant)
      const isInside = orbit.steps >= LIMIT
      const count = isInside ? 0 : orbit.steps + 1 - Math.log2(Math.log2(orbit.escape) / 2)
      const t = isInside ? clamp(orbit.trap * 2.2) : (Math.log(1 + count) * 0.42) % 1
      const light = isInside ? 0.5 + 0.9 * Math.sqrt(orbit.trap) : 0.72 + 0.45 * Math.exp(-orbit.trap * 9)
      const k = (clamp(t) * 511) | 0
      frame.r[i] = gradient.r[k]! * light
      frame.g[i] = gradient.g[k]! * light
      frame.b[i] = gradient.b[k]! * light
    }
  }
}

function iterate(orbit: Orbit, startX: number, startY: number, [realPart, imaginary]: readonly [number, number]): void {
  let a = startX
  let b = startY
  let steps = 0
  let trap = 1e9
  let size = a * a + b * b
  while (steps < LIMIT && size <= 64) {
    trap = Math.min(trap, Math.abs(a * b) + Math.abs(a - b) * 0.1)
    const next = a * a - b * b + realPart
    b = 2 * a * b + imaginary
    a = next
    size = a * a + b * b
    steps++
  }
  orbit.steps = steps
  orbit.trap = Math.min(trap, 4)
  orbit.escape = size
}
