import { expect, test } from 'vitest'

import { de } from './french.ts'

test.each([
  ['Awa', 'd’Awa'],
  ['Élodie', 'd’Élodie'],
  ['Oumar', 'd’Oumar'],
  ['Œuvre', 'd’Œuvre'],
  ['Yves', 'd’Yves'],
  ['aïcha_b', 'd’aïcha_b'],
  ['Ouattara', 'de Ouattara'],
  ['Yao', 'de Yao'],
  ['Hugo', 'de Hugo'],
  ['Kossi', 'de Kossi'],
  ['@awa', 'de @awa'],
  ['12 images', 'de 12 images'],
  ['', 'de '],
])('« de » before %j is said %j', (name, said) => {
  expect(de(name)).toBe(said)
})
