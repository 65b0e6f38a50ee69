/** Who is told of a message, where, and of what nobody is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { openMessaging, type Messaging } from './message-people.ts'

let m: Messaging
let awa: string
let kossi: string
let talk: string
beforeAll(async () => {
  m = await openMessaging()
  ;[awa, kossi] = [await m.person('sanogo'), await m.person('agbeko')]
  talk = await m.direct(awa, kossi)
  // Who answers has accepted.
  await m.send(kossi, talk)
})
afterAll(() => m[Symbol.asyncDispose]())

test('a message is told where messages are, and stands among the notifications of nobody', async () => {
  await m.run('select public.tell_messages(1000)::text as value')
  await m.run(`delete from public.notifications`)
  const sent = await m.send(awa, talk)
  await m.run('select public.tell_messages(10)::text as value')
  const told = await rowsOf(m.database, 'select user_id, is_listed, data from public.notifications')
  expect(told).toEqual([{ user_id: kossi, is_listed: false, data: { conversation_id: talk, message_id: sent.id } }])
  expect(await m.call(kossi, 'unread_notifications', {})).toBe(0)
  expect(await m.call(kossi, 'unread_conversations', {})).toBe(1)
})

test('what is said about a conversation is neither unread nor told', async () => {
  await m.run('select public.tell_messages(1000)::text as value')
  await m.run(`delete from public.notifications`)
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: 'infinity' })
  const unread = () =>
    m.run(
      `select unread_count::text as value from public.conversation_settings where conversation_id = $1 and user_id = $2`,
      [talk, kossi],
    )
  const epoch = await m.run('select epoch_id as value from public.conversations where id = $1', [talk])
  const named = await m.send(awa, talk, { metadata: { e2ee: { v: 1, epoch, d: 'deadbeef', n: 0 }, quiet: true } })
  expect([named.refusal, await unread()]).toEqual([null, '0'])
  await m.send(awa, talk)
  expect(await unread()).toBe('1')
  expect(await m.run('select public.tell_messages(10)::text as value')).toBe('1')
  const at = await m.run(
    `select (created_at - interval '1 microsecond')::text as value from public.encrypted_messages where id = $1`,
    [named.id],
  )
  await m.run(`update public.conversation_settings set read_up_to = null where conversation_id = $1 and user_id = $2`, [
    talk,
    kossi,
  ])
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: at })
  expect(await unread()).toBe('1')
})
