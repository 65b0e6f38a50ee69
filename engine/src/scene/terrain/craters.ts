import type { Noise } from '../../core/noise.ts'
import { smoothstep } from '../../core/scalar.ts'

const CELL_SIZES = [5.2, 2.1]
const EMPTY_CELLS = 90

interface MoonRelief {
  readonly noise: Noise
  readonly offsetX: number
  readonly offsetZ: number
  readonly relief: number
}

/** Dust, distant ridges, and craters of two sizes, one at most in each cell of a grid. */
export function craterField({ noise, offsetX, offsetZ, relief }: MoonRelief): (x: number, z: number) => number {
  return (x, z) => {
    const far = smoothstep(10, 30, z) * 4.2 * relief
    const ridge = far > 0 ? far * noise.ridged(x * 0.06 + offsetX, z * 0.06, 5) ** 1.4 : 0
    let height = 0.3 * noise.fbm(x * 0.3 + offsetX, z * 0.3 + offsetZ, 5) + ridge
    for (const size of CELL_SIZES) height += cratersAround(noise, x, z, size)
    return height
  }
}

function cratersAround(noise: Noise, x: number, z: number, size: number): number {
  const cellX = Math.floor(x / size)
  const cellZ = Math.floor(z / size)
  let height = 0
  for (let i = cellX - 1; i <= cellX + 1; i++) {
    for (let j = cellZ - 1; j <= cellZ + 1; j++) {
      const draw = noise.permutation[(noise.permutation[i & 255]! + (j & 255)) & 511]!
      if (draw < EMPTY_CELLS) continue
      const centreX = (i + 0.2 + 0.6 * (((draw * 37) & 255) / 255)) * size
      const centreZ = (j + 0.2 + 0.6 * (((draw * 91) & 255) / 255)) * size
      const radius = size * (0.16 + 0.16 * (draw / 255))
      const dx = x - centreX
      const dz = z - centreZ
      height += bowl(Math.sqrt(dx * dx + dz * dz) / radius) * radius * 0.34
    }
  }
  return height
}

/** A parabola inside the rim, a ramp outside. */
function bowl(distance: number): number {
  if (distance >= 1.35) return 0
  return distance < 1 ? distance * distance - 0.78 : (0.22 * (1.35 - distance)) / 0.35
}
