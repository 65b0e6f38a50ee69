/** Orders and their files over HTTP, by the official client: what is taken, what opens to whom before and after, and what a killed process costs. */
import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { Commission, CommissionFile } from '../../functions/_shared/contract/src/index.ts'
import { asked, person, type Person } from '../billing/payment-callers.ts'
import { answer, offerService, uploadTo, type Upload } from './order-callers.ts'

let system: RunningSystem
let client: Person
let creator: Person
let service: string
beforeAll(async () => {
  system = await startSystem()
  ;[client, creator] = [await person(system), await person(system)]
  service = await offerService(system, creator)
})
afterAll(() => system[Symbol.asyncDispose]())

async function step(who: Person, id: string, name: string, details: object = {}): Promise<Commission> {
  const { version } = await answer<Commission>(who, 'read_commission', { commission: id })
  return answer<Commission>(who, 'commission_step', { commission: id, step: name, version, details })
}

/** Asked for, proposed, paid by the sandbox, begun. */
async function begun(): Promise<string> {
  const wish = { brief: 'Un portrait de ma grand-mère devant la mer.' }
  const { id } = await answer<Commission>(client, 'request_commission', { id: randomUUID(), service, wish })
  const milestones = [{ title: 'Tout', amount: 5000, days: 10 }]
  const proposed = await step(creator, id, 'propose', { scope: 'Un portrait', milestones })
  const method = { kind: 'mobile_money', operator: 'mtn_bj', number: '01 00 00 00 01' }
  const order = { milestone_id: proposed.milestones[0]!.id, terms: proposed.terms, method }
  const started = await asked(client, order, { 'idempotency-key': randomUUID() })
  expect(started).toMatchObject({ amount: 5000, currency: 'XOF', credits: 0 })
  await expect
    .poll(async () => (await answer<Commission>(client, 'read_commission', { commission: id })).status, {
      timeout: 120_000,
    })
    .toBe('funded')
  await step(creator, id, 'start')
  return id
}

const upload = (who: Person, order: string, file: Uint8Array, given?: Upload) =>
  uploadTo(system, who, { order, file, ...given })

const picture = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#c86432' } })
    .png()
    .toBuffer()

async function open(who: Person, path: string): Promise<number> {
  const { data } = await who.client.storage.from('commission-files').createSignedUrl(path, 600)
  const direct = await fetch(`${system.url}/storage/v1/object/authenticated/commission-files/${path}`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  expect(direct.ok).toBe(data !== null)
  return direct.ok ? 200 : 404
}

/** One entry, as its list says it is, at whatever place. */
function zip(entries: readonly { name: string; own?: string; unpacked?: number; at?: number }[]): Buffer {
  const words = deflateRawSync(Buffer.from('Bonjour'))
  const bodies = entries.map(({ name, own = name }) => {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(Buffer.byteLength(own), 26)
    return Buffer.concat([local, Buffer.from(own), words])
  })
  const list = entries.map(({ name, unpacked = 7, at }, place) => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(8, 10)
    head.writeUInt32LE(words.length, 20)
    head.writeUInt32LE(unpacked, 24)
    head.writeUInt16LE(Buffer.byteLength(name), 28)
    head.writeUInt32LE(at ?? Buffer.concat(bodies.slice(0, place)).length, 42)
    return Buffer.concat([head, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(Buffer.concat(bodies).length, 16)
  return Buffer.concat([...bodies, ...list, end])
}

async function licence(order: string, token: string): Promise<[number, string | null, string]> {
  const response = await fetch(`${system.url}/functions/v1/commission-licence?commission=${order}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const head = Buffer.from(await response.arrayBuffer()).subarray(0, 5)
  return [response.status, response.headers.get('content-type'), head.toString()]
}

test('a final opens to the client when its money is the creator’s, and only its preview before', async () => {
  const order = await begun()
  const added = await upload(creator, order, await picture())
  expect(added).toMatchObject({ status: 201, body: { kind: 'final', name: 'œuvre.png', state: 'making_preview' } })
  const path = added.body.path!
  const seenBy = async (who: Person) =>
    (await answer<Commission>(who, 'read_commission', { commission: order })).files.filter(
      ({ kind }) => kind === 'final',
    )
  await expect.poll(async () => (await seenBy(creator))[0]?.state, { timeout: 120_000 }).toBe('ready')
  expect(await seenBy(client)).toEqual([])
  const [{ preview_path: preview }] = (await seenBy(creator)) as [CommissionFile]
  expect([await open(client, path), await open(client, preview!), await open(creator, path)]).toEqual([404, 404, 200])
  await step(creator, order, 'deliver', { files: [added.body.id] })
  expect(await seenBy(client)).toMatchObject([{ path: null, preview_path: preview }])
  const stranger = await person(system)
  expect([await open(client, path), await open(client, preview!), await open(stranger, preview!)]).toEqual([
    404, 200, 404,
  ])
  await step(client, order, 'accept')
  expect(await seenBy(client)).toMatchObject([{ path }])
  expect([await open(client, path), await open(stranger, path)]).toEqual([200, 404])
  for (const { token } of [client, creator])
    expect(await licence(order, token)).toEqual([200, 'application/pdf', '%PDF-'])
  expect((await licence(order, (await person(system)).token))[0]).toBe(404)
  expect(await answer(client, 'commission_licence', { commission: order })).toMatchObject({
    licence: 'perso',
    files: [{ name: 'œuvre.png', type: 'image/png' }],
  })
})

test('what is taken back while its preview is being made goes, too', async () => {
  const order = await begun()
  const { body } = await upload(creator, order, await picture(40, 30))
  const ready = async () =>
    (await answer<Commission>(creator, 'read_commission', { commission: order })).files.some(
      ({ id, state }) => id === body.id && state === 'ready',
    )
  await expect.poll(ready, { timeout: 120_000 }).toBe(true)
  // As while a worker has it in its hands.
  const leased = `update billing.commission_files set state = 'making_preview', lease_until = now() + interval '2 minutes'`
  await asClusterOwner(system.dataFolder, `${leased} where id = '${body.id}'`)
  await answer(creator, 'remove_commission_file', { file: body.id })
  const bytesGone = `select from billing.commission_files where id = '${body.id}' and lease_until = 'infinity'`
  await expect
    .poll(async () => (await asClusterOwner(system.dataFolder, bytesGone)).length, { timeout: 60_000 })
    .toBe(1)
  expect(await open(creator, body.path!)).toBe(404)
}, 180_000)

test('a preview is small and marked all over', async () => {
  const order = await begun()
  const { body } = await upload(creator, order, await picture())
  const preview = `${order}/preview/${body.id}`
  await expect.poll(() => open(creator, preview), { timeout: 120_000 }).toBe(200)
  const { data } = await creator.client.storage.from('commission-files').download(preview)
  const drawn = sharp(await data!.arrayBuffer())
  expect(await drawn.metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 768 })
  // The picture is of one colour: in each quarter of it, something else stands.
  for (const [left, top] of [
    [0, 0],
    [512, 0],
    [0, 384],
    [512, 384],
  ] as const) {
    const quarter = await drawn.clone().extract({ left, top, width: 512, height: 384 }).stats()
    expect(quarter.channels.every(({ stdev }) => stdev > 5)).toBe(true)
  }
})

describe('refused before anything is stored', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  test('what is not what it says, what is never taken, what would unpack to too much', async () => {
    const order = await begun()
    const png = await picture(40, 30)
    const refused: readonly [Uint8Array, Upload, number, string][] = [
      [svg, { type: 'image/svg+xml' }, 415, 'file_type'],
      [svg, { type: 'image/png' }, 415, 'file_type'],
      [page, { type: 'text/html' }, 415, 'file_type'],
      [page, { type: 'application/pdf' }, 415, 'file_type'],
      [png, { type: 'image/jpeg' }, 415, 'file_type'],
      [png.subarray(0, 20), { type: 'image/png' }, 415, 'file_type'],
      [zip([{ name: 'a.psd' }]), { type: 'application/zip', kind: 'sketch' }, 415, 'file_type'],
      [Buffer.from('PK\x03\x04 nothing'), { type: 'application/zip' }, 415, 'file_type'],
      [zip([{ name: 'a.psd', unpacked: 4_000_000_000 }]), { type: 'application/zip' }, 422, 'file_bomb'],
      [zip([{ name: 'a.psd' }, { name: 'a.psd', at: 0 }]), { type: 'application/zip' }, 422, 'file_bomb'],
      [zip([{ name: 'a.psd', own: 'a.exe' }]), { type: 'application/zip' }, 415, 'file_type'],
      [zip([{ name: 'a.psd' }, { name: 'b.psd', at: 0 }]), { type: 'application/zip' }, 415, 'file_type'],
      [Buffer.concat([Buffer.from('MZ'), zip([{ name: 'a.psd' }])]), { type: 'application/zip' }, 415, 'file_type'],
      [Buffer.alloc(10 * 1024 * 1024 + 1), { kind: 'sketch' }, 413, 'file_too_large'],
    ]
    for (const [file, given, status, code] of refused)
      expect(await upload(creator, order, file, given)).toMatchObject({ status, body: { code } })
    expect(await upload(client, order, png)).toMatchObject({ status: 403, body: { code: 'commission_not_yours' } })
    expect(await upload(await person(system), order, png)).toMatchObject({ status: 404 })
    expect(await upload(client, order, png, { kind: 'reference' })).toMatchObject({ status: 409 })
    const stored = await asClusterOwner(system.dataFolder, `select from storage.objects where name like '${order}/%'`)
    expect(stored).toHaveLength(0)
    const taken = await upload(creator, order, zip([{ name: 'œuvre.psd' }, { name: 'lisez-moi.txt' }]), {
      type: 'application/zip',
    })
    expect(taken).toMatchObject({ status: 201, body: { state: 'ready', entries: ['œuvre.psd', 'lisez-moi.txt'] } })
    // Sent again, as after an answer that was lost, it is the same one.
    const sketches = [
      await upload(creator, order, png, { kind: 'sketch' }),
      await upload(creator, order, png, { kind: 'sketch' }),
    ]
    expect(sketches.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(sketches.map(({ body }) => body.id)).size).toBe(1)
    const own = creator.client.storage.from('commission-files').upload(`${order}/final/${randomUUID()}`, png)
    expect((await own).error).not.toBeNull()
  })
})

describe('a database whose connections are killed again and again', () => {
  /** Pressed until there is an answer, under one key. */
  async function pressed(who: Person, id: string, name: string, details: object = {}): Promise<Commission> {
    const key = randomUUID()
    const { version } = await untilAnswered(() => answer<Commission>(who, 'read_commission', { commission: id }))
    const params = { commission: id, step: name, version, details, key }
    return untilAnswered(() => answer<Commission>(who, 'commission_step', params))
  }

  /** So many steps die on their way to an answer; whoever presses again gets one. */
  async function killSteps(most: number, { signal }: AbortController): Promise<void> {
    for (let killed = 0; killed < most && !signal.aborted;) {
      const victims = await asClusterOwner(
        system.dataFolder,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and state = 'active'
           and query like '%commission_step%'`,
      )
      killed += victims.length
    }
  }

  test('costs presses, and no step is taken twice or left half-way', async () => {
    const over = new AbortController()
    const all = draws({ few: 2, many: 100 })
    const killing = killSteps(3 * all, over)
    const wish = { brief: 'Un portrait de ma grand-mère devant la mer.' }
    const milestones = [{ title: 'Tout', amount: 5000, days: 10 }]
    try {
      for (let drawn = 0; drawn < all; drawn += 1) {
        const id = randomUUID()
        await untilAnswered(() => answer(client, 'request_commission', { id, service, wish }))
        for (const scope of ['Un portrait', 'Deux portraits'])
          await pressed(creator, id, 'propose', { scope, milestones })
        const ended = await pressed(client, id, 'cancel')
        expect(ended.events.map(({ what }) => what)).toEqual(['requested', 'proposed', 'proposed', 'canceled'])
      }
    } finally {
      over.abort()
      await killing
    }
  }, 240_000)
})

async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code?.startsWith('PT') === true) throw error
    }
  }
}
