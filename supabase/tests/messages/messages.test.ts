/** Messages as clients write and read them: one row however often it is sent, in the order in which it is seen. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { makeKey } from './message-keys.ts'
import { openMessaging, type Entry, type Messaging } from './message-people.ts'

let m: Messaging
let awa: string
let kossi: string
let talk: string
beforeAll(async () => {
  m = await openMessaging()
  ;[awa, kossi] = [await m.person('sanogo'), await m.person('agbeko')]
  talk = await m.direct(awa, kossi)
})
afterAll(() => m[Symbol.asyncDispose]())

const page = (person: string, filter = 'all', more: object = {}) =>
  m.call<Entry[]>(person, 'conversation_page', { filter, ...more })
const entry = async (person: string, conversation: string) =>
  (await m.call<Entry[]>(person, 'conversation_entry', { conversation }))[0]
const follow = (follower: string, followee: string) =>
  m.run('insert into public.follows (follower_id, followee_id) values ($1, $2)', [follower, followee])
const idsOf = (entries: readonly Entry[]) => entries.map(({ conversation }) => conversation.id)

test('a message is one row, however often it is sent, and heard by both', async () => {
  await m.heard()
  const sent = await m.send(awa, talk)
  expect(sent.refusal).toBeNull()
  expect((await m.send(awa, talk, { id: sent.id })).refusal).toBeNull()
  expect(await m.read(kossi, talk)).toEqual([sent.id])
  const heard = (await m.heard()).filter(({ event }) => event === 'message')
  expect(heard.map(({ to }) => to).toSorted()).toEqual([awa, kossi].toSorted())
  expect(heard[0]?.payload).toMatchObject({ id: sent.id, conversation_id: talk, sender_id: awa, is_read: false })
  expect(heard[0]?.payload['encrypted_content']).toHaveLength(268)
  const large = await m.send(awa, talk, { encrypted_content: 'A'.repeat(20_000) })
  const told = (await m.heard()).find(({ event }) => event === 'message')
  expect(told?.payload).toEqual({ id: large.id, conversation_id: talk, sender_id: awa, created_at: expect.any(String) })
})

test('from somebody whom one does not follow it is a request, until it is answered', async () => {
  expect(await page(kossi)).toEqual([])
  expect(await page(kossi, 'requests')).toMatchObject([
    {
      conversation: { id: talk },
      me: { state: 'requested', unread_count: 2 },
      others: [{ id: awa }],
      is_closed: false,
    },
  ])
  expect(await m.call(kossi, 'unread_conversations')).toBe(0)
  expect(await page(awa)).toMatchObject([{ me: { state: 'accepted' }, others: [{ id: kossi, state: 'requested' }] }])
  await m.send(kossi, talk)
  expect(await page(kossi, 'requests')).toEqual([])
  expect(idsOf(await page(kossi))).toEqual([talk])
  // Two messages of one conversation; and none where it is muted.
  expect(await m.call(kossi, 'unread_conversations')).toBe(1)
  const settings = (await m.client(kossi)).from('conversation_settings')
  await settings.update({ muted_until: '2130-01-01' }).eq('conversation_id', talk)
  expect(await m.call(kossi, 'unread_conversations')).toBe(0)
  await settings.update({ muted_until: null }).eq('conversation_id', talk)
})

test('many at once are all there, counted once each, in the order of their times', async () => {
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: 'infinity' })
  const before = await m.read(awa, talk)
  await Promise.all(Array.from({ length: 20 }, (_, n) => m.send(n % 2 ? awa : kossi, talk)))
  const all = await m.read(awa, talk)
  expect(all.slice(0, before.length)).toEqual(before)
  expect(new Set(all).size).toBe(before.length + 20)
  expect((await entry(kossi, talk))?.me.unread_count).toBe(10)
  expect((await entry(awa, talk))?.latest?.id).toBe(all.at(-1))
})

test('reading clears the count, tells the sender and one’s own devices, and never more than was read', async () => {
  const [tenth, after] = await rowsOf<{ at: string }>(
    m.database,
    `select created_at::text as at from public.encrypted_messages where conversation_id = $1 and sender_id = $2
     order by created_at desc offset 4 limit 2`,
    [talk, awa],
  )
  await m.heard()
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: tenth?.at })
  expect((await entry(kossi, talk))?.me.unread_count).toBe(4)
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: after?.at })
  expect((await entry(kossi, talk))?.me.unread_count).toBe(4)
  const reads = (await m.heard()).filter(({ event }) => event === 'message_read')
  expect(reads.map(({ to }) => to).toSorted()).toEqual([awa, kossi].toSorted())
  expect(reads[0]?.payload).toMatchObject({ conversation_id: talk, user_id: kossi })
  // Whoever does not let others know is counted for themselves alone.
  await m.run('update public.profile_settings set read_receipts = false where user_id = $1', [kossi])
  const seen = (await entry(awa, talk))?.others[0]?.last_read_at
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: 'infinity' })
  expect((await entry(kossi, talk))?.me.unread_count).toBe(0)
  expect((await entry(awa, talk))?.others[0]?.last_read_at).toBe(seen)
  expect((await m.heard()).filter(({ event }) => event === 'message_read').map(({ to }) => to)).toEqual([kossi])
})

test('the calls of the specification work by hand', async () => {
  const client = await m.client(awa)
  const { data: latest } = await client
    .from('encrypted_messages')
    .select('*')
    .eq('conversation_id', talk)
    .order('created_at', { ascending: false })
    .limit(50)
  expect(latest?.length).toBeGreaterThan(20)
  const unread = async () => {
    const rows = client.from('encrypted_messages').select('*', { count: 'exact', head: true })
    return (await rows.eq('conversation_id', talk).eq('is_read', false).neq('sender_id', awa)).count
  }
  const before = (await unread()) ?? 0
  const one = latest?.find(({ sender_id: sender, is_read: isRead }) => sender === kossi && !isRead) as { id: string }
  await client.from('encrypted_messages').update({ is_read: true }).eq('id', one.id)
  expect(await unread()).toBe(before - 1)
  expect((await entry(awa, talk))?.me.unread_count).toBe(before - 1)
  await client.from('encrypted_messages').update({ is_read: true }).eq('conversation_id', talk).neq('sender_id', awa)
  expect(await unread()).toBe(0)
  const touched = { last_message_at: '2001-01-01T00:00:00Z', updated_at: '2001-01-01T00:00:00Z' }
  expect((await client.from('conversations').update(touched).eq('id', talk)).error).toBeNull()
  expect((await entry(awa, talk))?.latest).not.toBeNull()
  const { data: kept } = await client.from('conversations').select('last_message_at').eq('id', talk).single()
  expect(kept?.last_message_at).not.toMatch(/^2001/)
  const { data: own, error } = await client.from('conversations').insert({}).select().single<{ id: string }>()
  expect([error, idsOf(await page(awa)).includes(own?.id ?? '')]).toEqual([null, true])
  const { data: here } = await client.from('conversation_participants').select('user_id').eq('conversation_id', talk)
  expect(here?.map(({ user_id: id }) => String(id)).toSorted()).toEqual([awa, kossi].toSorted())
})

test('a new key or member wants a new epoch; of two that are opened at once, one is', async () => {
  const epochs = 'select epoch_id as id, epoch, manifest from public.conversation_epochs where conversation_id = $1'
  const rows = await rowsOf<{ id: string; epoch: number; manifest: string }>(m.database, `${epochs} order by epoch`, [
    talk,
  ])
  // Both follow the same one, whoever is quicker.
  const given = { previous: rows.at(-1) ?? null, number: (rows.at(-1)?.epoch ?? 0) + 1 }
  const [first, second] = await Promise.all([m.epoch(awa, talk, given), m.epoch(kossi, talk, given)])
  const refused = 'status' in first ? first : second
  expect('status' in first).not.toBe('status' in second)
  expect(refused).toMatchObject({ status: 409, hint: 'epoch_exists' })
  const { data } = await (await m.client(kossi)).from('user_public_keys').select('*').eq('user_id', kossi).single()
  await m.heard()
  const next = makeKey(kossi, data as never)
  expect((await (await m.client(kossi)).from('user_public_keys').upsert(next)).error).toBeNull()
  const keys = (await m.heard()).filter(({ event }) => event === 'keys')
  expect(keys.map(({ to }) => to).toSorted()).toEqual([awa, kossi].toSorted())
  const sent = await m.send(awa, talk)
  expect(sent.refusal).toMatchObject({ status: 409, hint: 'stale_epoch' })
  expect('id' in (await m.epoch(awa, talk))).toBe(true)
  expect((await m.send(awa, talk, { id: sent.id })).refusal).toBeNull()
  const wraps = await (await m.client(kossi)).from('conversation_keys').select('kid,user_id')
  expect(wraps.data?.map(({ user_id: id }) => id as string)).not.toContain(awa)
})

test('a manifest that says anything else than who takes part opens nothing', async () => {
  const stranger = await m.person('nobody')
  expect(await m.epoch(awa, talk, { members: [awa] })).toMatchObject({ status: 409, hint: 'no_key' })
  expect(await m.epoch(awa, talk, { members: [awa, stranger] })).toMatchObject({ status: 409, hint: 'stale_members' })
  expect(await m.epoch(awa, talk, { previous: null })).toMatchObject({ status: 409, hint: 'epoch_exists' })
  expect(await m.epoch(awa, talk, { number: 9 })).toMatchObject({ status: 409, hint: 'epoch_exists' })
  expect(await m.epoch(awa, talk, { wraps: [] })).toMatchObject({ status: 400, hint: 'wraps_invalid' })
  expect(await m.epoch(stranger, talk)).toMatchObject({ status: 403, code: '42501' })
  for (const manifest of ['', 'AAAA', '????', 'A'.repeat(4000)])
    expect(
      await m.refusal(awa, 'publish_epoch', { manifest, signature: `${'A'.repeat(86)}==`, epoch: 99, wraps: [] }),
    ).toMatchObject({ status: 400, hint: 'manifest_invalid' })
})

test('a group: who joins reads from then on, or what is passed on; who is removed reads no more', async () => {
  const [ama, late] = [await m.person('ama'), await m.person('late')]
  for (const person of [kossi, ama, late]) await follow(person, awa)
  const group = await m.call<string>(awa, 'start_group', { members: [kossi, ama] })
  const first = await m.epoch(awa, group)
  const early = await m.send(awa, group)
  expect([early.refusal, await m.read(ama, group)]).toEqual([null, [early.id]])
  await m.call(ama, 'add_member', { conversation: group, person: late })
  expect((await m.send(awa, group)).refusal).toMatchObject({ hint: 'stale_epoch' })
  await m.epoch(ama, group)
  const later = await m.send(late, group)
  expect([later.refusal, await m.read(late, group)]).toEqual([null, [later.id]])
  const { kid } = (
    await rowsOf<{ kid: string }>(m.database, 'select kid from public.user_public_keys where user_id = $1', [late])
  )[0]!
  const wrap = { epoch_id: 'id' in first && first.id, user_id: late, kid, wrapped_key: `${'A'.repeat(342)}==` }
  const wraps = [{ ...wrap, share_sig: `${'A'.repeat(86)}==` }]
  expect(await m.call(ama, 'share_epochs', { conversation: group, wraps })).toBe(1)
  expect(await m.read(late, group)).toEqual([early.id, later.id])
  expect(await m.refusal(kossi, 'remove_member', { conversation: group, person: late })).toMatchObject({
    code: '42501',
  })
  await m.call(awa, 'remove_member', { conversation: group, person: late })
  expect([await m.read(late, group), (await m.send(late, group)).refusal?.status]).toEqual([[], 403])
  // Who comes back reads from then on, whoever else is given the history meanwhile.
  await m.call(awa, 'add_member', { conversation: group, person: late })
  expect(await m.call(ama, 'share_epochs', { conversation: group, wraps: [] })).toBe(0)
  expect(await m.read(late, group)).toEqual([])
  await m.call(awa, 'remove_member', { conversation: group, person: late })
  await m.call(awa, 'leave_conversation', { conversation: group })
  const roles = [(await entry(kossi, group))?.me.role, (await entry(ama, group))?.me.role]
  expect(roles.filter((role) => role === 'owner')).toHaveLength(1)
  for (const person of [kossi, ama]) await m.call(person, 'leave_conversation', { conversation: group })
  expect(await m.run('select count(*) as value from public.conversations where id = $1', [group])).toBe('0')
})

test('the list is in the order of what was last written, pinned ones first, page by page', async () => {
  const reader = await m.person('reader')
  const talks: string[] = []
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) {
    const writer = await m.person(name)
    await follow(reader, writer)
    const id = await m.direct(writer, reader)
    await m.send(writer, id)
    talks.unshift(id)
  }
  const settings = (await m.client(reader)).from('conversation_settings')
  expect(idsOf(await page(reader))).toEqual(talks)
  await settings.update({ pinned_at: '2026-01-01' }).eq('conversation_id', talks[3])
  await settings.update({ archived_at: '2026-01-01' }).eq('conversation_id', talks[1])
  const first = await page(reader, 'all', { page_size: 2 })
  expect(idsOf(first)).toEqual([talks[3], talks[0], talks[2]])
  expect(idsOf(await page(reader, 'all', { page_size: 2, cursor: first.at(-1)?.cursor }))).toEqual([talks[4]])
  expect(idsOf(await page(reader, 'archived'))).toEqual([talks[1]])
  await m.call(reader, 'mark_read', { conversation: talks[0], up_to: 'infinity' })
  expect(idsOf(await page(reader, 'unread'))).toEqual(talks.slice(1))
  expect(await m.refusal(reader, 'conversation_page', { filter: 'archived', cursor: first[0]?.cursor })).toMatchObject({
    status: 400,
    hint: 'cursor_invalid',
  })
})

test('what one deletes for oneself stays with the other, until they do too', async () => {
  const other = await m.person('other')
  const id = await m.direct(awa, other)
  await m.send(awa, id)
  await m.call(other, 'answer_request', { conversation: id, answer: 'delete' })
  expect([await page(other, 'requests'), await m.read(other, id), (await m.read(awa, id)).length]).toEqual([[], [], 1])
  const again = await m.send(awa, id)
  expect([idsOf(await page(other, 'requests')), await m.read(other, id)]).toEqual([[id], [again.id]])
  for (const person of [awa, other]) await m.call(person, 'leave_conversation', { conversation: id })
  expect(await m.run('select count(*) as value from public.encrypted_messages where conversation_id = $1', [id])).toBe(
    '0',
  )
})

test('nothing is written in the open once everybody has a key; before, a legacy client may', async () => {
  expect((await m.send(awa, talk, { iv: 'simple', encrypted_content: 'Bonjour' })).refusal).toMatchObject({
    status: 422,
    hint: 'plaintext_refused',
  })
  const old = await m.person('old', false)
  const id = await m.call<string>(awa, 'start_conversation', { other: old })
  expect(await m.epoch(awa, id)).toMatchObject({ status: 409, hint: 'no_key' })
  expect((await m.send(awa, id, { iv: 'simple', encrypted_content: 'Bonjour', metadata: {} })).refusal).toBeNull()
  expect((await m.send(awa, id, { iv: 'deleted' })).refusal).toMatchObject({ hint: 'plaintext_refused' })
})

test('what vanishes is hidden at its moment and deleted after it; what is erased leaves its place', async () => {
  await m.call(awa, 'set_vanishing', { conversation: talk, seconds: 60 })
  const sent = await m.send(awa, talk)
  expect(await m.read(kossi, talk)).toContain(sent.id)
  await m.run(`update public.encrypted_messages set expires_at = now() - interval '1 second' where id = $1`, [sent.id])
  expect(await m.read(kossi, talk)).not.toContain(sent.id)
  expect((await entry(kossi, talk))?.latest?.id).not.toBe(sent.id)
  const unread = (await entry(kossi, talk))?.me.unread_count ?? 0
  expect(unread).toBeGreaterThan(0)
  expect(await m.run('select public.expire_messages(10)::text as value')).toBe('1')
  expect((await entry(kossi, talk))?.me.unread_count).toBe(unread - 1)
  await m.call(awa, 'set_vanishing', { conversation: talk, seconds: null })
  const wrong = await m.send(awa, talk)
  await m.call(kossi, 'erase_message', { message: wrong.id })
  expect((await entry(kossi, talk))?.latest?.iv).not.toBe('deleted')
  await m.call(awa, 'erase_message', { message: wrong.id })
  expect((await entry(kossi, talk))?.latest).toMatchObject({ id: wrong.id, iv: 'deleted', encrypted_content: '' })
})

test('a notification is for who has not read it yet, once per message, without a word of it', async () => {
  await m.run('select public.tell_messages(1000)::text as value')
  await m.run('delete from public.notifications')
  const [read, unread] = [await m.send(awa, talk), await m.send(awa, talk)]
  const at = await m.run('select created_at::text as value from public.encrypted_messages where id = $1', [read.id])
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: at })
  const tell = () => m.run('select public.tell_messages(10)::text as value')
  expect(await tell()).toBe('2')
  await m.run(`update public.conversation_settings set muted_until = 'infinity' where user_id = $1`, [kossi])
  await m.send(awa, talk)
  expect([await tell(), await tell()]).toEqual(['1', '0'])
  const told = () =>
    rowsOf(m.database, 'select user_id, type, title, body, data, read_at from public.notifications order by last_at')
  const data = { conversation_id: talk, message_id: unread.id }
  expect(await told()).toEqual([
    { user_id: kossi, type: 'message', title: '', body: 'Nouveau message', data, read_at: null },
  ])
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: 'infinity' })
  expect(await told()).toMatchObject([{ read_at: expect.anything() }])
})

test('who began a conversation stays known when their account is gone, and is blocked no more', async () => {
  const gone = await m.person('founder')
  await follow(kossi, gone)
  const group = await m.call<string>(gone, 'start_group', { members: [kossi] })
  const pair = await m.call<string>(gone, 'start_conversation', { other: kossi })
  await m.run('delete from auth.users where id = $1', [gone])
  const key = [gone, kossi].toSorted().join(':')
  expect((await entry(kossi, group))?.conversation).toMatchObject({ created_by: gone, pair_key: null })
  expect((await entry(kossi, pair))?.conversation).toMatchObject({ created_by: gone, pair_key: key })
  await m.call(kossi, 'answer_request', { conversation: group, answer: 'block' })
  expect(await entry(kossi, group)).toBeUndefined()
})
