/** Buckets and their rules (WIRE §3.3; THREATS S-02). */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { toBytes } from '../src/routes/buckets.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const service = () => server.as('service_role')

test('a bucket is made, read, changed, emptied and removed', async () => {
  const made = await service().createBucket('maps', {
    public: false,
    fileSizeLimit: '20MB',
    allowedMimeTypes: ['image/*'],
  })
  expect(made).toEqual({ data: { name: 'maps' }, error: null })
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect((await service().getBucket('maps')).data).toEqual({
    id: 'maps',
    name: 'maps',
    owner: '',
    public: false,
    type: 'STANDARD',
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/*'],
    created_at: iso,
    updated_at: iso,
  })
  const change = { public: true, fileSizeLimit: null, allowedMimeTypes: null }
  expect((await service().updateBucket('maps', change)).data).toEqual({ message: 'Successfully updated' })
  expect((await service().getBucket('maps')).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: null,
  })

  await service().from('maps').upload('north.txt', 'north')
  expect((await service().deleteBucket('maps')).error).toMatchObject({
    message: 'The bucket you tried to delete is not empty',
    status: 400,
    statusCode: '409',
  })
  expect((await service().emptyBucket('maps')).data?.message).toContain('queued')
  expect((await service().deleteBucket('maps')).data).toEqual({ message: 'Successfully deleted' })
  expect((await service().getBucket('maps')).error).toMatchObject({ message: 'Bucket not found', statusCode: '404' })
})

test('lists are sorted, searched and paged', async () => {
  const ids = async (options: Parameters<ReturnType<typeof service>['listBuckets']>[0]) =>
    (await service().listBuckets(options)).data?.map(({ id }) => id)
  expect(await ids({})).toEqual(['covers', 'manuscripts', 'shelf'])
  expect(await ids({ sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual(['shelf', 'manuscripts'])
  expect(await ids({ sortColumn: 'name', limit: 1, offset: 1 })).toEqual(['manuscripts'])
  expect(await ids({ search: 'SCRIPT' })).toEqual(['manuscripts'])
})

test('people without a policy see no bucket and change none', async () => {
  for (const who of [ada, 'anon']) {
    const client = server.as(who)
    expect((await client.listBuckets()).data).toEqual([])
    expect((await client.createBucket('own')).error).toMatchObject({
      message: 'new row violates row-level security policy',
      statusCode: '403',
    })
    for (const act of [
      client.getBucket('shelf'),
      client.updateBucket('shelf', { public: true }),
      client.emptyBucket('shelf'),
      client.deleteBucket('shelf'),
    ])
      expect((await act).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  }
})

test('a policy lets people have buckets of their own', async () => {
  await using open = await startStorage({
    fixtures: `create policy "people own buckets" on storage.buckets to authenticated
      using (owner_id = (select auth.uid())::text) with check (owner_id = (select auth.uid())::text);`,
  })
  expect((await open.as(ada).createBucket('of-ada')).error).toBeNull()
  expect((await open.as(ada).listBuckets()).data?.map(({ id, owner }) => [id, owner])).toEqual([['of-ada', ada]])
  expect((await open.as(ada).deleteBucket('of-ada')).error).toBeNull()
})

test.each(['list', 'list-v2', 'sign', 'upload', '.', '..', 'x'.repeat(101), 'a/b', 'nul\0', 'ü', ' space', ''])(
  'the name %j is refused',
  async (name) => {
    expect((await service().createBucket(name)).error).toMatchObject({ status: 400, message: 'Bucket name invalid' })
  },
)

test('a name that is taken, a limit above the service, a type that is none, and no name at all', async () => {
  expect((await service().createBucket('shelf')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
  expect((await service().createBucket('big', { public: true, fileSizeLimit: '53MB' })).error).toMatchObject({
    statusCode: '413',
  })
  expect((await service().createBucket('odd', { public: true, allowedMimeTypes: ['picture'] })).error).toMatchObject({
    statusCode: '415',
    message: 'mime type picture is not supported',
  })
  const headers = { authorization: `Bearer ${tokenFor('service_role')}`, 'content-type': 'application/json' }
  const nameless = await server.fetch('/bucket', { method: 'POST', headers, body: '{}' })
  expect(nameless.status).toBe(400)
  expect(await nameless.json()).toEqual({
    statusCode: '400',
    error: 'Error',
    code: 'InvalidRequest',
    message: "body must have required property 'name'",
  })
  const text = await server.fetch('/bucket', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/css' },
    body: 'x',
  })
  expect([text.status, ((await text.json()) as { statusCode: string }).statusCode]).toEqual([400, '415'])
})

test.each([
  ['20MB', 20_000_000],
  ['1mb', 1_000_000],
  ['2.3Mb', 2_300_000],
  ['1.5kb', 1_500],
  ['7B', 7],
  ['1GB', 1_000_000_000],
  [42, 42],
  [0, null],
  [null, null],
  [undefined, undefined],
])('a limit of %s is %s bytes', (limit, bytes) => {
  expect(toBytes(limit)).toBe(bytes)
})
