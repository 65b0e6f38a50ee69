import { expect, it } from 'vitest'

import { createSealer } from './seal.ts'

it('opens what it sealed, with any of its secrets, and nothing else', () => {
  const before = createSealer(['first'])
  const sealed = before.seal('a code: 123456')
  expect(sealed).not.toContain('123456')
  expect(before.seal('a code: 123456')).not.toBe(sealed)
  expect(createSealer(['second', 'first']).open(sealed)).toBe('a code: 123456')
  expect(createSealer(['second']).open(sealed)).toBeNull()
  const changed = Buffer.from(sealed, 'base64')
  changed[changed.length - 1]! ^= 1
  expect(before.open(changed.toString('base64'))).toBeNull()
  expect(before.open('')).toBeNull()
})
