/** What is counted of messages: what strangers may say and store, and each message once. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openMessaging, type Messaging } from './message-people.ts'

let m: Messaging
let [awa, kossi, eve] = ['', '', '']
let talk: string
beforeAll(async () => {
  m = await openMessaging()
  ;[awa, kossi, eve] = [await m.person('sanogo'), await m.person('agbeko'), await m.person('eve')]
  talk = await m.direct(awa, kossi)
})
afterAll(() => m[Symbol.asyncDispose]())

const toldOf = (person: string) =>
  m.run(
    `select coalesce(string_agg(data ->> 'message_id', ',' order by last_at), '') as value
     from public.notifications where user_id = $1 and type = 'message'`,
    [person],
  )
const tell = () => m.run('select public.tell_messages(1000)::text as value')

test('M-09 a group in which nobody has accepted hears each one three times, and is told of the first alone', async () => {
  const [stranger, one, two] = [await m.person('crier'), await m.person('cried1'), await m.person('cried2')]
  const group = await m.call<string>(stranger, 'start_group', { members: [one, two] })
  await m.epoch(stranger, group)
  const sent = []
  for (let n = 0; n < 4; n++) {
    sent.push(await m.send(stranger, group))
    await tell()
  }
  const [first = { id: '' }, , , last] = sent
  expect(sent.map(({ refusal }) => refusal?.hint)).toEqual([undefined, undefined, undefined, 'not_accepted'])
  expect([await toldOf(one), await toldOf(two)]).toEqual([first.id, first.id])

  // What vanishes has been said all the same.
  await m.run(
    `update public.encrypted_messages set expires_at = now() - interval '1 second' where conversation_id = $1`,
    [group],
  )
  await m.run('select public.expire_messages(1000)::text as value')
  expect((await m.send(stranger, group, { id: last?.id })).refusal).toMatchObject({ status: 403, hint: 'not_accepted' })
  const notice = (to: string) =>
    JSON.stringify({ userId: to, type: 'message', title: 'x', data: { conversation_id: group, message_id: last?.id } })
  const ask = (to: string) =>
    m.run(`select public.send_notification($1, $2::jsonb, 60) ->> 'outcome' as value`, [stranger, notice(to)])
  expect(await ask(one)).toBe('not_allowed')

  await m.call(two, 'answer_request', { conversation: group, answer: 'accept' })
  const later = await m.send(stranger, group)
  expect(later.refusal).toBeNull()
  await tell()
  expect([await toldOf(one), await toldOf(two)]).toEqual([first.id, `${first.id},${later.id}`])
  expect(await ask(two)).toBe('sent')
})

test('M-09 files go where a message could: not of the suspended, nor between people kept apart, nor without end', async () => {
  const [stranger, person] = [await m.person('hoarder'), await m.person('flooded')]
  const pair = await m.direct(stranger, person)
  const may = async (who: string, conversation = pair) =>
    m.run(
      `with claims as materialized (select set_config('request.jwt.claims', $1, true))
       select app.may_add_file($2)::text as value from claims`,
      [JSON.stringify({ sub: who, role: 'authenticated' }), conversation],
    )
  const add = (amount: number, folder = pair, size = 1000) =>
    m.run(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       select 'dm-blobs', $1 || '/' || replace(gen_random_uuid()::text, '-', ''), $2, jsonb_build_object('size', $4::int)
       from generate_series(1, $3::int)`,
      [folder, stranger, String(amount), String(size)],
    )
  const empty = () => m.run('update storage.objects set owner_id = null where owner_id = $1', [stranger])
  expect([await may(stranger), await may(person), await may(eve)]).toEqual(['true', 'true', 'false'])
  await add(29)
  expect(await may(stranger)).toBe('true')
  await add(1)
  expect([await may(stranger), await may(person)]).toEqual(['false', 'true'])
  await empty()
  await add(2, pair, 26_214_400)
  expect(await may(stranger)).toBe('false')
  await empty()
  for (let n = 0; n < 3; n++) await m.send(stranger, pair)
  expect(await may(stranger)).toBe('false')
  await m.call(person, 'answer_request', { conversation: pair, answer: 'accept' })
  await add(499, crypto.randomUUID())
  expect(await may(stranger)).toBe('true')
  await add(1)
  expect(await may(stranger)).toBe('false')
  await m.run(`update storage.objects set created_at = now() - interval '25 hours' where owner_id = $1`, [stranger])
  expect(await may(stranger)).toBe('true')
  await m.run(`update public.profiles set status = 'suspended' where id = $1`, [stranger])
  expect(await may(stranger)).toBe('false')
  await m.run(`update public.profiles set status = 'active' where id = $1`, [stranger])
  await (await m.client(person)).from('blocks').insert({ blocked_id: stranger })
  expect([await may(stranger), await may(person)]).toEqual(['false', 'false'])
})

test('M-10 a file stays while a message of its sender there names it, and a day without', async () => {
  const [one, other] = [await m.person('filer'), await m.person('reader')]
  const pair = await m.direct(one, other)
  const [own, theirs] = [await m.send(one, pair), await m.send(other, pair)]
  const elsewhere = await m.send(one, await m.direct(one, awa))
  const named = [own.id, theirs.id, elsewhere.id, null]
  const names = named.map((_, place) => `${pair}/${String(place).repeat(32)}`)
  for (const [place, id] of named.entries())
    await m.run(
      `insert into storage.objects (bucket_id, name, owner_id, user_metadata) values ('dm-blobs', $1, $2, $3::jsonb)`,
      [names[place] ?? '', one, id === null ? '{}' : JSON.stringify({ message_id: id })],
    )
  const dead = () =>
    m.run(
      `select coalesce(string_agg(right(name, 1), '' order by name), '') as value
       from public.review_message_files('', 1000) where is_dead and name like $1 || '/%'`,
      [pair],
    )
  expect(await dead()).toBe('')
  await m.run(`update storage.objects set created_at = now() - interval '25 hours' where owner_id = $1`, [one])
  expect(await dead()).toBe('123')
})

test('what has vanished is not there again when its sender, who never heard that it arrived, sends it once more', async () => {
  await m.call(awa, 'set_vanishing', { conversation: talk, seconds: 60 })
  const sent = await m.send(awa, talk)
  await m.run(`update public.encrypted_messages set expires_at = now() - interval '1 second' where id = $1`, [sent.id])
  await m.run('select public.expire_messages(10)::text as value')
  await m.heard()
  // Also under an epoch that has passed meanwhile: it is not asked for another one.
  const late = { id: sent.id, metadata: { e2ee: { v: 1, epoch: crypto.randomUUID(), d: 'deadbeef', n: 0 } } }
  for (const fields of [{ id: sent.id }, late]) expect((await m.send(awa, talk, fields)).refusal).toBeNull()
  expect(await m.heard()).toEqual([])
  expect(await m.run('select count(*)::text as value from public.encrypted_messages where id = $1', [sent.id])).toBe(
    '0',
  )
  // The id is its sender's: nobody takes another's words away by it.
  expect((await m.send(kossi, talk, { id: sent.id })).refusal).toBeNull()
  expect(await m.read(awa, talk)).toContain(sent.id)

  const remembered = () => m.run('select count(*)::text as value from app.vanished_messages where id = $1', [sent.id])
  const age = (days: number) =>
    m.run(`update app.vanished_messages set vanished_at = now() - $2::int * interval '1 day' where id = $1`, [
      sent.id,
      String(days),
    ])
  await age(89)
  await m.run('select public.expire_messages(10)::text as value')
  expect(await remembered()).toBe('1')
  await age(91)
  await m.run('select public.expire_messages(10)::text as value')
  expect(await remembered()).toBe('0')
  // By then no device's message is taken, whose id says when it was made.
  const made = (days: number) => {
    const time = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
  }
  expect((await m.send(awa, talk, { id: made(59) })).refusal).toBeNull()
  expect((await m.send(awa, talk, { id: made(61) })).refusal).toMatchObject({ status: 422, hint: 'message_too_old' })
  await m.call(awa, 'set_vanishing', { conversation: talk, seconds: null })
})
