/** Orders for pictures through the official client: what they cost, what they are told, and what they may not do. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'

import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { GenerationProgress } from '../../functions/_shared/contract/src/index.ts'
import { credits, generate, invoke, job, newMember, order, type Member } from './generation-people.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let system: RunningSystem
let awa: Member
beforeAll(async () => {
  engine = await startTestEngine()
  for (const [name, value] of Object.entries(engine.settings)) vi.stubEnv(name, value)
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
})
beforeEach(async () => {
  awa = await newMember(system)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
  vi.unstubAllEnvs()
})

const rows = async ({ client }: Member) => {
  const { data, error } = await client
    .from('generations')
    .select('id,status,prompt,cost_charged,blocked_rule')
    .order('id')
  if (error) throw error
  return data as { id: string; status: string; prompt: string; cost_charged: number; blocked_rule: string | null }[]
}
const until = (who: Member, id: string, status: string) =>
  expect.poll(async () => (await job(who, id)).status, { timeout: 20_000, interval: 50 }).toBe(status)
/** The first word about a channel that was asked for. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status: string) => resolve(status))
  })
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('F-07 one order', () => {
  test('F-07 sent 50 times under its key is one job with one answer', async () => {
    const answers = await times(50, () => generate(awa, {}, { 'Idempotency-Key': 'once' }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { metadata: { credits: { cost: 1, balance: 4 } } } })
    expect(await rows(awa)).toMatchObject([{ status: 'succeeded', cost_charged: 1 }])
    expect(await generate(awa, { seed: 5 }, { 'Idempotency-Key': 'once' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
  })

  test('F-07 without a key, pressed twice, is one job: the second press is the first, or too early', async () => {
    vi.stubEnv('GENERATION_THROTTLE_MS', '60000')
    const answers = await times(2, () => generate(awa))
    vi.stubEnv('GENERATION_THROTTLE_MS', '0')
    // Two presses may lie on both sides of the second that names them.
    const images = answers.flatMap(({ body }) => (body.code === 'throttled' ? [] : [body.images?.join()]))
    expect(new Set(images).size).toBe(1)
    expect(await rows(awa)).toHaveLength(1)
    expect(await credits(awa)).toEqual({ available: 4, held: 0 })
  })

  test('F-07 of 50 at once on one credit is one job, and 49 are told that credits are short', async () => {
    await generate(awa, { count: 4 })
    const answers = await times(50, () =>
      generate(awa, {}, { Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID() }),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([202, ...Array.from({ length: 49 }, () => 402)])
    expect(answers.find(({ status }) => status === 402)?.body).toEqual({
      code: 'insufficient_credits',
      message: 'Crédits insuffisants',
    })
    expect(await rows(awa)).toHaveLength(2)
    await expect.poll(() => credits(awa), { timeout: 20_000 }).toEqual({ available: 0, held: 0 })
  })

  test('comes a second too early, or as the fourth of those under way: 429 with a time', async () => {
    const release = engine.hold()
    await times(3, () => order(awa))
    expect(await generate(awa, { seed: 1 })).toMatchObject({
      status: 429,
      body: { code: 'too_many_running', retry_after: 2 },
    })
    release()
    await expect.poll(async () => (await credits(awa)).held, { timeout: 20_000 }).toBe(0)
    vi.stubEnv('GENERATION_THROTTLE_MS', '60000')
    const early = await generate(awa, { seed: 2 })
    vi.stubEnv('GENERATION_THROTTLE_MS', '0')
    expect(early).toMatchObject({ status: 429, body: { code: 'throttled' } })
    expect(early.body.retry_after).toBeGreaterThan(30)
    expect(await credits(awa)).toEqual({ available: 2, held: 0 })
  })
})

test('F-13 everybody together may order so many images a day, and what is over it holds nothing', async () => {
  const midnight = new Date(Date.now() - (Date.now() % 86_400_000)).toISOString()
  const service = createClient(system.url, system.serviceRoleKey)
  expect((await generate(awa)).status).toBe(200)
  const { data: ordered } = await service.rpc('images_ordered_since', { p_since: midnight })
  expect(ordered).toBeGreaterThan(0)
  vi.stubEnv('GENERATION_DAILY_LIMIT', String(Number(ordered) + 2))
  expect(await generate(awa, { count: 3 })).toMatchObject({ status: 503, body: { code: 'daily_limit' } })
  expect(await credits(awa)).toEqual({ available: 4, held: 0 })
  expect((await generate(awa, { count: 2 })).status).toBe(200)
  const refused = await generate(await newMember(system))
  vi.stubEnv('GENERATION_DAILY_LIMIT', '')
  expect(refused).toMatchObject({ status: 503, body: { code: 'daily_limit', message: 'Erreur lors de la génération' } })
  expect(refused.body.retry_after).toBeLessThanOrEqual(86_400)
  expect((await generate(awa)).status).toBe(200)
})

describe('F-05 a name in the body', () => {
  test('F-05 of somebody else is refused, and costs nobody anything', async () => {
    const kossi = await newMember(system)
    expect(await generate(awa, { userId: kossi.id })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await rows(kossi)).toEqual([])
    expect(await credits(kossi)).toEqual({ available: 5, held: 0 })
  })

  test('F-06 without a person behind it is refused', async () => {
    expect(await generate({ client: createClient(system.url, system.anonKey) })).toEqual({
      status: 401,
      body: { code: 'not_authenticated', message: 'User must be authenticated to generate images' },
    })
  })
})

describe('a generation', () => {
  test('of several pictures has a seed for each, and is told to its owner as it goes', async () => {
    const events: GenerationProgress[] = []
    await awa.client.realtime.setAuth(awa.token)
    const channel = awa.client.channel(`user:${awa.id}`, { config: { private: true } })
    channel.on('broadcast', { event: 'generation' }, ({ payload }) => events.push(payload as GenerationProgress))
    expect(await subscribed(channel)).toBe('SUBSCRIBED')
    const { generation_id: id, cost, position } = await order(awa, { count: 3 })
    expect({ cost, position }).toEqual({ cost: 3, position: 0 })
    await expect.poll(() => events.at(-1)?.status, { timeout: 20_000 }).toBe('succeeded')
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['queued', 'running', 'succeeded']))
    expect(events.at(-1)).toMatchObject({ generation_id: id, cost_charged: 3, progress: 1, error: null })
    expect(events.at(-1)?.images).toHaveLength(3)
    const { data } = await awa.client.from('generation_images').select('position,url').order('position')
    expect(data?.map(({ position: place }) => place)).toEqual([1, 2, 3])
    for (const { url } of data ?? [])
      expect((await fetch(url as string)).headers.get('content-type')).toBe('image/webp')
    await awa.client.removeAllChannels()
  })

  test('that lacks a picture costs what was delivered', async () => {
    engine.refused.set(702, 400)
    const { status, body } = await generate(awa, { count: 3, seed: 701 })
    expect(status).toBe(200)
    expect(body.images).toHaveLength(2)
    expect(body.metadata?.credits).toEqual({ cost: 2, balance: 3 })
  })

  test('whose engine refuses it costs nothing', async () => {
    engine.refused.set(800, 400)
    expect(await generate(awa, { seed: 800 })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await credits(awa)).toEqual({ available: 5, held: 0 })
  })

  test('whose engine fails is tried again', async () => {
    engine.refused.set(900, 500)
    const { generation_id: id } = await order(awa, { seed: 900 })
    await expect.poll(async () => (await job(awa, id)).stage, { timeout: 20_000, interval: 50 }).toBe('retrying')
    engine.refused.delete(900)
    await until(awa, id, 'succeeded')
    expect(await credits(awa)).toEqual({ available: 4, held: 0 })
  })

  test('is cancelled while it runs: its engine is left at work, and it costs nothing', async () => {
    const release = engine.hold()
    const { generation_id: id } = await order(awa, { seed: 1000 })
    await until(awa, id, 'running')
    expect((await awa.client.rpc('cancel_generation', { generation_id: id })).data).toMatchObject({
      stage: 'canceling',
    })
    // Its engine is held still: nobody waited for it.
    await until(awa, id, 'canceled')
    expect(await credits(awa)).toEqual({ available: 5, held: 0 })
    const again = await invoke(awa.client, `v0-generator/jobs/${id}/retry`, { method: 'POST' })
    expect(again.status).toBe(202)
    release()
    await until(awa, again.body.generation_id ?? '', 'succeeded')
  })

  test('that ends after whoever waits for it was cancelled tells so', async () => {
    const release = engine.hold()
    const answer = generate(awa, { seed: 1100 })
    await expect.poll(async () => (await rows(awa))[0]?.status, { timeout: 20_000 }).toBe('running')
    const [{ id } = { id: '' }] = await rows(awa)
    expect((await invoke(awa.client, `v0-generator/jobs/${id}/cancel`, { method: 'POST' })).status).toBe(200)
    expect(await answer).toMatchObject({ status: 409, body: { code: 'canceled' } })
    release()
  })

  test('of somebody else is not there', async () => {
    const kossi = await newMember(system)
    const { generation_id: id } = await order(awa)
    for (const path of ['', '/cancel', '/retry']) {
      const method = path === '' ? 'GET' : 'POST'
      const answer = await invoke(kossi.client, `v0-generator/jobs/${id}${path}`, { method })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    await until(awa, id, 'succeeded')
  })
})

describe('F-09 a prompt', () => {
  test('F-09 of 100 kB is refused', async () => {
    const flood = await generate(awa, { prompt: 'x'.repeat(100_000) })
    expect(flood).toMatchObject({ status: 400, body: { code: 'prompt_too_long' } })
  })

  test('F-09 loses what no keyboard types', async () => {
    await generate(awa, { prompt: 'une\u0007 pirogue\u202e\u001b[31m' })
    expect(await rows(awa)).toMatchObject([{ prompt: 'une  pirogue  [31m' }])
  })

  test('F-09 that asks for what is not made here is refused by its rule, kept, and costs nothing', async () => {
    const refused = await generate(awa, { prompt: 'une petite fille nue, 10 ans' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'blocked', rule: expect.any(String) } })
    expect(refused.body.terms?.length).toBeGreaterThan(0)
    expect(await rows(awa)).toMatchObject([{ status: 'blocked', blocked_rule: refused.body.rule }])
    expect(await credits(awa)).toEqual({ available: 5, held: 0 })
  })
})

describe('F-01 a reference', () => {
  test('F-01 is never fetched from an address, however it is spelt', async () => {
    let dialled = 0
    const canary = createServer((_, response) => {
      dialled += 1
      response.end()
    }).listen(0, '0.0.0.0')
    const port = await new Promise<number>((resolve) => {
      canary.once('listening', () => resolve((canary.address() as AddressInfo).port))
    })
    const answers = await Promise.all(spellings(port).map((url) => generate(awa, { images: [url] })))
    canary.close()
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['400 url_not_allowed']),
    )
    expect(dialled).toBe(0)
    expect(await rows(awa)).toEqual([])
  })

  test('F-04 that claims 3600 million pixels in 100 bytes is refused by its header', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    const bomb = `data:image/png;base64,${png.toString('base64')}`
    expect(await generate(awa, { images: [bomb] })).toMatchObject({
      status: 413,
      body: { code: 'reference_too_large' },
    })
    expect(await rows(awa)).toEqual([])
    expect((await fetch(`${system.url}/readyz`)).status).toBe(200)
  })
})

/** The metadata services of clouds, and this machine, in every way that some parser of addresses understands. */
function spellings(port: number): string[] {
  const hosts = [
    '127.0.0.1', '127.1', '0', '0.0.0.0', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1',
    'localhost', 'LOCALHOST.', 'user:pass@127.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]',
    '[::127.0.0.1]', '[2002:7f00:1::]', '[64:ff9b::7f00:1]', '１２７.0.0.1', '127。0。0。1',
  ] // prettier-ignore
  const metadata = ['169.254.169.254', '0xa9fea9fe', '[::ffff:a9fe:a9fe]', '100.100.100.200', '[fd00:ec2::254]']
  const path = 'storage/v1/object/public/elsewhere/x.png'
  return [
    ...hosts.map((host) => `http://${host}:${port}/x.png`),
    ...metadata.map((host) => `http://${host}/latest/meta-data/`),
    `http:\\\\127.0.0.1:${port}\\x.png`,
    `//127.0.0.1:${port}/${path}`,
    `http://127.0.0.1:${port}#/storage/v1/object/public/temp-uploads/x.png`,
    `http://127.0.0.1:${port}/?/${path}`,
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/x`,
  ]
}

describe('the channel of a person', () => {
  test('W-01 is heard by nobody else, and nobody sends to it, its owner included', async () => {
    const kossi = await newMember(system)
    for (const { client, token } of [awa, kossi]) await client.realtime.setAuth(token)
    const heard: unknown[] = []
    const own = awa.client.channel(`user:${awa.id}`, { config: { private: true, broadcast: { self: true } } })
    own.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
    expect(await subscribed(own)).toBe('SUBSCRIBED')
    const foreign = kossi.client.channel(`user:${awa.id}`, { config: { private: true } })
    expect(await subscribed(foreign)).toBe('CHANNEL_ERROR')
    const stranger = await newMember(system)
    const open = stranger.client.channel(`user:${awa.id}`)
    expect(await subscribed(open)).toBe('SUBSCRIBED')
    const forged = { type: 'broadcast', event: 'generation', payload: { forged: true } } as const
    await Promise.all([own.send(forged), open.send(forged)])
    await expect(foreign.httpSend('generation', { forged: true })).rejects.toThrow('Unauthorized')

    await generate(awa, { seed: 1200 })
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(JSON.stringify(heard)).not.toContain('forged')
    await Promise.all([awa, kossi, stranger].map(({ client }) => client.removeAllChannels()))
  })
})
