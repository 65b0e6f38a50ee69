/** Messages on a running server: over the socket, as files, by push; and what message-worker takes away. */
import { createClient, type FunctionsHttpError, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { join } from '../../../tests/support/people.ts'
import { startPushService, type PushService } from '../../../tests/support/push-service.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { base64, makeKey, makeManifest } from './message-keys.ts'

interface Member {
  readonly client: SupabaseClient
  readonly id: string
  readonly kid: string
}

let system: RunningSystem
let pushes: PushService
let [awa, kossi, eve] = [] as unknown as [Member, Member, Member]
let talk: string
let epoch: { id: string; manifest: string }

beforeAll(async () => {
  pushes = await startPushService()
  vi.stubEnv('PUSH_SERVICES', pushes.origin)
  system = await startSystem()
  ;[awa, kossi, eve] = [await member(), await member(), await member()]
  const { vapidPublicKey } = (await (await fetch(`${system.url}/api/config`)).json()) as { vapidPublicKey: string }
  pushes.expectKey(vapidPublicKey)
  talk = await call<string>(awa, 'start_conversation', { other: kossi.id })
  epoch = await openEpoch()
})
afterAll(async () => {
  for (const { client } of [awa, kossi, eve]) await client.removeAllChannels()
  await system[Symbol.asyncDispose]()
  await pushes[Symbol.asyncDispose]()
})

async function member(): Promise<Member> {
  const { access_token: token, user } = await join(system)
  const client = createClient(system.url, system.anonKey, { accessToken: async () => token })
  const key = makeKey(user.id)
  const { error } = await client.from('user_public_keys').upsert(key)
  if (error) throw error
  return { client, id: user.id, kid: key.kid }
}

async function call<Answer>({ client }: Member, name: string, params: object): Promise<Answer> {
  const { data, error } = await client.rpc(name, params)
  if (error) throw error
  return data as Answer
}

async function openEpoch() {
  const members = [awa, kossi]
    .map(({ id, kid }) => ({ user_id: id, kid }))
    .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
  const id = crypto.randomUUID()
  const manifest = makeManifest({ conversation: talk, id, creator: awa.id, previous: null, members })
  const wraps = members.map(({ user_id, kid }) => ({ user_id, kid, wrapped_key: base64(256) }))
  await call(awa, 'publish_epoch', { manifest, signature: base64(64), epoch: 1, wraps })
  return { id, manifest }
}

async function send({ client, id: sender }: Member, fields: object = {}) {
  const row = {
    id: crypto.randomUUID(),
    conversation_id: talk,
    sender_id: sender,
    encrypted_content: base64(200),
    iv: base64(12),
    message_type: 'text',
    metadata: { e2ee: { v: 1, epoch: epoch.id, d: 'deadbeef', n: 0 } },
    ...fields,
  }
  const { error } = await client.from('encrypted_messages').insert(row)
  if (error) throw error
  return row
}

const service = () => createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
const work = async (body: object = {}) => {
  const { data, error } = await service().functions.invoke('message-worker', { body })
  if (error) throw error
  return data as { told: number; expired: number; removed: number }
}

/** The state that joining ends in. */
const joined = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status) => resolve(status))
  })

const heardBy = (channel: RealtimeChannel, event: string): Record<string, unknown>[] => {
  const heard: Record<string, unknown>[] = []
  channel.on('broadcast', { event }, ({ payload }) => void heard.push(payload as Record<string, unknown>))
  return heard
}

const own = ({ client, id }: Member) => client.channel(`user:${id}`, { config: { private: true } })
const room = ({ client, id }: Member, conversation = talk) =>
  client.channel(`presence:${conversation}`, { config: { private: true, presence: { key: id, enabled: true } } })
const present = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).toSorted()

test('M-01 a message is heard at once by its reader, by nobody else; who is here is seen by members alone', async () => {
  expect(await joined(room(kossi))).toBe('CHANNEL_ERROR')
  await kossi.client.removeAllChannels()
  await call(kossi, 'answer_request', { conversation: talk, answer: 'accept' })
  const [mine, meeting] = [own(kossi), room(kossi)]
  const [messages, typing] = [heardBy(mine, 'message'), heardBy(meeting, 'typing')]
  const seen = new Set<string>()
  meeting.on('presence', { event: 'sync' }, () => {
    for (const key of Object.keys(meeting.presenceState())) seen.add(key)
  })
  expect([await joined(mine), await joined(meeting)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  const listening = eve.client.channel(`user:${kossi.id}`, { config: { private: true } })
  expect([await joined(listening), await joined(room(eve))]).toEqual(['CHANNEL_ERROR', 'CHANNEL_ERROR'])
  await eve.client.removeAllChannels()
  const sent = await send(awa)
  await expect.poll(() => messages).toMatchObject([sent])
  const there = room(awa)
  expect(await joined(there)).toBe('SUBSCRIBED')
  await there.track({ at: 'thread' })
  await expect.poll(() => [...seen]).toContain(awa.id)
  await there.send({ type: 'broadcast', event: 'typing', payload: {} })
  await expect.poll(() => typing.length).toBe(1)
})

test('W-04 who is removed from a group, or blocked, is out of its channel at once: neither seen there nor told who writes', async () => {
  const group = await call<string>(awa, 'start_group', { members: [kossi.id, eve.id] })
  const pair = await call<string>(kossi, 'start_conversation', { other: eve.id })
  for (const one of [kossi, eve]) await call(one, 'answer_request', { conversation: group, answer: 'accept' })
  await call(eve, 'answer_request', { conversation: pair, answer: 'accept' })
  const meet = async (people: readonly Member[], conversation: string) => {
    const rooms = people.map((one) => room(one, conversation))
    const heard = rooms.map((one) => {
      one.on('presence', { event: 'sync' }, () => undefined)
      return heardBy(one, 'typing')
    })
    for (const one of rooms) expect(await joined(one)).toBe('SUBSCRIBED')
    for (const one of rooms) await one.track({ at: 'thread' })
    const everybody = people.map(({ id }) => id).toSorted()
    for (const one of rooms) await expect.poll(() => present(one)).toEqual(everybody)
    return { rooms, heard }
  }
  const { rooms, heard } = await meet([awa, kossi, eve], group)
  const type = (by: string) => rooms[0]!.send({ type: 'broadcast', event: 'typing', payload: { by } })
  // Everybody's right has just been asked for: nothing but the removal itself makes the channel doubt it.
  await type('before')
  for (const one of heard.slice(1)) await expect.poll(() => one).toEqual([{ by: 'before' }])
  await call(awa, 'remove_member', { conversation: group, person: eve.id })
  // Nothing is said meanwhile, so it is the removal's own news that ends her channel.
  await expect.poll(() => rooms[2]!.state).not.toBe('joined')
  await type('after')
  await expect.poll(() => heard[1]).toEqual([{ by: 'before' }, { by: 'after' }])
  for (const one of rooms.slice(0, 2)) await expect.poll(() => present(one)).toEqual([awa.id, kossi.id].toSorted())
  expect(heard[2]).toEqual([{ by: 'before' }])

  const two = await meet([kossi, eve], pair)
  const { error } = await eve.client.from('blocks').insert({ blocker_id: eve.id, blocked_id: kossi.id })
  expect(error).toBeNull()
  for (const one of two.rooms) await expect.poll(() => one.state).not.toBe('joined')
  await eve.client.from('blocks').delete().eq('blocked_id', kossi.id)
  for (const { client } of [awa, kossi, eve]) await client.removeAllChannels()
})

test('M-01 files of a conversation are its members’ to add and to read', async () => {
  const path = (folder = talk) => `${folder}/${crypto.randomUUID().replaceAll('-', '')}`
  const put = async ({ client }: Member, name: string, type = 'application/octet-stream') => {
    const blob = new Blob([new Uint8Array(64)], { type })
    return (await client.storage.from('dm-blobs').upload(name, blob)).error?.message ?? null
  }
  const name = path()
  expect(await put(awa, name)).toBeNull()
  expect((await kossi.client.storage.from('dm-blobs').download(name)).data?.size).toBe(64)
  expect((await eve.client.storage.from('dm-blobs').download(name)).error).not.toBeNull()
  expect((await eve.client.storage.from('dm-blobs').createSignedUrl(name, 60)).error).not.toBeNull()
  expect((await eve.client.storage.from('dm-blobs').list(talk)).data).toEqual([])
  for (const refused of [
    put(eve, path()),
    put(awa, path(crypto.randomUUID())),
    put(awa, `${talk}/a.html`),
    put(awa, 'x'),
    put(awa, name),
  ])
    expect(await refused).not.toBeNull()
  expect(await put(awa, path(), 'text/html')).not.toBeNull()
  await kossi.client.storage.from('dm-blobs').remove([name])
  expect((await awa.client.storage.from('dm-blobs').download(name)).data?.size).toBe(64)
})

test('M-06 whom one has blocked adds no file to what one has with them', async () => {
  const pair = await call<string>(kossi, 'start_conversation', { other: eve.id })
  const put = async ({ client }: Member) => {
    const name = `${pair}/${crypto.randomUUID().replaceAll('-', '')}`
    const options = { contentType: 'application/octet-stream' }
    return (await client.storage.from('dm-blobs').upload(name, new Blob([new Uint8Array(8)]), options)).error
  }
  expect(await put(eve)).toBeNull()
  await kossi.client.from('blocks').insert({ blocker_id: kossi.id, blocked_id: eve.id })
  expect([await put(eve), await put(kossi)]).toMatchObject([{ statusCode: '403' }, { statusCode: '403' }])
  await kossi.client.from('blocks').delete().eq('blocked_id', eve.id)
})

test('a push carries the message as it lies, with its key wrapped for whom it is, as far as there is room', async () => {
  const browser = pushes.subscribe()
  await call(kossi, 'mark_read', { conversation: talk, up_to: new Date().toISOString() })
  const { endpoint, p256dh, auth: authKey } = browser
  await call(kossi, 'save_push_subscription', { endpoint, p256dh, auth_key: authKey })
  const small = await send(awa)
  await expect
    .poll(() => browser.received.map(({ message }) => message))
    .toMatchObject([
      {
        body: 'Nouveau message',
        path: `/messages?conversation=${talk}`,
        user_id: kossi.id,
        message: {
          row: small,
          wrap: { epoch_id: epoch.id, kid: kossi.kid },
          epoch: { epoch_id: epoch.id, manifest: epoch.manifest, creator_id: awa.id, epoch: 1 },
        },
      },
    ])
  const large = await send(awa, { encrypted_content: base64(30_000) })
  await expect.poll(() => browser.received.length).toBe(2)
  const [, second] = browser.received.map(({ message }) => message as Record<string, unknown>)
  expect(second).not.toHaveProperty('message')
  expect(JSON.stringify(second)).not.toContain(large.encrypted_content.slice(0, 40))
})

test('M-10 with an account go the files that it sent, and only those', async () => {
  const put = async ({ client }: Member) => {
    const name = `${talk}/${crypto.randomUUID().replaceAll('-', '')}`
    const bytes = new Blob([new Uint8Array(8)])
    const { error } = await client.storage
      .from('dm-blobs')
      .upload(name, bytes, { contentType: 'application/octet-stream' })
    if (error) throw error
    return name
  }
  const [gone, kept] = [await put(awa), await put(kossi)]
  await work({ everything: true })
  expect((await kossi.client.storage.from('dm-blobs').download(gone)).error).toBeNull()
  await service().auth.admin.deleteUser(awa.id)
  await expect
    .poll(async () => {
      await work({ everything: true })
      return (await kossi.client.storage.from('dm-blobs').download(gone)).error !== null
    })
    .toBe(true)
  expect((await kossi.client.storage.from('dm-blobs').download(kept)).error).toBeNull()
  const { data } = await kossi.client.from('encrypted_messages').select('iv').eq('conversation_id', talk)
  expect(new Set(data?.map(({ iv }) => iv as string))).toEqual(new Set(['deleted']))
})

test('only the server itself has this work done', async () => {
  const { error } = await kossi.client.functions.invoke('message-worker', { body: {} })
  expect((error as FunctionsHttpError).context).toMatchObject({ status: 403 })
})
