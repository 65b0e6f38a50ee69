import { expect, test } from 'vitest'

import { wordsOf } from './link-words.ts'

test('each of 256 numbers has a word of its own', () => {
  const words = wordsOf(Array.from({ length: 256 }, (_, number) => number))
  expect(new Set(words).size).toBe(256)
  expect(words.every((word) => /^\p{Ll}{3,11}$/u.test(word))).toBe(true)
})
