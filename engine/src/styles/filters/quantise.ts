import { fromOklab, type Rgb, toOklab } from '../../core/colour.ts'

type Lab = readonly [number, number, number]

interface Channels {
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

const SAMPLES = 12_000
const ROUNDS = 4

/** The colours that stand best for a picture: median cut, then k-means, both in OKLab. */
export function quantise(channels: Channels, count: number): Rgb[] {
  const samples = sample(channels)
  let centres = cutBoxes(samples, count).map(meanOf)
  for (let round = 0; round < ROUNDS; round++) centres = regroup(samples, centres)
  return centres.map(fromOklab)
}

function sample({ r, g, b }: Channels): Lab[] {
  const step = Math.max(1, Math.floor(r.length / SAMPLES))
  const samples: Lab[] = []
  for (let i = 0; i < r.length; i += step) samples.push(toOklab([r[i]!, g[i]!, b[i]!]))
  return samples
}

function cutBoxes(samples: Lab[], count: number): Lab[][] {
  const boxes = [samples]
  while (boxes.length < count) {
    const { box, axis } = widest(boxes)
    if (box < 0) break
    const sorted = boxes[box]!.sort((p, q) => p[axis] - q[axis])
    const middle = sorted.length >> 1
    boxes.splice(box, 1, sorted.slice(0, middle), sorted.slice(middle))
  }
  return boxes
}

function widest(boxes: readonly Lab[][]): { box: number; axis: 0 | 1 | 2 } {
  const found: { box: number; axis: 0 | 1 | 2; spread: number } = { box: -1, axis: 0, spread: -1 }
  for (const [box, members] of boxes.entries()) {
    if (members.length < 2) continue
    for (const axis of [0, 1, 2] as const) {
      const spread = rangeOf(members, axis) * (axis ? 1.5 : 1) * members.length ** 0.25
      if (spread > found.spread) Object.assign(found, { box, axis, spread })
    }
  }
  return found
}

function rangeOf(members: readonly Lab[], axis: 0 | 1 | 2): number {
  let low = Infinity
  let high = -Infinity
  for (const member of members) {
    const v = member[axis]
    if (v < low) low = v
    if (v > high) high = v
  }
  return high - low
}

function meanOf(members: readonly Lab[]): Lab {
  const sum: [number, number, number] = [0, 0, 0]
  for (const [l, a, b] of members) {
    sum[0] += l
    sum[1] += a
    sum[2] += b
  }
  return [sum[0] / members.length, sum[1] / members.length, sum[2] / members.length]
}

function regroup(samples: readonly Lab[], centres: readonly Lab[]): Lab[] {
  const groups: Lab[][] = centres.map(() => [])
  for (let k = 0; k < samples.length; k += 2) groups[nearestLab(centres, samples[k]!)]!.push(samples[k]!)
  return groups.map((group, k) => (group.length > 0 ? meanOf(group) : centres[k]!))
}

export function nearestLab(centres: readonly Lab[], [l, a, b]: Lab): number {
  let best = 0
  let least = Infinity
  for (let k = 0; k < centres.length; k++) {
    const centre = centres[k]!
    const d = (l - centre[0]) ** 2 + (a - centre[1]) ** 2 + (b - centre[2]) ** 2
    if (d >= least) continue
    least = d
    best = k
  }
  return best
}
