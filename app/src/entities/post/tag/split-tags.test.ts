import { expect, test } from 'vitest'

import { splitTags } from './split-tags.ts'

test('hashtags are separated by commas, blanks or their own sign, in small letters, accents kept', () => {
  expect(splitTags('#Lagune, wax  #Été_2026')).toEqual(['lagune', 'wax', 'été_2026'])
  expect(splitTags(' ,, # ')).toEqual([])
  expect(splitTags('l’ébène!')).toEqual(['lébène'])
})
