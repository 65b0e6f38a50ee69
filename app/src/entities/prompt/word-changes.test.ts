import { expect, test } from 'vitest'

import { wordChanges } from './word-changes.ts'

test('what was added is told from what stayed', () => {
  expect(wordChanges('une pirogue rouge', 'Une pirogue rouge, lumière rasante')).toEqual([
    { kind: 'same', text: 'Une pirogue rouge,' },
    { kind: 'added', text: 'lumière rasante' },
  ])
})

test('a word that was exchanged is both gone and new', () => {
  const changes = wordChanges('une pirogue sous la pluie', 'une barque sous la pluie')
  expect(changes.filter(({ kind }) => kind === 'removed')).toEqual([{ kind: 'removed', text: 'pirogue' }])
  expect(changes.filter(({ kind }) => kind === 'added')).toEqual([{ kind: 'added', text: 'barque' }])
})

test('the new text can be read off the changes', () => {
  const after = 'un baobab bleu, au crépuscule, gravure sur bois'
  const kept = wordChanges('baobab gravure', after).filter(({ kind }) => kind !== 'removed')
  expect(kept.map(({ text }) => text).join(' ')).toBe(after)
})
