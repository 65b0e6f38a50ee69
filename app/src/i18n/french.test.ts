import { expect, it } from 'vitest'

import { de } from './french.ts'

it.each([
  ['Awa', 'd’Awa'],
  ['Élodie', 'd’Élodie'],
  ['Œuvre', 'd’Œuvre'],
  ['Yves', 'd’Yves'],
  ['Yao', 'de Yao'],
  ['Kossi', 'de Kossi'],
  ['quelqu’un', 'de quelqu’un'],
  ['@awa', 'de @awa'],
])('of %s', (who, words) => {
  expect(de(who)).toBe(words)
})
