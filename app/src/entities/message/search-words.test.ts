import { expect, test } from 'vitest'

import { findMessages, fold, settle, type IndexEntry } from './search-words.ts'

const entry = (id: number, x: string, rest: Partial<IndexEntry> = {}): IndexEntry => ({
  id: `m${id}`,
  c: 'conversation',
  s: 'awa',
  at: `2026-11-22T00:00:00.${String(id).padStart(6, '0')}Z`,
  x,
  ...rest,
})
const found = (entries: readonly IndexEntry[], query: string) =>
  findMessages(settle(entries), query, { most: 10 }).map(({ text }) => text)

test('words are found by their beginnings, without accents or case, newest first', () => {
  const entries = [entry(1, 'Le cœur de l’Éléphant'), entry(2, 'deux éléphants'), entry(3, 'un oiseau')]
  expect(found(entries, 'ELEPH')).toEqual(['deux éléphants', 'Le cœur de l’Éléphant'])
  expect(found(entries, 'coeur éléphant')).toEqual(['Le cœur de l’Éléphant'])
  expect(found(entries, 'phant')).toEqual([])
  expect(found(entries, ' … ')).toEqual([])
  expect(fold('L’été, à Bè !')).toBe(' l ete a be')
})

test('edits and deletions count wherever they come, and only those of whoever wrote', () => {
  const entries = [
    entry(3, 'mangue mûre', { to: 'm1' }),
    entry(1, 'mangue verte'),
    entry(4, 'mangue volée', { to: 'm1', s: 'kofi' }),
    entry(2, 'papaye'),
    entry(5, '', { to: 'm2', del: true }),
    entry(6, '', { to: 'm1', del: true, s: 'kofi' }),
  ]
  expect(found(entries, 'mangue')).toEqual(['mangue mûre'])
  expect(found(entries, 'papaye')).toEqual([])
})

test('one conversation can be searched alone', () => {
  const entries = [entry(1, 'ici'), entry(2, 'ici', { c: 'other' })]
  expect(findMessages(settle(entries), 'ici', { conversationId: 'other', most: 10 }).map(({ id }) => id)).toEqual([
    'm2',
  ])
})
