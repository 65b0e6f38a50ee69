import { expect, test } from 'vitest'

import { cardsAmong, timelineOf } from './timeline.ts'

const at = (id: string, senderId: string, local: string) => ({ id, senderId, at: new Date(local).toISOString() })

test('a day begins with its date, what is new with its mark, and each turn of speech is one run', () => {
  const items = [
    at('a', 'awa', '2026-11-20T23:58'),
    at('b', 'awa', '2026-11-21T00:01'),
    at('c', 'awa', '2026-11-21T00:03'),
    at('d', 'kossi', '2026-11-21T00:04'),
    at('e', 'kossi', '2026-11-21T00:05'),
    at('f', 'kossi', '2026-11-21T00:20'),
  ]
  const drawn = timelineOf(items, 'e').map((entry) =>
    entry.kind === 'message' ? `${entry.isFirst ? '(' : ''}${entry.key}${entry.isLast ? ')' : ''}` : entry.kind,
  )
  expect(drawn).toEqual(['day', '(a)', 'day', '(b', 'c)', '(d)', 'new', '(e)', '(f)'])
})

const card = (id: string, local: string) => ({ id, at: new Date(local).toISOString().replace('Z', '+00:00') })

test('a step of an order stands where its time is, ends the turn of speech it falls into, and brings its day', () => {
  const items = [
    at('a', 'awa', '2026-11-20T10:00'),
    at('b', 'awa', '2026-11-20T10:02'),
    at('c', 'kossi', '2026-11-20T10:04'),
  ]
  const cards = [
    card('1', '2026-11-19T09:00'),
    card('2', '2026-11-20T10:01'),
    card('3', '2026-11-20T10:01'),
    card('4', '2026-11-21T08:00'),
  ]
  const drawn = timelineOf(items, null, cards).map((entry) =>
    entry.kind === 'message'
      ? `${entry.isFirst ? '(' : ''}${entry.key}${entry.isLast ? ')' : ''}`
      : `${entry.kind} ${entry.key}`,
  )
  expect(drawn.map((entry) => entry.replace(/^day .*/, 'day'))).toEqual([
    'day',
    'card 1',
    'day',
    '(a)',
    'card 2',
    'card 3',
    '(b)',
    '(c)',
    'day',
    'card 4',
  ])
})

test('with part of a thread in sight, steps before and after it wait for their messages', () => {
  const shown = [at('a', 'awa', '2026-11-20T10:00'), at('b', 'awa', '2026-11-20T12:00')]
  const cards = [card('1', '2026-11-20T09:00'), card('2', '2026-11-20T11:00'), card('3', '2026-11-20T13:00')]
  const ids = (start: boolean, end: boolean) => cardsAmong(cards, shown, { start, end }).map(({ id }) => id)
  expect(ids(true, true)).toEqual(['1', '2', '3'])
  expect(ids(false, true)).toEqual(['2', '3'])
  expect(ids(true, false)).toEqual(['1', '2'])
  expect(cardsAmong(cards, [], { start: false, end: true })).toEqual(cards)
})
