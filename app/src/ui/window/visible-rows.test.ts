import fc from 'fast-check'
import { expect, test } from 'vitest'

import { visibleRows } from './visible-rows.ts'

const heights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 80 })
const sum = (list: readonly number[]) => list.reduce((total, height) => total + height, 0)

test('whatever is shown, the list keeps its whole height', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: -2000, max: 80_000 }), fc.nat(3000), (all, top, length) => {
      const { start, end, before, after } = visibleRows(all, { top, bottom: top + length })
      expect(before + sum(all.slice(start, end)) + after).toBe(sum(all))
      expect(end).toBeGreaterThan(start)
    }),
  )
})

test('every row that touches the stretch is shown, and no other', () => {
  expect(visibleRows([100, 100, 100, 100, 100], { top: 150, bottom: 300 })).toEqual({
    start: 1,
    end: 3,
    before: 100,
    after: 200,
  })
})

test('above and below the list its first and its last row are shown', () => {
  expect(visibleRows([100, 100], { top: -500, bottom: -100 })).toMatchObject({ start: 0, end: 1 })
  expect(visibleRows([100, 100], { top: 900, bottom: 1000 })).toMatchObject({ start: 1, end: 2 })
  expect(visibleRows([], { top: 0, bottom: 100 })).toEqual({ start: 0, end: 0, before: 0, after: 0 })
})
