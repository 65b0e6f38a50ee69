import { expect, test } from 'vitest'

import { emptyIndex, searchIndex, takeIn, type LoadedIndex } from './inverted-index.ts'
import { invert, type IndexEntry } from './search-words.ts'

const entry = (id: number, x: string, rest: Partial<IndexEntry> = {}): IndexEntry => ({
  id: `m${id}`,
  c: 'conversation',
  s: 'awa',
  at: `2026-11-22T00:00:00.${String(id).padStart(6, '0')}Z`,
  x,
  ...rest,
})

/** As if it had been read from the device: a segment for each list; the last list was opened a moment ago. */
function indexOf(...lists: (readonly IndexEntry[])[]): LoadedIndex {
  const kept = lists.slice(0, -1).map((entries, number) => ({ name: `s${number}`, entries }))
  const index = emptyIndex('awa', {
    words: (bucket) =>
      Promise.resolve(
        new Map(kept.map(({ name, entries }) => [name, invert(entries.map(({ x }) => x)).get(bucket) ?? {}])),
      ),
    texts: (wanted) => Promise.resolve(kept.find(({ name }) => name === wanted)?.entries.map(({ x }) => x) ?? []),
  })
  for (const one of lists.at(-1) ?? []) index.fresh.set(one.id, one)
  for (const { name, entries } of kept) {
    const facts = entries.map(({ x: _text, ...fact }) => fact)
    takeIn(index, { name, facts, bytes: 0, newest: facts.at(-1)?.at ?? '' })
  }
  return index
}

const found = async (index: LoadedIndex, query: string, conversationId?: string) =>
  (await searchIndex(index, query, { conversationId, most: 10 })).map(({ text }) => text)

test('words are found by their beginnings, without accents or case, newest first, kept or just opened', async () => {
  const entries = [entry(1, 'Le cœur de l’Éléphant'), entry(2, 'deux éléphants'), entry(3, 'un oiseau')]
  for (const index of [indexOf(entries, []), indexOf(entries), indexOf([entries[1]!, entries[2]!], [entries[0]!])]) {
    expect(await found(index, 'ELEPH')).toEqual(['deux éléphants', 'Le cœur de l’Éléphant'])
    expect(await found(index, 'coeur éléphant')).toEqual(['Le cœur de l’Éléphant'])
    expect(await found(index, 'phant')).toEqual([])
    expect(await found(index, ' … ')).toEqual([])
    expect((await searchIndex(index, 'elephant', { most: 1 })).map(({ id }) => id)).toEqual(['m2'])
  }
})

test('edits and deletions count wherever they come, and only those of whoever wrote', async () => {
  const changed = [
    entry(3, 'mangue mûre', { to: 'm1' }),
    entry(1, 'mangue verte'),
    entry(4, 'mangue volée', { to: 'm1', s: 'kofi' }),
    entry(2, 'papaye'),
    entry(5, '', { to: 'm2', del: true }),
    entry(6, '', { to: 'm1', del: true, s: 'kofi' }),
  ]
  for (const index of [
    indexOf(changed),
    indexOf(changed, []),
    indexOf(changed.slice(0, 2), changed.slice(2, 4), changed.slice(4)),
  ]) {
    expect(await found(index, 'mangue')).toEqual(['mangue mûre'])
    expect(await found(index, 'mure')).toEqual(['mangue mûre'])
    expect(await found(index, 'verte')).toEqual([])
    expect(await found(index, 'papaye')).toEqual([])
  }
})

test('one conversation can be searched alone', async () => {
  const index = indexOf([entry(1, 'ici'), entry(2, 'ici', { c: 'other' })], [])
  expect((await searchIndex(index, 'ici', { conversationId: 'other', most: 10 })).map(({ id }) => id)).toEqual(['m2'])
})

test('what was removed for oneself is not found, nor what is to disappear once it has', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  const before = new Date(Date.now() - 1).toISOString()
  const kept = [entry(1, 'figue sèche'), entry(2, 'figue fraîche')]
  const opened = [entry(3, 'figue de passage', { until: soon }), entry(4, 'figue passée', { until: before })]
  const index = indexOf(kept, opened)
  index.hidden.add('m1')
  expect(await found(index, 'figue')).toEqual(['figue de passage', 'figue fraîche'])
})
