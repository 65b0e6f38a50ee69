import { expect, test } from 'vitest'

import { updateTypeOf } from './update-info.ts'

test.each([
  ['5.0.0', '6.0.0', 'major'],
  ['5.9.0', '4.9.0', 'major'],
  ['5.0.0', '5.1.0', 'minor'],
  ['5.1.3', '5.0.3', 'minor'],
  ['5.0.0', '5.0.1', 'patch'],
  ['5.0.0', '5.0.0-b2', 'patch'],
] as const)('from %s to %s is %s', (current, next, type) => {
  expect(updateTypeOf(current, next)).toBe(type)
})
