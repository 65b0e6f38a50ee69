import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { MessageBody, MessageRow } from '#entities/conversation/message-row.ts'

import type { PendingMessage } from '../message.ts'
import { conversationId, opened, sealed } from './testing/delivery-world.ts'
import { itemsOf } from './thread-items.ts'
import { emptyThread, reduceThread, type ThreadEvent } from './thread-machine.ts'

test('the order in which a thread hears of rows, openings and reading makes no difference', () => {
  const row = (n: number): MessageRow => ({
    ...sealed({ ...pendingOf(n), body: bodyOf(n) }, n % 2 === 0 ? 'awa' : 'kofi'),
    created_at: `2026-11-22T00:00:${String(Math.floor(n / 3)).padStart(2, '0')}+00:00`,
    is_read: false,
    expires_at: null,
  })
  const rows = Array.from({ length: 24 }, (_, n) => row(n))
  const events = rows.flatMap((one): ThreadEvent[] => [
    { type: 'rows', rows: [one] },
    { type: 'rows', rows: [{ ...one, is_read: true }] },
    { type: 'opened', messages: [[one.id, opened(one)]] },
    { type: 'opened', messages: [[one.id, { kind: 'failed', code: 'no_wrap' }]] },
    { type: 'read', userId: 'kofi', upTo: one.created_at },
  ])
  const settle = (order: readonly ThreadEvent[]) =>
    itemsOf(
      order.reduce(reduceThread, reduceThread(emptyThread('awa'), { type: 'members', readers: [['kofi', null]] })),
      0,
    )
  const expected = settle(events)
  expect(expected.filter(({ content }) => content.kind === 'open').length).toBeGreaterThan(8)
  fc.assert(
    fc.property(
      fc.shuffledSubarray(events, { minLength: events.length }),
      fc.array(fc.constantFrom(...events)),
      (shuffled, again) => {
        expect(settle([...shuffled, ...again])).toEqual(expected)
      },
    ),
  )
})

test('a group is said to be named when its name is another one, not when it is told again', () => {
  const naming = (name: string, n: number): MessageRow => {
    const pending = { ...pendingOf(n), body: { t: 'text' as const, name, ts: n } }
    return { ...sealed(pending, 'awa'), created_at: `2026-11-22T00:00:0${n}+00:00`, is_read: false, expires_at: null }
  }
  const rows = ['Atelier', 'Atelier', 'Atelier wax', 'Atelier'].map(naming)
  const state = reduceThread(emptyThread('kofi'), { type: 'rows', rows })
  const messages = rows.map((row) => [row.id, opened(row)] as const)
  const shown = itemsOf(reduceThread(state, { type: 'opened', messages }), 0)
  expect(shown.map(({ content }) => content)).toEqual(
    ['Atelier', 'Atelier wax', 'Atelier'].map((name) => ({ kind: 'named', name })),
  )
})

test('a picture to be looked at once is handed out until somebody says that they have, and is never one taken back', () => {
  const att = [
    { b: 'dm-blobs' as const, p: `${conversationId}/${'0'.repeat(32)}`, k: '', h: '', m: 'image/webp', s: 1 },
  ]
  const rowOf = (body: MessageBody, n: number, sender: string): MessageRow => ({
    ...sealed({ ...pendingOf(n), body }, sender),
    created_at: `2026-11-22T00:00:0${n}+00:00`,
    is_read: false,
    expires_at: null,
  })
  const picture = rowOf({ t: 'image', ts: 0, once: true, att }, 0, 'awa')
  const said = rowOf({ t: 'text', ts: 1, opened: picture.id }, 1, 'kofi')
  const read = (me: string, rows: readonly MessageRow[]) => {
    const state = reduceThread(emptyThread(me), { type: 'rows', rows })
    const messages = [picture, said].map((row) => [row.id, opened(row)] as const)
    return itemsOf(reduceThread(state, { type: 'opened', messages }), 0).map(({ content }) => content)
  }
  expect(read('kofi', [picture])).toMatchObject([{ once: 'closed', attachments: att }])
  // To its sender it is closed for good.
  expect(read('awa', [picture])).toMatchObject([{ once: 'closed', attachments: [] }])
  const erased = { ...picture, iv: 'deleted', encrypted_content: '', metadata: {} }
  for (const me of ['awa', 'kofi'])
    for (const row of [picture, erased])
      expect(read(me, [row, said])).toMatchObject([{ kind: 'open', once: 'opened', attachments: [] }])
  // Only whoever looks closes it for themselves.
  expect(read('kofi', [picture, { ...said, sender_id: 'awa' }])).toMatchObject([{ once: 'closed', attachments: att }])
})

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

function pendingOf(n: number): PendingMessage {
  const facts = {
    id: idOf(n),
    conversationId,
    type: 'text',
    queuedAt: '',
    state: 'queued',
    failure: null,
    files: [],
  } as const
  return { ...facts, body: bodyOf(n) }
}

/** Words, edits, deletions and reactions, of oneself and of the other. */
function bodyOf(n: number): PendingMessage['body'] {
  const body = { t: 'text', ts: Date.UTC(2026, 10, 22) }
  if (n % 8 === 5) return { ...body, edit: idOf(n - 2), text: `neuf ${n}` }
  if (n % 8 === 6) return { ...body, del: idOf(n - 4) }
  if (n % 8 === 7) return { ...body, react: { to: idOf(n - 6), e: '❤️' } }
  return { ...body, text: `mot ${n}` }
}
