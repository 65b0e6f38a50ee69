import { expect, test } from 'vitest'

import { detectLanguage } from './language.ts'

test.each([
  ['Coucher de soleil sur la mer', 'fr'],
  ['un chat', 'fr'],
  ['forêt', 'fr'],
  ['l’ombre d’un doute', 'fr'],
  ['motif wax', 'fr'],
  ['Sunset over the sea', 'en'],
  ['stained glass owl', 'en'],
  ['pixel art spaceship', 'en'],
  ['a café in the city', 'en'],
  ['zorglub', 'fr'],
] as const)('%s is %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language)
})

test('where a text does not tell, the person’s own language decides', () => {
  expect(detectLanguage('baobab', 'en')).toBe('en')
  expect(detectLanguage('coucher de soleil', 'en')).toBe('fr')
})
