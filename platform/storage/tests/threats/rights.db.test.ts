/** What belongs to others is neither overwritten nor listed (THREATS S-10, S-11). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { ada, bob, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
  for (const bucket of ['manuscripts', 'shelf']) {
    await server.as(ada).from(bucket).upload(`${ada}/draft`, 'of ada')
    await server.as(bob).from(bucket).upload(`${bob}/draft`, 'of bob')
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const draft = `${ada}/draft`
const planted = `${ada}/planted`
const asBob = (method: string, path: string, body: string | object, more: Record<string, string> = {}) =>
  rawRequest(server.url, path, {
    method,
    headers: {
      authorization: `Bearer ${tokenFor(bob)}`,
      'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      ...more,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const to = (destinationKey: string, more: object = {}) => ({
  bucketId: 'manuscripts',
  sourceKey: `${bob}/draft`,
  destinationKey,
  ...more,
})
const upsert = { 'x-upsert': 'true' }
const elsewhere = { destinationBucket: 'shelf' }

const attempts: Record<string, () => Promise<{ json(): unknown }>> = {
  'by upsert': () => asBob('POST', `/object/manuscripts/${draft}`, 'x', upsert),
  'by a new name': () => asBob('POST', `/object/manuscripts/${planted}`, 'x'),
  'by update': () => asBob('PUT', `/object/manuscripts/${draft}`, 'x'),
  'by update of a new name': () => asBob('PUT', `/object/manuscripts/${planted}`, 'x'),
  'by a signed upload': () => asBob('POST', `/object/upload/sign/manuscripts/${draft}`, '', upsert),
  'by move': () => asBob('POST', '/object/move', to(planted)),
  'by move to another bucket': () => asBob('POST', '/object/move', to(planted, elsewhere)),
  'by copy': () => asBob('POST', '/object/copy', to(planted)),
  'by copy over it': () => asBob('POST', '/object/copy', to(draft), upsert),
  'by copy to another bucket': () => asBob('POST', '/object/copy', to(draft, elsewhere), upsert),
}

test.each(Object.entries(attempts))("S-10 nobody writes into another's folder %s", async (_, attempt) => {
  expect((await attempt()).json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
  const rows = await rowsOf(server.database, 'select name, owner_id from storage.objects where owner_id = $1', [bob])
  expect(rows).toEqual([
    { name: `${bob}/draft`, owner_id: bob },
    { name: `${bob}/draft`, owner_id: bob },
  ])
  for (const bucket of ['manuscripts', 'shelf'])
    expect(await (await server.as(ada).from(bucket).download(draft)).data?.text()).toBe('of ada')
})

test("S-10 nobody takes another's object by moving it", async () => {
  const take = { bucketId: 'manuscripts', sourceKey: draft, destinationKey: `${bob}/mine` }
  for (const act of ['move', 'copy'])
    expect((await asBob('POST', `/object/${act}`, take)).json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
})

describe('S-11 a listing shows only one’s own', () => {
  const list = async (body: object) => (await asBob('POST', '/object/list/manuscripts', body)).json()
  const listV2 = async (body: object) => (await asBob('POST', '/object/list-v2/manuscripts', body)).json()

  test.each([ada, `${ada}/`, '..', '../', `${bob}/../${ada}`, '%', `${ada.slice(0, 4)}%`])(
    'with the prefix %s',
    async (prefix) => {
      expect(await list({ prefix })).toEqual([])
      expect(await listV2({ prefix })).toMatchObject({ folders: [], objects: [] })
    },
  )

  test.each(['%', '_', '%draft%', 'a', '', "' or true --", '\\'])('searching for %j', async (search) => {
    const found = (await list({ prefix: '', search })) as { name: string }[]
    expect(found.filter(({ name }) => name !== bob)).toEqual([])
    expect(await list({ prefix: ada, search })).toEqual([])
  })

  test('however a cursor was edited', async () => {
    for (const name of ['a', 'b', 'c']) await server.as(bob).from('manuscripts').upload(`${bob}/${name}`, name)
    const first = (await listV2({ limit: 1, sortBy: { column: 'created_at', order: 'asc' } })) as { nextCursor: string }
    const place = JSON.parse(Buffer.from(first.nextCursor, 'base64url').toString()) as unknown[]
    const edit = (at: number, value: unknown) =>
      Buffer.from(JSON.stringify(place.with(at, value))).toString('base64url')
    const earlier = (await listV2({ cursor: edit(2, '') })) as { objects: { name: string }[] }
    expect(earlier.objects.filter(({ name }) => !name.startsWith(`${bob}/`))).toEqual([])
    const broken = [
      edit(0, 'owner_id'),
      edit(0, 'name; drop table storage.objects'),
      edit(0, 'name'),
      edit(2, null),
      edit(2, 'nul\0'),
      edit(3, "now()'; --"),
      edit(3, null),
      `${first.nextCursor}x!`,
      first.nextCursor.slice(4),
      '%00',
      'null',
    ]
    for (const cursor of broken)
      expect([cursor, await listV2({ cursor })]).toMatchObject([cursor, { statusCode: '400', code: 'InvalidRequest' }])
  })
})
