import { expect, test } from 'vitest'

import { readWishes, wishesOf, withWishes } from './feed-wishes.ts'

test.each([
  ['plus d’afrofuturisme, moins d’anime', ['more afrofuturisme', 'less anime']],
  ['Plus de pagne et moins de chats', ['more pagne', 'less chats']],
  ['more #lagune; less of cars', ['more lagune', 'less cars']],
  ['moins des voitures de sport.', ['less voitures de sport']],
  ['bonjour', []],
  ['plus', []],
])('%s', (sentence, wishes) => {
  expect(wishesOf(sentence).map(({ kind, words }) => `${kind} ${words}`)).toEqual(wishes)
})

test('the newest word about something counts, and what is stored otherwise is none', () => {
  const held = [{ kind: 'more', words: 'Anime' } as const, { kind: 'less', words: 'chats' } as const]
  expect(withWishes(held, [{ kind: 'less', words: 'anime' }])).toEqual([{ kind: 'less', words: 'anime' }, held[1]])
  expect(readWishes([...held, { kind: 'never', words: 'x' }, null, 'plus', { kind: 'more' }])).toEqual(held)
  expect(readWishes('plus')).toEqual([])
})
