/** A request is read without a word to who asks; once it is accepted, they learn how far. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { as } from '../support/product-database.ts'
import { openMessaging, type Entry, type Messaging } from './message-people.ts'

let m: Messaging
beforeAll(async () => {
  m = await openMessaging()
})
afterAll(() => m[Symbol.asyncDispose]())

/** Somebody has written to somebody who does not follow them. */
async function ask(): Promise<{ asker: string; asked: string; talk: string }> {
  const [asker, asked] = [await m.person('asker'), await m.person('asked')]
  const talk = await m.direct(asker, asked)
  await m.send(asker, talk)
  await m.heard()
  return { asker, asked, talk }
}

/** How far the other one has read, the marks of one's own messages, and whether the channel said it. */
async function seenBy(asker: string, talk: string) {
  const [entry] = await m.call<Entry[]>(asker, 'conversation_entry', { conversation: talk })
  const { data } = await (await m.client(asker)).from('encrypted_messages').select('is_read').eq('sender_id', asker)
  const heard = (await m.heard()).filter(({ event, to }) => event === 'message_read' && to === asker)
  return {
    isKnown: typeof entry?.others[0]?.last_read_at === 'string',
    marks: (data ?? []).map(({ is_read: isRead }) => isRead as boolean),
    told: heard.length,
  }
}

const untold = { isKnown: false, marks: [false], told: 0 }
const told = { isKnown: true, marks: [true], told: 1 }

test('M-08 what is read of a request is told when it is accepted, and not before', async () => {
  const { asker, asked, talk } = await ask()
  await m.call(asked, 'mark_read', { conversation: talk, up_to: 'infinity' })
  expect(await seenBy(asker, talk)).toEqual(untold)
  await m.call(asked, 'answer_request', { conversation: talk, answer: 'accept' })
  expect(await seenBy(asker, talk)).toEqual(told)
})

test('who answers has accepted: it is told as well', async () => {
  const { asker, asked, talk } = await ask()
  await m.call(asked, 'mark_read', { conversation: talk, up_to: 'infinity' })
  await m.send(asked, talk)
  expect(await seenBy(asker, talk)).toEqual(told)
})

test('M-08 whoever lets nobody know how far they read accepts without a word', async () => {
  const { asker, asked, talk } = await ask()
  await m.run('update public.profile_settings set read_receipts = false where user_id = $1', [asked])
  await m.call(asked, 'mark_read', { conversation: talk, up_to: 'infinity' })
  await m.call(asked, 'answer_request', { conversation: talk, answer: 'accept' })
  expect(await seenBy(asker, talk)).toEqual(untold)
})

const acts = {
  read: `select public.mark_read($1, 'infinity')`,
  accept: `select public.answer_request($1, 'accept')`,
}
test.each([
  { order: 'is read while it is accepted', first: acts.accept, second: acts.read },
  { order: 'is accepted while it is read', first: acts.read, second: acts.accept },
])('what $order is told', async ({ first, second }) => {
  const { asker, asked, talk } = await ask()
  const hasBegun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { gateway } = m.database.databases
  const slow = gateway.write(as(asked), async (tx) => {
    await tx.execute(first, [talk])
    hasBegun.resolve()
    await goOn.promise
  })
  await hasBegun.promise
  let hasEnded = false
  const quick = gateway.write(as(asked), (tx) => tx.execute(second, [talk])).then(() => (hasEnded = true))
  const waiting = `select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
  // Where it waits for nobody it ends at once, having seen nothing of the other.
  await expect.poll(async () => hasEnded || (await rowsOf(m.database, waiting)).length > 0).toBe(true)
  goOn.resolve()
  await Promise.all([slow, quick])
  expect(await seenBy(asker, talk)).toEqual(told)
})
