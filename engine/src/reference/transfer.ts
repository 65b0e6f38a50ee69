// Reinhard colour transfer in OKLab through a lattice of 33³ colours.
import { fromOklab, toOklab } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import { clamp, lerp } from '../core/scalar.ts'
import { likeSkin } from '../styles/grading/skin.ts'

type Lab = readonly [number, number, number]

/** Mean and standard deviation in OKLab. */
export interface Statistics {
  readonly mean: Lab
  readonly deviation: Lab
}

export interface Transfer {
  readonly to: Statistics
  /** Shares of the way, 0..1. */
  readonly lightness: number
  readonly chroma: number
  /** For the colours skin has: a face keeps its own. */
  readonly skinChroma: number
}

const NODES = 33
const SAMPLES = 20_000

export function statisticsOf({ r, g, b, size }: Frame): Statistics {
  const step = Math.max(1, (size / SAMPLES) | 0)
  const sum = [0, 0, 0]
  const squares = [0, 0, 0]
  let count = 0
  for (let i = 0; i < size; i += step, count++) {
    const lab = toOklab([r[i]!, g[i]!, b[i]!])
    for (let k = 0; k < 3; k++) {
      sum[k]! += lab[k]!
      squares[k]! += lab[k]! * lab[k]!
    }
  }
  const mean = sum.map((v) => v / count)
  const deviation = squares.map((v, k) => Math.sqrt(Math.max(1e-6, v / count - mean[k]! ** 2)))
  return { mean: [mean[0]!, mean[1]!, mean[2]!], deviation: [deviation[0]!, deviation[1]!, deviation[2]!] }
}

/** Moves the colours of a frame towards the statistics of another picture, in place. */
export function transfer(frame: Frame, change: Transfer): void {
  const lattice = latticeOf(statisticsOf(frame), change)
  const { r, g, b, size } = frame
  for (let i = 0; i < size; i++) {
    const x = clamp(r[i]!) * (NODES - 1.001)
    const y = clamp(g[i]!) * (NODES - 1.001)
    const z = clamp(b[i]!) * (NODES - 1.001)
    const at = (((z | 0) * NODES + (y | 0)) * NODES + (x | 0)) * 3
    const u = x - (x | 0)
    const v = y - (y | 0)
    const w = z - (z | 0)
    r[i] = interpolate(lattice, at, [u, v, w])
    g[i] = interpolate(lattice, at + 1, [u, v, w])
    b[i] = interpolate(lattice, at + 2, [u, v, w])
  }
}

const RIGHT = 3
const BELOW = NODES * 3
const BEHIND = NODES * NODES * 3

function interpolate(lattice: Float32Array, at: number, [u, v, w]: Lab): number {
  const a = lerp(lattice[at]!, lattice[at + RIGHT]!, u)
  const b = lerp(lattice[at + BELOW]!, lattice[at + BELOW + RIGHT]!, u)
  const c = lerp(lattice[at + BEHIND]!, lattice[at + BEHIND + RIGHT]!, u)
  const d = lerp(lattice[at + BEHIND + BELOW]!, lattice[at + BEHIND + BELOW + RIGHT]!, u)
  return lerp(lerp(a, b, v), lerp(c, d, v), w)
}

function latticeOf(from: Statistics, change: Transfer): Float32Array {
  const lattice = new Float32Array(NODES ** 3 * 3)
  for (let blue = 0, at = 0; blue < NODES; blue++) {
    for (let green = 0; green < NODES; green++) {
      for (let red = 0; red < NODES; red++, at += 3) {
        const lab = toOklab([red / (NODES - 1), green / (NODES - 1), blue / (NODES - 1)])
        lattice.set(fromOklab(moved(lab, from, change)), at)
      }
    }
  }
  return lattice
}

function moved(lab: Lab, from: Statistics, { to, lightness, chroma, skinChroma }: Transfer): Lab {
  const ratio = (k: 0 | 1 | 2) => clamp(to.deviation[k] / from.deviation[k], 0.55, 1.9)
  const goal = (k: 0 | 1 | 2) => (lab[k] - from.mean[k]) * ratio(k) + to.mean[k]
  const share = lerp(chroma, Math.min(chroma, skinChroma), likeSkin(lab))
  return [lerp(lab[0], goal(0), lightness), lerp(lab[1], goal(1), share), lerp(lab[2], goal(2), share)]
}
