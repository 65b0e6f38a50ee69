import { expect, test } from 'vitest'

import { rows, shuttleAt, wovenShare, yarnsFor } from './weave.ts'

test('the cloth grows all the time and is never finished before the picture is', () => {
  const shares = [0, 500, 1000, 3000, 10_000, 60_000].map(wovenShare)
  expect(shares[0]).toBe(0)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shuttleAt(wovenShare(30_000)).row).toBe(rows - 1)
})

test('the shuttle crosses each row once', () => {
  expect(shuttleAt(0)).toEqual({ row: 0, share: 0 })
  expect(shuttleAt(1.5 / rows)).toEqual({ row: 1, share: 0.5 })
})

test('the same words give the same yarns', () => {
  expect(yarnsFor('une pirogue')).toEqual(yarnsFor('une pirogue'))
  expect(yarnsFor('une pirogue')).toHaveLength(4)
})
