import { expect, test } from 'vitest'

import { bucketsFor, fold, holds, invert, placesOf, settle, wordsOf, type IndexEntry } from './search-words.ts'

const texts = ['Le cœur de l’Éléphant', 'deux éléphants', 'un oiseau', 'constructor']
const index = invert(texts)
/** As a search does it: only the parts in which the word would be. */
const placesWith = (word: string) =>
  [...new Set(bucketsFor(word).flatMap((bucket) => placesOf(index.get(bucket) ?? {}, word)))].toSorted(
    (one, other) => one - other,
  )

test('words are found by their beginnings, without accents or case, in the one part of the index that holds them', () => {
  expect(fold('L’été, à Bè !')).toBe(' l ete a be')
  expect(wordsOf('ÉLÉPH éléph … œuf')).toEqual(['eleph', 'oeuf'])
  expect([placesWith('eleph'), placesWith('elephants'), placesWith('coeur')]).toEqual([[0, 1], [1], [0]])
  expect([placesWith('phant'), placesWith('constructor'), placesWith('oi')]).toEqual([[], [3], [2]])
  // Of a single letter, wherever it begins a word.
  expect([placesWith('l'), placesWith('d'), placesWith('z')]).toEqual([[0], [0, 1], []])
  expect(bucketsFor('ele')).toHaveLength(1)
  expect([holds(texts[0]!, ['eleph', 'le']), holds(texts[0]!, ['eleph', 'deux'])]).toEqual([true, false])
})

test('of all that was made of a message the last word of its own writer counts', () => {
  const entry = (n: number, x: string, rest: Partial<IndexEntry> = {}): IndexEntry => ({
    id: `m${n}`,
    c: 'conversation',
    s: 'awa',
    at: `2026-11-22T00:00:00.${String(n).padStart(6, '0')}Z`,
    x,
    ...rest,
  })
  const message = entry(1, 'mangue verte')
  const edits = [entry(4, 'mangue volée', { to: 'm1', s: 'kofi' }), entry(3, 'mangue mûre', { to: 'm1' })]
  expect(settle(message, [])).toBe('mangue verte')
  expect(settle(message, edits)).toBe('mangue mûre')
  expect(settle(message, [...edits, entry(2, 'mangue', { to: 'm1' })])).toBe('mangue mûre')
  expect(settle(message, [...edits, entry(5, '', { to: 'm1', s: 'kofi', del: true })])).toBe('mangue mûre')
  expect(settle(message, [...edits, entry(5, '', { to: 'm1', del: true })])).toBeNull()
})
