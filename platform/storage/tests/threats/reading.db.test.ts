/** What was made private or removed is gone, and one request gets one range (THREATS S-12, S-13, S-14). */
import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { plain } from '../../testing/pictures.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
const bytes = randomBytes(1_000)
beforeAll(async () => {
  server = await startStorage()
  const year = { cacheControl: 'public, max-age=31536000, immutable' }
  for (const bucket of ['shelf', 'manuscripts', 'covers']) {
    const contentType = bucket === 'covers' ? 'image/png' : 'text/plain'
    const body = bucket === 'covers' ? await plain(40, 40, 'red').png().toBuffer() : bytes
    for (const name of ['kept', 'gone'])
      await service()
        .from(bucket)
        .upload(name, body, { contentType, ...year })
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const service = () => server.as('service_role')
const get = (path: string, headers: Record<string, string> = {}) => rawRequest(server.url, path, { headers })
const authorization = `Bearer ${tokenFor('service_role')}`

describe('S-12', () => {
  test('a public address of a private bucket tells nothing, not even that it exists', async () => {
    const nowhere = (await get('/object/public/nowhere/kept')).json()
    for (const path of [
      '/object/public/manuscripts/kept',
      '/object/public/manuscripts/nothing',
      '/object/info/public/manuscripts/kept',
      '/render/image/public/manuscripts/kept?width=9',
    ]) {
      const answer = await get(path)
      expect([path, answer.status, answer.json()]).toEqual([path, 400, nowhere])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('a removed object and its variants are gone at once', async () => {
    for (const path of ['/object/public/covers/gone', '/render/image/public/covers/gone?width=9'])
      expect((await get(path)).status).toBe(200)
    await service().from('covers').remove(['gone'])
    for (const path of ['/object/public/covers/gone', '/render/image/public/covers/gone?width=9'])
      expect((await get(path)).json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
  })

  test('a bucket that becomes private is private at once', async () => {
    await service().createBucket('window', { public: true })
    await service().from('window').upload('a', 'a')
    expect((await get('/object/public/window/a')).status).toBe(200)
    await service().updateBucket('window', { public: false })
    expect((await get('/object/public/window/a')).json()).toMatchObject({ code: 'NoSuchBucket' })
  })

  test('no shared cache keeps a public object for more than a minute, whatever was stored with it', async () => {
    const stored = ['max-age=31536000', 'public, max-age=86400', 's-maxage=999999', 'public', 'max-age=61', 'immutable']
    stored.push('max-age=9, stale-while-revalidate=86400', 'max-age=100, stale-if-error=9999', 'max-age=30', '')
    for (const [index, control] of stored.entries()) {
      const headers = { authorization, 'cache-control': control, 'content-type': 'text/plain' }
      await rawRequest(server.url, `/object/shelf/control-${index}`, { method: 'POST', headers, body: 'x' })
      const given = String((await get(`/object/public/shelf/control-${index}`)).headers['cache-control'])
      const shared = /s-maxage=(\d+)/.exec(given)?.[1] ?? /max-age=(\d+)/.exec(given)?.[1]
      expect([control, Number(shared ?? Infinity) <= 60 || /no-cache|no-store|private/.test(given)]).toEqual([
        control,
        true,
      ])
      expect(given).not.toMatch(/stale-/)
    }
  })

  test('no shared cache keeps what somebody read with rights of their own, or by a signed address', async () => {
    const { data } = await service().from('manuscripts').createSignedUrl('kept', 60)
    const signed = data!.signedUrl.split('/storage/v1')[1]!
    const answers = [
      await get('/object/authenticated/manuscripts/kept', { authorization }),
      await get('/object/manuscripts/kept', { authorization }),
      await get('/object/manuscripts/kept', { apikey: tokenFor('service_role') }),
      await get(signed),
    ]
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      expect(headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    }
  })
})

describe('S-13', () => {
  const range = (value: string) => get('/object/public/shelf/kept', { range: value })

  test.each([
    'bytes=0-0,5-5',
    'bytes=0-9,',
    'bytes=-0',
    'bytes=1000-',
    'bytes=1000-2000',
    'bytes=99999999999999999999-',
  ])('%s cannot be had', async (value) => {
    const answer = await range(value)
    expect(answer.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' })
    expect(answer.headers['content-range']).toBe('bytes */1000')
    expect(answer.bytes.length).toBeLessThan(200)
  })

  test('a thousand of them cannot be had', async () => {
    const answer = await range(`bytes=${Array(1_000).fill('0-').join(',')}`)
    expect(answer.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' })
  })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=999-', 999, 1_000],
    ['bytes=-1', 999, 1_000],
    ['bytes=500-99999999999999999999', 500, 1_000],
    ['bytes=-99999', 0, 1_000],
  ])('%s is one part', async (value, start, end) => {
    const answer = await range(value)
    expect([answer.status, answer.headers['content-range']]).toEqual([206, `bytes ${start}-${end - 1}/1000`])
    expect(answer.bytes.equals(bytes.subarray(start, end))).toBe(true)
  })
})

describe('S-14 twenty uploads of one name at once', () => {
  const upload = (name: string, index: number, isUpsert: boolean) =>
    server
      .as(ada)
      .from('manuscripts')
      .upload(`${ada}/${name}`, Buffer.alloc(150_000 + index, 65 + index), { upsert: isUpsert })
  const stored = async (name: string) => {
    const { data } = await server.as(ada).from('manuscripts').download(`${ada}/${name}`)
    return Buffer.from(await data!.arrayBuffer())
  }
  const race = (name: string, isUpsert: boolean) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => upload(name, index, isUpsert)))

  test('one wins, the others are told, and nothing of them is left', async () => {
    const before = await server.keysOf('objects')
    const answers = await race('once', false)
    const winners = answers.flatMap(({ error }, index) => (error === null ? [index] : []))
    expect(winners).toHaveLength(1)
    const losers = answers.flatMap(({ error }) => (error === null ? [] : [error]))
    expect(losers.map((error) => (error as unknown as { statusCode: string }).statusCode)).toEqual(
      Array(19).fill('409'),
    )
    const winner = winners[0]!
    expect((await stored('once')).equals(Buffer.alloc(150_000 + winner, 65 + winner))).toBe(true)
    expect(await server.keysOf('objects')).toHaveLength(before.length + 1)
  })

  test('that may replace each other: one is there whole, its tag is its own, the others go', async () => {
    const before = await server.keysOf('objects')
    for (const { error } of await race('again', true)) expect(error).toBeNull()
    const body = await stored('again')
    const winner = body[0]! - 65
    expect(body.equals(Buffer.alloc(150_000 + winner, 65 + winner))).toBe(true)
    const { data } = await server.as(ada).from('manuscripts').info(`${ada}/again`)
    expect(data?.size).toBe(body.length)
    await vi.waitFor(async () => expect(await server.keysOf('objects')).toHaveLength(before.length + 1), 20_000)
  })
})
