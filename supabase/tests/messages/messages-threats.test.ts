/** Messages against those who want what is not theirs: THREATS §9, row by row, through the official client. */
import { randomBytes } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openMessaging, refusalOf, rightsOn, type Entry, type Messaging } from './message-people.ts'

let m: Messaging
let [awa, kossi, eve] = ['', '', '']
let talk: string
let first: string
let spy: SupabaseClient
beforeAll(async () => {
  m = await openMessaging()
  ;[awa, kossi, eve] = [await m.person('sanogo'), await m.person('agbeko'), await m.person('eve')]
  talk = await m.direct(awa, kossi)
  first = (await m.send(awa, talk)).id
  await m.send(kossi, talk)
  spy = await m.client(eve)
})
afterAll(() => m[Symbol.asyncDispose]())

const denied = { status: 403, code: '42501' }
const hears = (person: string, topic: string) => rightsOn(m, { person, topic, says: 'presence' })
const deaf = { broadcast: false, presence: false, write: false }
const values = <Row>({ data }: { data: Row[] | null }) => data

test('M-01 nothing of a conversation of others: by id, embedded, counted, on channels', async () => {
  expect(values(await spy.from('encrypted_messages').select('*').eq('id', first))).toEqual([])
  expect(values(await spy.from('encrypted_messages').select('*'))).toEqual([])
  expect(values(await spy.from('conversations').select('*,encrypted_messages(*)'))).toEqual([])
  expect(values(await spy.from('conversation_participants').select('*').neq('user_id', eve))).toEqual([])
  expect(values(await spy.from('conversation_epochs').select('*'))).toEqual([])
  expect(values(await spy.from('conversation_keys').select('*'))).toEqual([])
  expect((await spy.from('encrypted_messages').select('*', { count: 'exact', head: true })).count).toBe(0)
  expect(await m.call(eve, 'conversation_entry', { conversation: talk })).toEqual([])
  expect(await m.call(eve, 'conversation_page')).toEqual([])
  for (const name of ['leave_conversation', 'set_vanishing', 'share_epochs', 'answer_request', 'mark_read']) {
    const params = { conversation: talk, seconds: 60, wraps: [], answer: 'accept', up_to: 'infinity' }
    const own = {
      set_vanishing: ['seconds'],
      share_epochs: ['wraps'],
      answer_request: ['answer'],
      mark_read: ['up_to'],
    }[name]
    const wanted = Object.entries(params).filter(([key]) => key === 'conversation' || own?.includes(key))
    expect([name, await m.refusal(eve, name, Object.fromEntries(wanted))]).toMatchObject([name, denied])
  }
  expect((await m.send(eve, talk)).refusal).toMatchObject(denied)
  const marked = await spy.from('encrypted_messages').update({ is_read: true }).eq('id', first).select()
  expect(values(marked)).toEqual([])
  expect(await hears(eve, `presence:${talk}`)).toEqual(deaf)
  expect(await hears(eve, `user:${awa}`)).toEqual(deaf)
  expect(await hears(awa, `presence:${talk}`)).toEqual({ broadcast: true, presence: true, write: true })
})

test('M-01 no message reaches the channel of anybody else', async () => {
  await m.heard()
  await m.send(awa, talk)
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: 'infinity' })
  expect(new Set((await m.heard()).map(({ to }) => to))).toEqual(new Set([awa, kossi]))
})

test('M-01 nobody reports what they cannot read; a report names whose it is, shows that message alone, and says so last', async () => {
  const report = { target_type: 'message', target_id: first, reason: 'violence' }
  expect(await m.refusal(eve, 'send_report', report)).toMatchObject({ status: 404, hint: 'report_target_gone' })
  expect(await m.refusal(awa, 'send_report', report)).toMatchObject({ status: 409, hint: 'report_own' })
  const disclosed = { v: 1, text: 'Des menaces', row: { id: first }, key: 'k', commit: 'c' }
  const other = { ...report, disclosed: { ...disclosed, row: { id: talk } } }
  expect(await m.refusal(kossi, 'send_report', other)).toMatchObject({ status: 400, hint: 'disclosed_invalid' })
  await m.call(kossi, 'send_report', { ...report, disclosed })
  await m.call(kossi, 'send_report', { ...report, details: 'Encore' })
  const kept = await m.run(
    `select jsonb_build_array(subject_id, disclosed, details)::text as value from public.reports where target_id = $1`,
    [first],
  )
  expect(JSON.parse(kept)).toEqual([awa, disclosed, 'Encore'])
  expect(values(await spy.from('reports').select('*'))).toEqual([])
  const much = { ...disclosed, key: 'x'.repeat(100_000) }
  expect((await m.refusal(kossi, 'send_report', { ...report, disclosed: much }))?.code).toBe('23514')
})

test('M-02 nobody puts themselves or a third one into a conversation, nor comes back into it', async () => {
  const joining = { conversation_id: talk, user_id: eve }
  const add = async (person: string) =>
    refusalOf(await (await m.client(person)).from('conversation_participants').insert(joining))
  expect([await add(eve), await add(awa)]).toMatchObject([denied, denied])
  expect(await m.refusal(awa, 'add_member', { conversation: talk, person: eve })).toMatchObject(denied)
  expect(await m.refusal(eve, 'add_member', { conversation: talk, person: eve })).toMatchObject(denied)
  const group = await m.call<string>(awa, 'start_group', { members: [kossi, eve] })
  await m.call(awa, 'remove_member', { conversation: group, person: eve })
  const own = () => spy.from('conversation_participants')
  for (const change of [
    { is_active: true },
    { state: 'accepted' },
    { role: 'owner' },
    { conversation_id: talk },
    { user_id: awa },
  ])
    expect(refusalOf(await own().update(change).eq('user_id', eve))).toMatchObject(denied)
  expect(await m.refusal(eve, 'answer_request', { conversation: group, answer: 'accept' })).toMatchObject(denied)
  expect(await m.refusal(eve, 'add_member', { conversation: group, person: eve })).toMatchObject(denied)
  const pair = { kind: 'direct', pair_key: [awa, eve].toSorted().join(':') }
  expect(refusalOf(await spy.from('conversations').insert(pair))).toMatchObject(denied)
})

test('W-04 whoever leaves, is removed or blocked makes the channel of who is here ask for rights again', async () => {
  const doubted = (conversation: string) =>
    m.run(
      `select count(*)::text as value from realtime.messages
       where topic = 'presence:' || $1 and event = 'rights_changed' and private`,
      [conversation],
    )
  const [one, two, three] = [await m.person('doubt1'), await m.person('doubt2'), await m.person('doubt3')]
  const group = await m.call<string>(one, 'start_group', { members: [two, three] })
  for (const person of [two, three]) await m.call(person, 'answer_request', { conversation: group, answer: 'accept' })
  expect(await doubted(group)).toBe('0')
  await m.call(one, 'remove_member', { conversation: group, person: two })
  expect(await doubted(group)).toBe('1')
  await m.call(three, 'leave_conversation', { conversation: group })
  expect(await doubted(group)).toBe('2')
  const pair = await m.direct(two, three)
  await (await m.client(three)).from('blocks').insert({ blocker_id: three, blocked_id: two })
  expect(await doubted(pair)).toBe('1')
})

test('M-03 a message is its sender’s, of its moment, of its epoch, and once', async () => {
  const client = await m.client(kossi)
  expect((await m.send(kossi, talk, { sender_id: awa })).refusal).toMatchObject(denied)
  expect((await m.send(kossi, talk, { created_at: '2020-01-01' })).refusal).toMatchObject(denied)
  expect((await m.send(kossi, talk, { is_read: true })).refusal).toMatchObject(denied)
  const before = values(await client.from('encrypted_messages').select('*').eq('id', first))
  expect((await m.send(kossi, talk, { id: first })).refusal).toBeNull()
  expect(values(await client.from('encrypted_messages').select('*').eq('id', first))).toEqual(before)
  const [{ metadata } = { metadata: null }] = before ?? []
  const copy = {
    id: first,
    conversation_id: talk,
    encrypted_content: 'AAAA',
    iv: 'A'.repeat(16),
    metadata: metadata as object,
  }
  expect(refusalOf(await client.from('encrypted_messages').insert(copy))).toMatchObject({ status: 409, code: '23505' })
  const other = await m.person('elsewhere')
  const elsewhere = await m.direct(other, kossi)
  const epochs = (await m.client(other)).from('conversation_epochs')
  const { data } = await epochs.select('epoch_id').eq('conversation_id', elsewhere).single()
  const stolen = { metadata: { e2ee: { v: 1, epoch: data?.epoch_id as string, d: 'deadbeef', n: 1 } } }
  const stale = { status: 409, code: 'PT409', hint: 'stale_epoch' }
  expect((await m.send(kossi, talk, stolen)).refusal).toMatchObject(stale)
  expect((await m.send(kossi, talk, { metadata: {} })).refusal).toMatchObject(stale)
})

test('M-04 what is written stays as it was, and is read by others alone', async () => {
  const client = await m.client(awa)
  const change = (fields: object) => client.from('encrypted_messages').update(fields).eq('id', first).select()
  for (const fields of [
    { encrypted_content: 'AAAA' },
    { iv: 'simple' },
    { sender_id: kossi },
    { metadata: {} },
    { created_at: '2020-01-01' },
  ])
    expect(refusalOf(await change(fields))).toMatchObject(denied)
  await m.run('update public.encrypted_messages set is_read = false where id = $1', [first])
  expect(values(await change({ is_read: true }))).toEqual([])
  expect(refusalOf(await client.from('encrypted_messages').delete().eq('id', first))).toMatchObject(denied)
  const others = (await m.client(kossi)).from('encrypted_messages')
  expect(values(await others.update({ is_read: true }).eq('id', first).select('is_read'))).toEqual([{ is_read: true }])
  expect(refusalOf(await others.update({ is_read: false }).eq('id', first))).toMatchObject(denied)
})

test('M-06 whom one blocks neither writes, begins anew, comes in by a group, nor sees one here or reading', async () => {
  const [blocker, blocked] = [await m.person('blocker'), await m.person('blocked')]
  const id = await m.direct(blocked, blocker)
  await m.send(blocked, id)
  await m.send(blocker, id)
  expect(await hears(blocked, `presence:${id}`)).toMatchObject({ presence: true })
  await m.call(blocker, 'mark_read', { conversation: id, up_to: '2020-01-01' })
  await (await m.client(blocker)).from('blocks').insert({ blocked_id: blocked })
  const refused = { status: 403, hint: 'cannot_message' }
  expect((await m.send(blocked, id)).refusal).toMatchObject(refused)
  expect((await m.send(blocker, id)).refusal).toMatchObject(refused)
  expect(await m.refusal(blocked, 'start_conversation', { other: blocker })).toMatchObject(refused)
  expect(await m.refusal(blocked, 'start_group', { members: [blocker, awa] })).toMatchObject(refused)
  const group = await m.call<string>(blocked, 'start_group', { members: [awa] })
  expect(await m.refusal(blocked, 'add_member', { conversation: group, person: blocker })).toMatchObject(refused)
  expect(await hears(blocked, `presence:${id}`)).toEqual(deaf)
  await m.heard()
  await m.call(blocker, 'mark_read', { conversation: id, up_to: 'infinity' })
  expect((await m.heard()).map(({ to }) => to)).not.toContain(blocked)
  const [seen] = await m.call<Entry[]>(blocked, 'conversation_entry', { conversation: id })
  expect(seen).toMatchObject({ is_closed: true, others: [{ id: blocker, display_name: null }] })
  expect(seen?.others[0]?.last_read_at).toMatch(/^2020/)
  const [own] = await m.call<Entry[]>(blocker, 'conversation_entry', { conversation: id })
  expect(own).toMatchObject({ is_closed: true, me: { state: 'blocked' } })
})

test('M-07 a row has no room for bombs', async () => {
  const invalid = { status: 400, code: '23514' }
  const { data } = await (await m.client(awa)).from('encrypted_messages').select('metadata').eq('id', first).single()
  const own = data?.metadata as object
  const nested = JSON.parse(`${'{"a":'.repeat(400)}1${'}'.repeat(400)}`) as object
  expect((await m.send(awa, talk, { metadata: { ...own, x: 'x'.repeat(1_000_000) } })).refusal).toMatchObject(invalid)
  expect((await m.send(awa, talk, { metadata: { ...own, nested } })).refusal).toMatchObject({ status: 400 })
  expect((await m.send(awa, talk, { encrypted_content: 'A'.repeat(65_537) })).refusal).toMatchObject(invalid)
  expect((await m.send(awa, talk, { encrypted_content: 'A'.repeat(65_536) })).refusal).toBeNull()
  expect((await m.send(awa, talk, { message_type: 'html' })).refusal).toMatchObject(invalid)
  expect((await m.send(awa, talk, { iv: randomBytes(16).toString('base64') })).refusal).toMatchObject(invalid)
})

test('M-08 one counts for oneself, and what was read stays read', async () => {
  const client = await m.client(kossi)
  expect(values(await spy.from('conversation_settings').select('*').eq('conversation_id', talk))).toEqual([])
  expect(values(await client.from('conversation_settings').select('user_id').neq('user_id', kossi))).toEqual([])
  const set = client.from('conversation_settings').update({ unread_count: 0 }).eq('conversation_id', talk)
  expect(refusalOf(await set)).toMatchObject(denied)
  const theirs = spy
    .from('conversation_settings')
    .update({ muted_until: '2030-01-01' })
    .eq('conversation_id', talk)
    .select()
  expect(values(await theirs)).toEqual([])
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: 'infinity' })
  const own = () =>
    client.from('conversation_participants').select('last_read_at').eq('conversation_id', talk).eq('user_id', kossi)
  const [read] = values(await own()) ?? []
  expect(read?.last_read_at).not.toBeNull()
  await m.call(kossi, 'mark_read', { conversation: talk, up_to: '2020-01-01' })
  for (const at of ['2020-01-01', null])
    await client
      .from('conversation_participants')
      .update({ last_read_at: at })
      .eq('conversation_id', talk)
      .eq('user_id', kossi)
  expect(values(await own())).toEqual([read])
  await client.from('conversation_participants').update({ last_read_at: '2999-01-01' }).eq('user_id', kossi)
  expect(String(values(await own())?.[0]?.last_read_at)).not.toMatch(/^2999/)
})

test('M-09 twenty new conversations an hour, three messages before an answer', async () => {
  const spammer = await m.person('spammer')
  const crowd = await Promise.all(Array.from({ length: 22 }, (_, n) => m.person(`reached${n}`, n === 0)))
  const answers = []
  for (const other of crowd) answers.push(await m.refusal(spammer, 'start_conversation', { other }))
  expect(answers.filter((answer) => answer === null)).toHaveLength(20)
  expect(answers.at(-1)).toMatchObject({ status: 429, hint: 'too_many_conversations' })
  expect(await m.refusal(spammer, 'start_group', { members: crowd.slice(0, 3) })).toMatchObject({ status: 429 })
  expect(refusalOf(await (await m.client(spammer)).from('conversations').insert({}))).toMatchObject({ status: 429 })
  const [reached = ''] = crowd
  const id = await m.direct(spammer, reached)
  const sent = await Promise.all(Array.from({ length: 6 }, () => m.send(spammer, id)))
  const refused = sent.filter(({ refusal }) => refusal !== null)
  expect(refused.map(({ refusal }) => refusal?.hint)).toEqual(['not_accepted', 'not_accepted', 'not_accepted'])
  await m.call(reached, 'answer_request', { conversation: id, answer: 'accept' })
  expect((await m.send(spammer, id)).refusal).toBeNull()
})

test('M-09 who may write is settled by who is written to', async () => {
  const person = await m.person('settled')
  const settle = (who: string) =>
    m.run('update public.profile_settings set who_can_message = $2 where user_id = $1', [person, who])
  const ask = () => m.refusal(awa, 'start_conversation', { other: person })
  const may = () => m.call<boolean>(awa, 'may_write_to', { person })
  const refused = { status: 403, hint: 'cannot_message' }
  expect(await may()).toBe(true)
  await settle('nobody')
  expect(await may()).toBe(false)
  expect(await ask()).toMatchObject(refused)
  await settle('following')
  expect(await may()).toBe(false)
  expect(await ask()).toMatchObject(refused)
  await m.run('insert into public.follows (follower_id, followee_id) values ($1, $2)', [person, awa])
  expect([await may(), await ask()]).toEqual([true, null])
  // The conversation that there is stays open.
  await settle('nobody')
  expect([await may(), await ask()]).toEqual([true, null])
  await (await m.client(person)).from('blocks').insert({ blocked_id: awa })
  expect(await may()).toBe(false)
  const suspended = await m.person('suspended')
  await m.run(`update public.profiles set status = 'suspended' where id = $1`, [suspended])
  expect(await m.refusal(suspended, 'start_conversation', { other: awa })).toMatchObject({
    status: 403,
    hint: 'account_suspended',
  })
})

test('M-10 with an account go its keys and all it wrote; the places and the hashes stay', async () => {
  const gone = await m.person('gone')
  const id = await m.direct(gone, awa)
  const written = await m.send(gone, id)
  await m.call(gone, 'save_key_backup', { bundle: { ct: 'x' }, slots: [{ t: 'code' }], seq: 1 })
  await m.call(gone, 'save_key_backup', { bundle: { ct: 'y' }, slots: [{ t: 'code' }], seq: 2 })
  const [before] = await m.call<object[]>(awa, 'key_log', { user: gone })
  expect(before).toMatchObject({ public_key: expect.any(String), hash: expect.any(String) })
  await m.run('delete from auth.users where id = $1', [gone])
  const client = await m.client(awa)
  const { data } = await client.from('encrypted_messages').select('*').eq('conversation_id', id)
  expect(data).toMatchObject([{ id: written.id, sender_id: gone, encrypted_content: '', iv: 'deleted', metadata: {} }])
  const keep = { public_key: null, identity_key: null, signature: null, succession: null }
  expect(await m.call(awa, 'key_log', { user: gone })).toEqual([{ ...before, ...keep }])
  const keys = ['user_public_keys', 'user_key_backups', 'former_key_backups', 'conversation_keys']
  for (const table of [...keys, 'conversation_settings'])
    expect(await m.run(`select count(*)::text as value from public.${table} where user_id = $1`, [gone])).toBe('0')
  const [entry] = await m.call<Entry[]>(awa, 'conversation_entry', { conversation: id })
  expect(entry).toMatchObject({ is_closed: true, others: [] })
  expect((await m.send(awa, id)).refusal).toMatchObject({ hint: 'cannot_message' })
  await m.run(
    `insert into storage.objects (bucket_id, name, owner_id) values ('dm-blobs', $1 || '/' || repeat('a', 32), $2)`,
    [id, gone],
  )
  expect(await m.run(`select is_dead::text as value from public.review_message_files('', 10)`)).toBe('true')
  await m.call(awa, 'leave_conversation', { conversation: id })
  expect(
    await m.run('select count(*)::text as value from public.encrypted_messages where conversation_id = $1', [id]),
  ).toBe('0')
})
