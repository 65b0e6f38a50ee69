/** Folders in a flat set of names, and pages through all of it (WIRE §3.4). */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, startStorage, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
const names = [
  'a-file.txt',
  'a/b/c/deep.txt',
  'a/b/one.txt',
  'a/b0',
  'a/two.txt',
  'a/x_y.txt',
  'a/Zoe.txt',
  'b/only.txt',
  'folder-1/x.txt',
  'folder/x.txt',
  'folder/y/z.txt',
  'root.txt',
  'z.txt',
]

beforeAll(async () => {
  server = await startStorage()
  const insert = `insert into storage.objects (bucket_id, name, created_at, metadata)
    select 'shelf', name, timestamptz '2026-01-01' + place * interval '1 hour', '{"size": 1}'
    from unnest($1::text[]) with ordinality as given(name, place)`
  await server.database.databases.system.write(systemSession, (tx) => tx.execute(insert, [names]))
})
afterAll(() => server[Symbol.asyncDispose]())

const shelf = () => server.as('service_role').from('shelf')

async function list(prefix: string, options: Parameters<ReturnType<typeof shelf>['list']>[1] = {}) {
  const { data, error } = await shelf().list(prefix, options)
  if (error) throw error
  return data.map(({ name, id }) => (id === null ? `${name}/` : name))
}

describe('folders', () => {
  test('first the folders, then the files, both by name', async () => {
    expect(await list('')).toEqual(['a/', 'b/', 'folder-1/', 'folder/', 'a-file.txt', 'root.txt', 'z.txt'])
    expect(await list('a')).toEqual(['b/', 'Zoe.txt', 'b0', 'two.txt', 'x_y.txt'])
    expect(await list('a/b/')).toEqual(['c/', 'one.txt'])
    expect(await list('folder')).toEqual(['y/', 'x.txt'])
    expect(await list('nowhere')).toEqual([])
  })

  test('a folder has a name and nothing else', async () => {
    const { data } = await shelf().list('a', { limit: 1 })
    expect(data).toEqual([
      { name: 'b', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
    ])
  })

  test('backwards', async () => {
    const sortBy = { column: 'name', order: 'desc' }
    expect(await list('', { sortBy })).toEqual(['folder/', 'folder-1/', 'b/', 'a/', 'z.txt', 'root.txt', 'a-file.txt'])
  })

  test('by time, folders still first', async () => {
    expect(await list('a', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'b/',
      'Zoe.txt',
      'x_y.txt',
      'two.txt',
      'b0',
    ])
  })

  test.each([1, 2, 3, 4, 5])('pages of %i make up the whole', async (limit) => {
    for (const order of ['asc', 'desc']) {
      const whole = await list('', { sortBy: { column: 'name', order } })
      const pages: string[] = []
      for (let offset = 0; offset < whole.length; offset += limit)
        pages.push(...(await list('', { limit, offset, sortBy: { column: 'name', order } })))
      expect(pages).toEqual(whole)
    }
  })

  test('searching is by the beginning of the name, and knows no wildcards', async () => {
    expect(await list('', { search: 'FOL' })).toEqual(['folder-1/', 'folder/'])
    expect(await list('a', { search: 'x_' })).toEqual(['x_y.txt'])
    expect(await list('a', { search: '_' })).toEqual([])
    expect(await list('', { search: '%' })).toEqual([])
  })

  test('a bucket that is not there is empty', async () => {
    const { data } = await server.as('service_role').from('nowhere').list('')
    expect(data).toEqual([])
  })

  test('odd requests are refused', async () => {
    for (const options of [{ limit: 0 }, { offset: -1 }, { sortBy: { column: 'id; drop table', order: 'asc' } }]) {
      const { error } = await shelf().list('', options)
      expect(error).toMatchObject({ status: 400, statusCode: '400' })
    }
  })
})

type Options = Parameters<ReturnType<typeof shelf>['listV2']>[0]

async function pages(options: Options): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined, hasNext = true; hasNext;) {
    const { data, error } = await shelf().listV2({ ...options, ...(cursor && { cursor }) })
    if (error) throw error
    expect(data.folders.length + data.objects.length).toBeLessThanOrEqual(options?.limit ?? 1_000)
    found.push(...data.folders.map(({ name }) => name), ...data.objects.map(({ name }) => name))
    ;({ hasNext, nextCursor: cursor } = data)
  }
  return found
}

describe('names', () => {
  test('all, in byte order, full paths', async () => {
    expect(await pages({})).toEqual([...names].sort())
    expect(await pages({ prefix: 'a/b' })).toEqual(['a/b/c/deep.txt', 'a/b/one.txt', 'a/b0'])
    expect(await pages({ sortBy: { column: 'name', order: 'desc' } })).toEqual([...names].sort().reverse())
  })

  test('folded at the next slash', async () => {
    const { data } = await shelf().listV2({ prefix: 'a/', with_delimiter: true })
    expect(data?.folders.map(({ name }) => name)).toEqual(['a/b/'])
    expect(data?.objects.map(({ name }) => name)).toEqual(['a/Zoe.txt', 'a/b0', 'a/two.txt', 'a/x_y.txt'])
    expect(data?.objects[0]).toMatchObject({ id: expect.any(String), metadata: { size: 1 } })
    expect(data?.hasNext).toBe(false)
  })

  test.each([1, 2, 3, 5])('pages of %i hold everything once, in every order', async (limit) => {
    for (const column of ['name', 'created_at', 'updated_at'] as const)
      for (const order of ['asc', 'desc'] as const)
        for (const withDelimiter of [false, true]) {
          const options = { with_delimiter: withDelimiter, sortBy: { column, order } }
          const whole = await pages(options)
          expect((await pages({ ...options, limit })).toSorted()).toEqual(whole.toSorted())
          expect(new Set(whole).size).toBe(withDelimiter ? 7 : names.length)
        }
  })

  test('by time, oldest first', async () => {
    expect(await pages({ sortBy: { column: 'created_at', order: 'asc' }, limit: 4 })).toEqual(names)
  })

  test.each([
    'x',
    'WzFd',
    Buffer.from('["name",0,"a",null,1]').toString('base64'),
    Buffer.from('["created_at",0,"a","yesterday"]').toString('base64'),
    Buffer.from('["id",0,"a",null]').toString('base64'),
  ])('the cursor %s is refused', async (cursor) => {
    expect((await shelf().listV2({ cursor })).error).toMatchObject({ status: 400, statusCode: '400' })
  })

  test('only what the caller may see', async () => {
    await server.as(ada).from('manuscripts').upload(`${ada}/mine.txt`, 'mine')
    await server.as('service_role').from('manuscripts').upload('other/theirs.txt', 'theirs')
    const { data } = await server.as(ada).from('manuscripts').listV2({ with_delimiter: true })
    expect(data?.folders.map(({ name }) => name)).toEqual([`${ada}/`])
  })
})
