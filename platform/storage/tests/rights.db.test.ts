/** Who may do what: the author, a stranger, nobody, the service; every verb (THREATS S-10, S-11; WIRE §3.2). */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ada, bob, startStorage, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const draft = `${ada}/draft.txt`
const spare = `${ada}/spare.txt`

beforeEach(async () => {
  const shelf = server.as('service_role').from('manuscripts')
  await server.as('service_role').emptyBucket('manuscripts')
  await shelf.upload(draft, 'first words')
  await shelf.upload(spare, 'other words')
})

type Bucket = ReturnType<ReturnType<StorageServer['as']>['from']>
type Verb = (bucket: Bucket) => Promise<{ error: { message: string } | null }>

/** Each verb, and what the refused hear. */
const verbs: Record<string, { act: Verb; refusal: string }> = {
  download: { act: (b) => b.download(draft).then(({ error }) => ({ error })), refusal: 'Object not found' },
  info: { act: (b) => b.info(draft), refusal: 'Object not found' },
  upload: {
    act: (b) => b.upload(`${ada}/new.txt`, 'new'),
    refusal: 'new row violates row-level security policy',
  },
  upsert: {
    act: (b) => b.upload(draft, 'again', { upsert: true }),
    refusal: 'new row violates row-level security policy',
  },
  update: { act: (b) => b.update(draft, 'again'), refusal: 'new row violates row-level security policy' },
  sign: { act: (b) => b.createSignedUrl(draft, 60), refusal: 'Object not found' },
  'sign an upload': {
    act: (b) => b.createSignedUploadUrl(`${ada}/new.txt`),
    refusal: 'new row violates row-level security policy',
  },
  move: { act: (b) => b.move(draft, `${ada}/moved.txt`), refusal: 'Object not found' },
  copy: { act: (b) => b.copy(draft, `${ada}/copied.txt`), refusal: 'Object not found' },
}

describe.each(Object.entries(verbs))('%s', (_name, { act, refusal }) => {
  test.each([ada, 'service_role'])('is for its author and the service (%s)', async (who) => {
    const { error } = await act(server.as(who).from('manuscripts'))
    expect(error).toBeNull()
  })

  test.each([bob, 'anon'])('is not for others (%s)', async (who) => {
    const { error } = await act(server.as(who).from('manuscripts'))
    expect(error?.message).toBe(refusal)
  })
})

test('what others may not remove is silently absent from the answer', async () => {
  for (const who of [bob, 'anon']) {
    const { data, error } = await server.as(who).from('manuscripts').remove([draft, 'nothing/here'])
    expect({ data, error }).toEqual({ data: [], error: null })
  }
  const { data } = await server.as(ada).from('manuscripts').remove([draft, spare, 'nothing/here'])
  expect(data?.map(({ name }) => name).sort()).toEqual([draft, spare])
})

test('a listing shows what the caller may see, and wildcards are letters', async () => {
  const names = async (who: string, prefix: string, search = '') => {
    const { data } = await server.as(who).from('manuscripts').list(prefix, { search })
    return data?.map(({ name }) => name)
  }
  expect(await names(ada, ada)).toEqual(['draft.txt', 'spare.txt'])
  expect(await names(ada, ada, 'DRA')).toEqual(['draft.txt'])
  expect(await names(ada, ada, '%')).toEqual([])
  expect(await names(bob, ada)).toEqual([])
  expect(await names('anon', '')).toEqual([])
  expect(await names(ada, '..')).toEqual([])
  expect(await names('service_role', '')).toEqual([ada])
})

test('nobody moves or copies into the folder of another', async () => {
  const mine = server.as(bob).from('manuscripts')
  await mine.upload(`${bob}/mine.txt`, 'mine')
  const target = `${ada}/planted.txt`
  expect((await mine.move(`${bob}/mine.txt`, target)).error?.message).toContain('row-level security')
  expect((await mine.copy(`${bob}/mine.txt`, target)).error?.message).toContain('row-level security')
  expect((await mine.copy(`${bob}/mine.txt`, draft)).error?.message).toMatch(/row-level security|already exists/)
})

test('without a token a private bucket does not exist, and neither does its object', async () => {
  const bodies = await Promise.all(
    [
      '/object/manuscripts/x',
      `/object/manuscripts/${draft}`,
      `/object/public/manuscripts/${draft}`,
      '/object/nowhere/x',
    ].map(async (path) => (await server.fetch(path)).json()),
  )
  for (const body of bodies) expect(body).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
})

test('a broken token reads as nobody, and writes nothing', async () => {
  const headers = { authorization: 'Bearer broken' }
  const read = await server.fetch(`/object/manuscripts/${draft}`, { headers })
  expect(await read.json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
  const write = await server.fetch(`/object/manuscripts/${draft}`, { method: 'POST', body: 'x', headers })
  expect(write.status).toBe(400)
  expect(await write.json()).toEqual({
    statusCode: '403',
    error: 'Unauthorized',
    message: 'Invalid Compact JWS',
    code: 'AccessDenied',
  })
})

test('without any key, authenticated routes name what is missing', async () => {
  const answer = await server.fetch(`/object/authenticated/manuscripts/${draft}`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'InvalidRequest',
    message: "headers must have required property 'authorization'",
  })
})

test('the row of an upload names its author; one by the service names nobody', async () => {
  await server.as(ada).from('manuscripts').upload(`${ada}/own.txt`, 'own')
  const rows = await rowsOf(server.database, 'select name, owner, owner_id from storage.objects order by name')
  expect(rows).toEqual([
    { name: draft, owner: null, owner_id: null },
    { name: `${ada}/own.txt`, owner: ada, owner_id: ada },
    { name: spare, owner: null, owner_id: null },
  ])
})

test('policies may ask which operation is under way', async () => {
  await using guarded = await startStorage({
    fixtures: `create policy "readers list but do not take" on storage.objects for select to anon
      using (storage.allow_only_operation('object.list'));`,
  })
  await guarded.as('service_role').from('manuscripts').upload('samples-of-all/a.txt', 'a')
  const anon = guarded.as('anon').from('manuscripts')
  expect((await anon.list('samples-of-all')).data).toHaveLength(1)
  expect((await anon.download('samples-of-all/a.txt')).error?.message).toBe('Object not found')
})

test('SQL cannot delete rows under their bytes', async () => {
  const { system } = server.database.databases
  const deletion = system.write(systemSession, (tx) => tx.execute('delete from storage.objects'))
  await expect(deletion).rejects.toThrow('Direct deletion from storage tables is not allowed')
  const { data } = await server.as(ada).from('manuscripts').list(ada)
  expect(data).toHaveLength(2)
})
