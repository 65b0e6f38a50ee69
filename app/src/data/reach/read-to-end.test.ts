import { expect, it } from 'vitest'

import { readToEnd } from './read-to-end.ts'

const rows = [1, 2, 3, 4, 5, 6, 7]
const pageOf = (length: number, held: readonly number[]) => async (last: number | undefined) =>
  held.filter((row) => row > (last ?? 0)).slice(0, length)

it('reads beyond the first page, also where the last one is full', async () => {
  expect(await readToEnd(3, pageOf(3, rows))).toEqual(rows)
  expect(await readToEnd(7, pageOf(7, rows))).toEqual(rows)
  expect(await readToEnd(3, pageOf(3, []))).toEqual([])
})
