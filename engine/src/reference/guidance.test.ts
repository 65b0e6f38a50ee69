import { describe, expect, it } from 'vitest'

import type { Pixels } from '../core/pixels.ts'
import { paint, type Painting } from '../index.ts'
import type { Reference } from './guidance.ts'

const SIDE = { width: 256, height: 256 }

/** Stripes that no scene has, in two colours. */
function stripes(dark: readonly number[], light: readonly number[]): Pixels {
  const side = 200
  const data = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) data.set(((i % side) / 20) & 1 ? light : dark, i * 3)
  return { width: side, height: side, data, channels: 3 }
}

const red = stripes([90, 10, 10], [230, 60, 40])
const grey = stripes([40, 40, 40], [210, 210, 210])

function painted(prompt: string, references: readonly Reference[]): Painting {
  return paint({ prompt, ...SIDE, seed: 5, references })
}

/** Mean red over mean blue. */
function warmth({ data }: Painting): number {
  let [r, b] = [0, 0]
  for (let i = 0; i < data.length; i += 3) {
    r += data[i]!
    b += data[i + 2]!
  }
  return r / Math.max(1, b)
}

/** Mean difference between two pictures, 0..255. */
function distance(a: Painting, b: Painting): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i]! - b.data[i]!)
  return sum / a.data.length
}

describe('a style', () => {
  it('gives its colours to the scene of the words, more with its influence, and none of its forms', () => {
    const plain = painted('lac de montagne', [])
    const [hardly, closely] = [0, 1].map((influence) =>
      painted('lac de montagne', [{ ...red, role: 'style', influence }]),
    )
    expect(warmth(hardly!)).toBeGreaterThan(warmth(plain))
    expect(warmth(closely!)).toBeGreaterThan(warmth(hardly!))
    expect(closely!.metadata.references[0]).toMatchObject({ used: true, how: 'style', share: 0 })
  })

  it('gives them to another reference', () => {
    const alone = painted('', [grey])
    const both = painted('', [{ ...red, role: 'style' }, grey])
    expect(warmth(both)).toBeGreaterThan(warmth(alone) + 0.2)
    expect(both.metadata.references.map(({ how }) => how)).toEqual(['style', 'structure'])
  })
})

describe('influence', () => {
  it('says how far words may change a reference', () => {
    const [free, usual, close] = [0, 0.5, 1].map((influence) => painted('tons bleus', [{ ...red, influence }]))
    const kept = painted('', [red])
    expect(distance(close!, kept)).toBeLessThan(distance(usual!, kept))
    expect(distance(usual!, kept)).toBeLessThan(distance(free!, kept))
  })

  it('says how much of the picture each of several fills', () => {
    const shares = (first: number) =>
      painted('collage', [{ ...red, influence: first }, grey]).metadata.references.map(({ share }) => share)
    expect(shares(1)[0]).toBeGreaterThan(shares(0.5)[0]!)
    expect(shares(0)[0]).toBeLessThan(shares(0.5)[0]!)
    expect(shares(0)[0]).toBeGreaterThan(0)
  })

  it('changes nothing where it is the usual one', () => {
    const named = painted('coucher de soleil', [
      { ...red, role: 'subject', influence: 0.5 },
      { ...grey, role: 'auto' },
    ])
    expect(Buffer.from(named.data).equals(painted('coucher de soleil', [red, grey]).data)).toBe(true)
  })
})

it('a composition leaves its colours to the words', () => {
  const subject = painted('forêt', [{ ...red, role: 'subject' }])
  const composition = painted('forêt', [{ ...red, role: 'composition' }])
  expect(warmth(composition)).toBeLessThan(warmth(subject))
})
