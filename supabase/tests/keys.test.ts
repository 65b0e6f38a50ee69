/** Keys of people: published by their owner alone, in a chain that nobody can cut, and brought back by what is sealed. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKey, type KeyRow } from './message-keys.ts'
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

test('M-01 the devices of one person meet on a channel on which nobody else hears or says anything', async () => {
  const rights = (person: string, topic: string) => rightsOn(m, { person, topic, says: 'broadcast' })
  const none = { broadcast: false, presence: false, write: false }
  expect(await rights(awa, `link:${awa}`)).toEqual({ broadcast: true, presence: false, write: true })
  expect(await rights(kossi, `link:${awa}`)).toEqual(none)
  expect(await rights(awa, 'link:')).toEqual(none)
})
