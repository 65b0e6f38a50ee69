/** Messages as clients write and read them: one row however often it is sent, in the order in which it is seen. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openMessaging, type Messaging } from './message-people.ts'

let m: Messaging
let awa: string
let kossi: string
let talk: string
beforeAll(async () => {
  m = await openMessaging()
  ;[awa, kossi] = [await m.person('awa2'), await m.person('kossi2')]
  talk = await m.direct(awa, kossi)
})
afterAll(() => m[Symbol.asyncDispose]())

interface Entry {
  readonly conversation: { id: string; epoch_id: string | null }
  readonly me: { state: string; unread_count: number; last_read_at: string | null }
  readonly others: { id: string; display_name: string | null; state: string; last_read_at: string | null }[]
  readonly latest: { id: string } | null
  readonly is_closed: boolean
  readonly cursor: string
}
const page = (person: string, filter = 'all', more: object = {}) =>
  m.call<Entry[]>(person, 'conversation_page', { filter, ...more })

test('a message is sent once, whoever repeats it, and heard by both', async () => {
  await m.heard()
  const sent = await m.send(awa, talk)
  expect(sent.refusal).toBeNull()
  expect((await m.send(awa, talk, { id: sent.id })).refusal).toBeNull()
  expect(await m.read(kossi, talk)).toEqual([sent.id])
  const messages = (await m.heard()).filter(({ event }) => event === 'message')
  expect(messages.map(({ to }) => to).toSorted()).toEqual([awa, kossi].toSorted())
  expect(messages[0]?.payload).toMatchObject({ id: sent.id, conversation_id: talk, sender_id: awa, is_read: false })
  expect(await page(kossi, 'requests')).toMatchObject([
    { conversation: { id: talk }, me: { state: 'requested', unread_count: 1 }, latest: { id: sent.id } },
  ])
  expect(await page(awa)).toMatchObject([{ conversation: { id: talk }, others: [{ id: kossi, state: 'requested' }] }])
})
