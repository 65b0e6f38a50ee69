import { expect, test } from 'vitest'

import { placeAt } from './use-row-drag.ts'

const rows = [0, 60, 120, 200].map((top, place) => ({ top, height: place === 2 ? 70 : 50 }))

test.each([
  [0, 0, 0],
  [0, 59, 0],
  [0, 65, 1],
  [0, 400, 3],
  [3, -60, 3],
  [3, -75, 2],
  [3, -500, 0],
  [1, 10, 1],
])('the row at %i, dragged by %i px, stands at %i', (from, distance, to) => {
  expect(placeAt(rows, from, distance)).toBe(to)
})
