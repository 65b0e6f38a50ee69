/** Keys of people: published by their owner alone, in a chain that nobody can cut, and brought back by what is sealed. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { base64, makeKey, type KeyRow } from './message-keys.ts'
import { openMessaging, refusalOf, rightsOn, type Messaging } from './message-people.ts'

let m: Messaging
let [awa, kossi] = ['', '']
beforeAll(async () => {
  m = await openMessaging()
  ;[awa, kossi] = [await m.person('sanogo', false), await m.person('agbeko')]
})
afterAll(() => m[Symbol.asyncDispose]())

const publish = async (row: object, person = awa) =>
  refusalOf(await (await m.client(person)).from('user_public_keys').upsert(row))
const log = (person: string) => m.call<KeyRow[]>(kossi, 'key_log', { user: person })

test('each signed key follows the one before it, and all are kept', async () => {
  const first = makeKey(awa)
  expect([await publish(first), await publish(first)]).toEqual([null, null])
  const [second, rival] = [makeKey(awa, first), makeKey(awa, first)]
  expect(await publish(second)).toBeNull()
  expect(await publish(rival)).toMatchObject({ status: 409, hint: 'key_rollback' })
  expect(await publish({ ...makeKey(awa, second), prev_hash: first.prev_hash })).toMatchObject({
    status: 409,
    hint: 'stale_key',
  })
  expect(await publish(first)).toMatchObject({ status: 409, hint: 'key_rollback' })
  expect(await publish({ ...makeKey(awa, second), kid: rival.kid })).toMatchObject({ status: 400, hint: 'key_invalid' })
  expect(await publish({ ...makeKey(awa, second), signature: null })).toMatchObject({ status: 400, code: '23514' })
  expect(await publish({ ...makeKey(awa, second), identity_key: 'x' })).toMatchObject({ status: 400, code: '23514' })
  expect((await log(awa)).map(({ kid }) => kid)).toEqual([first.kid, second.kid])
})

test('M-05 a key is its owner’s to publish: anybody else is not authorised, what is not signed counts for none', async () => {
  const notAuthorised = 'Non autorisé'
  const [ama, koffi] = [await m.person('ama'), await m.person('koffi')]
  const client = await m.client(koffi)
  const inserted = await client.from('user_public_keys').upsert(makeKey(ama))
  expect([inserted.status, inserted.error?.message]).toEqual([403, notAuthorised])
  const changed = client.from('user_public_keys').update({ public_key: 'x' }).eq('user_id', ama).select()
  expect((await changed).data).toEqual([])
  const taken = client.from('user_public_keys').update({ user_id: ama }).eq('user_id', koffi)
  expect((await taken).error?.message).toBe(notAuthorised)
  const talk = await m.direct(ama, koffi)
  expect((await m.send(ama, talk)).refusal).toBeNull()
  expect(await publish({ user_id: koffi, public_key: 'garbage' }, koffi)).toBeNull()
  const { data } = await client.from('user_public_keys').select('*').eq('user_id', koffi).single()
  expect(data).toMatchObject({ public_key: 'garbage', kid: null, identity_key: null, signature: null })
  expect((await m.send(ama, talk)).refusal).toMatchObject({ hint: 'stale_epoch' })
  expect(await m.epoch(ama, talk)).toMatchObject({ hint: 'no_key' })
})

test('M-05 an app that somebody let in publishes no key of theirs, ends nothing of theirs, and is never of the staff', async () => {
  const [keyless, keyed] = [await m.person('ines', false), await m.person('yao', false)]
  const first = makeKey(keyed)
  expect(await publish(first, keyed)).toBeNull()
  expect(await publish(makeKey(keyless), `app:${keyless}`)).toMatchObject({ status: 403, code: '42501' })
  expect(await publish(makeKey(keyed, first), `app:${keyed}`)).toMatchObject({ status: 403, code: '42501' })
  expect((await log(keyed)).map(({ kid }) => kid)).toEqual([first.kid])
  const leaving = { username: 'yao' }
  expect(await m.refusal(`app:${keyed}`, 'delete_my_account', leaving)).toMatchObject({ hint: 'sign_in_again' })
  expect(await m.refusal(`app:staff:${keyed}`, 'moderation_queue')).toMatchObject({ hint: 'staff_only' })
  expect(await m.refusal(`staff:${keyed}`, 'moderation_queue')).toBeNull()
  expect(await publish(makeKey(keyless), keyless), 'their own session does').toBeNull()
})

test('M-05 the log of keys is written by nobody, the server’s own key included', async () => {
  const before = await log(kossi)
  expect(before).toMatchObject([{ user_id: kossi }])
  const client = await m.client(kossi)
  const refusals = [
    await client.from('user_key_log').delete().eq('user_id', kossi),
    await client.from('user_key_log').update({ public_key: 'x' }).eq('user_id', kossi),
    await client.from('user_key_log').insert({ user_id: kossi, seq: 3, public_key: 'x' }),
    await client.from('user_public_keys').delete().eq('user_id', kossi),
  ]
  for (const answer of refusals) expect(refusalOf(answer)).toMatchObject({ status: 403, code: '42501' })
  for (const right of ['insert', 'update', 'delete'])
    expect(
      await m.run(`select has_table_privilege('service_role', 'public.user_key_log', $1)::text as value`, [right]),
    ).toBe('false')
  expect(await log(kossi)).toEqual(before)
})

test('the specification’s upsert and select of keys work as they are', async () => {
  const plain = await m.person('plain', false)
  const client = await m.client(plain)
  expect(await publish({ user_id: plain, public_key: 'MIIB' }, plain)).toBeNull()
  const { data, error } = await client
    .from('user_public_keys')
    .select('user_id,public_key,created_at,updated_at')
    .eq('user_id', plain)
  expect([error, data]).toMatchObject([null, [{ user_id: plain, public_key: 'MIIB' }]])
})

test('a backup never goes back, and is read ten times an hour', async () => {
  const save = (seq: number, bundle: object, slots: object[] = [{ t: 'code' }]) =>
    m.refusal(awa, 'save_key_backup', { bundle, slots, seq })
  expect([await m.call(awa, 'get_key_backup'), await m.call(awa, 'key_backup_info')]).toEqual([null, null])
  expect(await m.refusal(awa, 'save_pins', { pins: 'AAAA' })).toMatchObject({ status: 409, hint: 'no_backup' })
  expect([await save(7, { ct: 'a' }), await save(7, { ct: 'a' }, [{ t: 'code' }, { t: 'prf' }])]).toEqual([null, null])
  for (const answer of [await save(6, { ct: 'b' }), await save(7, { ct: 'b' })])
    expect(answer).toMatchObject({ status: 409, hint: 'stale_backup' })
  expect(await save(8, {}, [])).toMatchObject({ status: 400, code: '23514' })
  await m.call(awa, 'save_pins', { pins: 'AAAA' })
  expect(await m.call(awa, 'get_pins')).toBe('AAAA')
  expect(await m.call(awa, 'key_backup_info')).toMatchObject({ seq: 7, kinds: ['code', 'prf'] })
  const reads = await Promise.all(Array.from({ length: 14 }, () => m.refusal(awa, 'get_key_backup')))
  expect(reads.filter((answer) => answer === null)).toHaveLength(10)
  expect(reads.find((answer) => answer !== null)).toMatchObject({ status: 429, hint: 'too_many_backup_reads' })
  expect(await m.call(kossi, 'get_key_backup')).toBeNull()
})

/** A session of hers that is an hour old: renewed ever since, and perhaps in other hands. */
const late = (person: string) => `late:${person}`
const again = { status: 403, hint: 'sign_in_again' }
const code = [{ t: 'code' }]

interface Former {
  readonly seq: number
  readonly bundle: object
  readonly slots: object[]
  readonly replaced_at: string
}

test('a backup that a device made by itself is no kept key until its person shows theirs, nor are other keys after it', async () => {
  const esi = await m.person('esi', false)
  const save = (bundle: string, slots: readonly string[], seq: number) =>
    m.refusal(esi, 'save_key_backup', { bundle: { ct: bundle }, slots: slots.map((t) => ({ t })), seq })
  const isKept = async () =>
    (await m.call<{ checklist: { has_recovery_key: boolean } }>(esi, 'creator_overview', {})).checklist.has_recovery_key
  expect(await save('own', ['code'], 1)).toBeNull()
  expect(await isKept()).toBe(false)
  await m.call(esi, 'confirm_key_backup', {})
  expect(await isKept()).toBe(true)
  // Another way in, then renewed keys under the same secrets.
  expect([await save('own', ['code', 'prf'], 1), await save('renewed', ['code', 'prf'], 2)]).toEqual([null, null])
  expect(await isKept()).toBe(true)
  expect(await save('after total loss', ['code'], 3)).toBeNull()
  expect(await isKept()).toBe(false)
})

test('M-05 an old session replaces neither a backup nor what opens it, nor a signed key; the first of each is free', async () => {
  const person = await m.person('robbed', false)
  const save = (who: string, fields: object) =>
    m.refusal(who, 'save_key_backup', { bundle: { ct: 'own' }, slots: code, seq: 1, ...fields })
  const [first, announced] = [makeKey(person), base64(64)]
  expect([await save(late(person), {}), await publish(first, late(person))]).toEqual([null, null])
  expect(await m.call(late(person), 'key_backup_info')).toMatchObject({ seq: 1, may_replace: false, former_kinds: [] })
  for (const fields of [
    { bundle: { ct: 'garbage' }, seq: 2 },
    { slots: [{ t: 'garbage' }] },
    // A key of the thief's would be announced with what is there.
    { key_signature: announced },
  ])
    expect(await save(late(person), fields)).toMatchObject(again)
  const next = makeKey(person, first)
  for (const row of [next, { user_id: person, public_key: 'garbage' }])
    expect(await publish(row, late(person))).toMatchObject(again)
  expect([await save(late(person), {}), await publish(first, late(person))]).toEqual([null, null])

  expect(await m.call(person, 'key_backup_info')).toMatchObject({ may_replace: true })
  const renewed = { bundle: { ct: 'renewed' }, seq: 2, key_signature: next.signature }
  expect(await save(person, renewed)).toBeNull()
  // What was announced then is published whenever a device that opens the backup comes to it.
  const other = { ...makeKey(person, first), identity_key: base64(91) }
  expect(await publish(other, late(person))).toMatchObject(again)
  expect([await publish(next, late(person)), await publish(other, person)]).toMatchObject([
    null,
    { hint: 'key_rollback' },
  ])
})

test('M-05 what was replaced is its owner’s to read, for thirty days and the last five for longer', async () => {
  const person = await m.person('keeper', false)
  const save = (seq: number, bundle = `b${seq}`) =>
    m.refusal(person, 'save_key_backup', { bundle: { ct: bundle }, slots: [...code, { t: `t${seq}` }], seq })
  const former = (before: string | null = null) => m.call<Former[]>(person, 'get_former_key_backups', { before })
  await save(1)
  expect(await former()).toEqual([])
  for (let seq = 2; seq <= 13; seq++) expect(await save(seq)).toBeNull()
  const page = await former()
  expect(page.map(({ seq }) => seq)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(page[0]).toMatchObject({ bundle: { ct: 'b12' }, slots: [{ t: 'code' }, { t: 't12' }] })
  expect((await former(page.at(-1)?.replaced_at)).map(({ seq }) => seq)).toEqual([2, 1])
  const info = await m.call<{ former_kinds: string[] }>(person, 'key_backup_info')
  expect(info.former_kinds).toEqual(expect.arrayContaining(['code', 't1', 't12']))
  expect(await m.call(kossi, 'get_former_key_backups')).toEqual([])

  // Whoever fills the table, or counts to the end of the numbers, is stopped.
  expect(await save(2000)).toMatchObject({ status: 400, hint: 'backup_invalid' })
  for (let seq = 14; seq <= 21; seq++) expect(await save(seq)).toBeNull()
  expect(await save(22)).toMatchObject({ status: 429, hint: 'too_many_backups' })
  await m.run(
    `update public.former_key_backups set replaced_at = replaced_at - case when seq <= 4 then interval '60 days' else interval '2 days' end
     where user_id = $1`,
    [person],
  )
  expect(await save(22)).toBeNull()
  const kept = await m.run(
    `select string_agg(seq::text, ',' order by seq) as value from public.former_key_backups where user_id = $1`,
    [person],
  )
  expect(kept.split(',').map(Number)).toEqual(Array.from({ length: 17 }, (_, place) => place + 5))
  await m.run(
    `update public.former_key_backups set replaced_at = replaced_at - interval '90 days' where user_id = $1`,
    [person],
  )
  expect(await save(23)).toBeNull()
  expect(
    await m.run('select count(*)::text as value from public.former_key_backups where user_id = $1', [person]),
  ).toBe('5')
  for (let read = 4; read <= 10; read++) await former()
  expect(await m.refusal(person, 'get_key_backup')).toMatchObject({ status: 429, hint: 'too_many_backup_reads' })
})

test('M-05 a key leaves room for the next: no generation is leapt over', async () => {
  const person = await m.person('leap', false)
  const first = makeKey(person)
  await publish(first, person)
  const leap = { ...makeKey(person, first), generation: 2 ** 31 - 1 }
  expect(await publish(leap, person)).toMatchObject({ status: 409, hint: 'stale_key' })
})

test('M-01 the devices of one person meet on a channel on which nobody else hears or says anything', async () => {
  const rights = (person: string, topic: string) => rightsOn(m, { person, topic, says: 'broadcast' })
  const none = { broadcast: false, presence: false, write: false }
  expect(await rights(awa, `link:${awa}`)).toEqual({ broadcast: true, presence: false, write: true })
  expect(await rights(kossi, `link:${awa}`)).toEqual(none)
  expect(await rights(awa, 'link:')).toEqual(none)
})
