import { expect, it } from 'vitest'

import { isSettled } from './settled.ts'

it.each([
  ['100:100:', [99], true],
  ['100:100:', [100], false],
  ['100:105:100,103', [101, 104], true],
  ['100:105:100,103', [101, 103], false],
  ['100:105:100,103', [105], false],
  ['4294967296:4294967298:', [4_294_967_295, 1], true],
  ['4294967296:4294967298:4294967297', [1], false],
])('%s %j', (snapshot, xids, settled) => {
  expect(isSettled(snapshot, new Set(xids))).toBe(settled)
})
