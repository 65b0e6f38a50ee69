import { expect, test } from 'vitest'

import { visibleCells } from './visible-cells.ts'

const grid = { count: 100, columns: 3, rowHeight: 100 }

test('the rows that touch the screen are there, and the others take their room', () => {
  expect(visibleCells(grid, { top: 250, bottom: 560 })).toEqual({ start: 6, end: 18, before: 200, after: 2800 })
  expect(visibleCells(grid, { top: -500, bottom: 100 })).toEqual({ start: 0, end: 3, before: 0, after: 3300 })
})

test('the whole height is the same wherever one is, and the last row ends with the last picture', () => {
  for (const top of [-900, 0, 777, 3300, 9000]) {
    const { start, end, before, after } = visibleCells(grid, { top, bottom: top + 640 })
    expect(before + after + Math.ceil((end - start) / 3) * 100).toBe(3400)
  }
  expect(visibleCells(grid, { top: 9000, bottom: 9600 })).toMatchObject({ start: 99, end: 100, after: 0 })
  expect(visibleCells({ ...grid, count: 0 }, { top: 0, bottom: 600 })).toMatchObject({ start: 0, end: 0 })
})
