/** send-notification (spec §7), and the way of a message from an act to the browser that decrypts it. */
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { join } from '../../../tests/support/people.ts'
import { startPushService, type PushBrowser, type PushService } from '../../../tests/support/push-service.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'

interface Member {
  readonly client: SupabaseClient
  readonly id: string
}

let system: RunningSystem
let pushes: PushService
let awa: Member
let kossi: Member

beforeAll(async () => {
  pushes = await startPushService()
  vi.stubEnv('PUSH_SERVICES', pushes.origin)
  system = await startSystem()
  ;[awa, kossi] = await Promise.all([member(), member()])
  const { vapidPublicKey } = (await (await fetch(`${system.url}/api/config`)).json()) as { vapidPublicKey: string }
  pushes.expectKey(vapidPublicKey)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await pushes[Symbol.asyncDispose]()
})

async function member(): Promise<Member> {
  const { access_token: token, user } = await join(system)
  return { client: clientOf(token), id: user.id }
}

const clientOf = (token: string) =>
  createClient(system.url, system.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
const service = () => clientOf(system.serviceRoleKey)

const notice = (userId: string, fields: object = {}) => ({
  userId,
  title: 'Bonjour',
  body: 'Un mot',
  type: 'comment',
  data: {},
  ...fields,
})

/** Status and code of the answer. */
async function send(body: object, { client }: Pick<Member, 'client'> = awa) {
  const { error } = await client.functions.invoke('send-notification', { body })
  if (!error) return { status: 200 }
  if (!(error instanceof FunctionsHttpError)) throw error
  const response = error.context as Response
  return { status: response.status, ...((await response.json()) as { code: string; message: string; field?: string }) }
}

const told = async ({ client }: Member) => {
  const { data, error } = await client.from('notifications').select('type,title,body,data').order('last_at')
  if (error) throw error
  return data as { type: string; title: string; body: string; data: Record<string, unknown> }[]
}

async function subscribe({ client }: Member): Promise<PushBrowser> {
  const browser = pushes.subscribe()
  const { endpoint, p256dh, auth: authKey } = browser
  const { error } = await client.rpc('save_push_subscription', { endpoint, p256dh, auth_key: authKey })
  if (error) throw error
  return browser
}

const work = async () => {
  const { error } = await service().functions.invoke('push-worker', { body: {} })
  if (error) throw error
}

test('F-12 one tells oneself, in fifty characters, and nobody else', async () => {
  expect(await send(notice(awa.id, { body: '👩🏾‍🎨'.repeat(10_000), data: { url: '/post/1?a=b#c' } }))).toEqual({
    status: 200,
  })
  expect(await told(awa)).toEqual([
    { type: 'comment', title: 'Bonjour', body: expect.any(String), data: { url: '/post/1?a=b#c' } },
  ])
  const [first] = await told(awa)
  expect([...new Intl.Segmenter().segment(first?.body ?? '')].length).toBeLessThanOrEqual(50)
  expect(first?.body).toMatch(/^(?:👩🏾‍🎨)+$/u)

  const refusal = { status: 403, code: 'not_allowed', message: 'Non autorisé', field: 'userId' }
  for (const type of ['like', 'comment', 'follow', 'mention', 'message'])
    expect(await send(notice(kossi.id, { type, title: 'Votre banque' }))).toEqual(refusal)
  const conversation = { data: { conversation_id: crypto.randomUUID() }, type: 'message' }
  expect(await send(notice(kossi.id, conversation))).toEqual(refusal)
  expect(await send(notice(awa.id), { client: createClient(system.url, system.anonKey) })).toMatchObject({
    status: 401,
    message: 'Non autorisé',
  })
  expect(await told(kossi)).toEqual([])
})

test.each([
  ['another site', { data: { url: 'https://evil.example/' } }, 'url_not_allowed'],
  ['another site without its scheme', { data: { url: '//evil.example' } }, 'url_not_allowed'],
  ['a backslash', { data: { url: String.raw`/\evil.example` } }, 'url_not_allowed'],
  ['a tab between', { data: { url: '/\t/evil.example' } }, 'url_not_allowed'],
  ['a script', { data: { url: 'javascript:alert(1)' } }, 'url_not_allowed'],
  ['an unknown kind', { type: 'payment' }, 'bad_request'],
  ['no title', { title: ' \u202e ' }, 'bad_request'],
  ['an id that is none', { userId: 'awa' }, 'bad_request'],
  [
    'too many facts',
    { data: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`fact${n}`, n])) },
    'bad_request',
  ],
  ['facts within facts', { data: { a: { b: 1 } } }, 'bad_request'],
])('F-12 %s is refused', async (_, fields, code) => {
  const before = await told(kossi)
  expect(await send(notice(kossi.id, fields), kossi)).toMatchObject({ status: 400, code })
  expect(await told(kossi)).toEqual(before)
})

test('F-12 thirty calls a minute, refused ones among them', async () => {
  const hasty = await member()
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, n) => send(notice(n % 2 ? hasty.id : kossi.id), hasty)),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(200) + count(403), count(429)]).toEqual([30, 6])
})

test('what happens reaches each browser, encrypted for it alone, in the words of its kind', async () => {
  const [phone, laptop] = [await subscribe(kossi), await subscribe(kossi)]
  laptop.answer(503, { 'retry-after': '0' })
  const { error } = await awa.client.from('follows').insert({ follower_id: awa.id, followee_id: kossi.id })
  expect(error).toBeNull()
  await vi.waitFor(() => expect(phone.received).toHaveLength(1), 15_000)
  const [row] = (await kossi.client.from('notifications').select('id').eq('type', 'follow')).data as { id: string }[]
  const { data: me } = await awa.client
    .from('profiles')
    .select('display_name')
    .eq('id', awa.id)
    .single<{ display_name: string }>()
  const message = {
    title: `${me?.display_name} vous suit`,
    body: '',
    tag: row?.id,
    path: '/notifications',
    unread: expect.any(Number),
    user_id: kossi.id,
  }
  const frame = { topic: row?.id.replaceAll('-', ''), urgency: 'normal', ttl: 86_400 }
  expect(phone.received).toEqual([{ message, ...frame }])
  laptop.answer(null)
  await vi.waitFor(() => expect(laptop.received).toEqual([{ message, ...frame }]), 15_000)
  expect(phone.received).toHaveLength(1)
})

test('a browser that is gone is asked once, an address that is no push service never', async () => {
  const gone = await subscribe(awa)
  gone.answer(410)
  await using elsewhere = await startPushService()
  const { endpoint, p256dh, auth: authKey } = elsewhere.subscribe()
  await awa.client.rpc('save_push_subscription', { endpoint, p256dh, auth_key: authKey })
  await kossi.client.from('follows').insert({ follower_id: kossi.id, followee_id: awa.id })
  await vi.waitFor(async () => {
    await work()
    expect((await awa.client.from('push_subscriptions').select('id')).data).toEqual([])
  }, 15_000)
  expect(gone.asked()).toBe(1)
})

test('only the server itself has push messages sent', async () => {
  const { error } = await awa.client.functions.invoke('push-worker', { body: {} })
  expect((error as FunctionsHttpError).context).toMatchObject({ status: 403 })
})
