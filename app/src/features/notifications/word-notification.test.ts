import { expect, test } from 'vitest'

import { pathOf, periodOf, type NotificationEntry } from '#entities/notification/notification.ts'

import { splitNames, wordNotification } from './word-notification.ts'

const person = (name: string) => ({ id: name, username: name.toLowerCase(), display_name: name, avatar_url: null })
const entry = (fields: Partial<NotificationEntry>): NotificationEntry => ({
  id: 'n',
  type: 'like',
  title: '',
  body: '',
  data: { post_id: 'p' },
  actor_ids: [],
  actors_count: 1,
  last_at: '2026-11-21T10:00:00Z',
  read_at: null,
  people: [person('Awa')],
  picture: null,
  excerpt: null,
  ...fields,
})
const textOf = (fields: Partial<NotificationEntry>) => wordNotification(entry(fields)).text
const [awa, kossi] = [person('Awa'), person('Kossi')]

test('names who acted, however many they are', () => {
  expect(textOf({})).toBe('Awa aime votre image')
  expect(textOf({ people: [awa, kossi], actors_count: 2 })).toBe('Awa et Kossi aiment votre image')
  expect(textOf({ people: [awa, kossi], actors_count: 14 })).toBe('Awa, Kossi et 12 autres aiment votre image')
  expect(textOf({ people: [awa], actors_count: 2 })).toBe('Awa et 1 autre aiment votre image')
  expect(textOf({ people: [] })).toBe('Quelqu’un aime votre image')
})

test('an order says what happened to it, by its name, and leads there', () => {
  const data = { what: 'delivered', service_title: 'Portraits', url: '/commissions?order=7' }
  expect(textOf({ type: 'commission', data })).toBe('Livrée\u00a0: Portraits')
  expect(textOf({ type: 'commission', data: { ...data, what: 'unheard' } })).toBe('Commande modifiée\u00a0: Portraits')
  expect(textOf({ type: 'commission', data: { what: 'money_back' } })).toBe('Votre paiement vous est rendu')
  expect(pathOf(entry({ type: 'commission', data }))).toBe('/commissions?order=7')
})

test('quotes one comment, in a line, and counts several', () => {
  expect(textOf({ type: 'comment', excerpt: 'Quelle\n\nlumière' })).toBe('Awa\u00a0: «\u00a0Quelle lumière\u00a0»')
  expect(textOf({ type: 'comment', excerpt: 'x', people: [awa, kossi], actors_count: 2 })).toBe(
    'Awa et Kossi ont commenté votre image',
  )
  expect(textOf({ type: 'comment', data: { is_reply: true } })).toBe('Awa vous a répondu')
  expect(textOf({ type: 'mention', excerpt: '😀'.repeat(10_000) }).length).toBeLessThan(400)
})

test('what brings its own words is shown as it is', () => {
  const title = '<img src=x onerror=alert(1)>'
  expect(wordNotification(entry({ type: 'system', title, body: 'Bonjour' }))).toEqual({
    text: `${title} · Bonjour`,
    names: [title],
  })
})

test('a name within a name stays whole', () => {
  const sentence = wordNotification(entry({ people: [person('Awa'), person('Awa Awa')], actors_count: 2 }))
  expect(splitNames(sentence)).toEqual([
    ['Awa', true],
    [' et ', false],
    ['Awa Awa', true],
    [' aiment votre image', false],
  ])
})

test('leads to the place itself, and never to another site', () => {
  expect(pathOf(entry({}))).toBe('/post/p')
  expect(pathOf(entry({ type: 'mention', data: { post_id: 'p', comment_id: 'c' } }))).toBe('/post/p?comment=c')
  expect(pathOf(entry({ type: 'follow', data: {} }))).toBe('/profile/awa')
  for (const url of ['https://evil.example', '//evil.example', String.raw`/\evil`, '/\t/evil', 'javascript:alert(1)'])
    expect(pathOf(entry({ type: 'system', data: { url } }))).toBe('/notifications')
})

test('periods are days of the calendar', () => {
  const now = new Date(2026, 10, 21, 0, 30)
  expect(periodOf(new Date(2026, 10, 21, 0, 1).toISOString(), now)).toBe('today')
  expect(periodOf(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('week')
  expect(periodOf(new Date(2026, 10, 15, 0, 1).toISOString(), now)).toBe('week')
  expect(periodOf(new Date(2026, 10, 14, 23, 59).toISOString(), now)).toBe('earlier')
})
