import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { axisTicks, spread } from './axis.ts'

describe('axisTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [96, [0, 50, 100]],
    [4012, [0, 2000, 4000, 6000]],
  ])('of %i', (most, ticks) => {
    expect(axisTicks(most)).toEqual(ticks)
  })

  it('reaches the most with few lines, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
        const ticks = axisTicks(most)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })
})

it('labels begin and end with the row, and are no more than fit', () => {
  expect(spread(3, 5)).toEqual([0, 1, 2])
  expect(spread(30, 5)).toEqual([0, 7, 15, 22, 29])
})
