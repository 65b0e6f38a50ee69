import { expect, test } from 'vitest'

import { tagCandidates } from './suggested-tags.ts'

test('the words of a picture are looked for as hashtags are compared: folded, of one and of many', () => {
  expect(tagCandidates('Des pirogues à l’aube, Cotonou — style «Éwé», 2 pirogues')).toEqual([
    'des',
    'de',
    'pirogues',
    'pirogue',
    'aube',
    'cotonou',
    'style',
    'ewe',
  ])
  expect(tagCandidates('à 3, (*) «»')).toEqual([])
})
