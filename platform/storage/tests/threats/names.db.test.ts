/** Names that some system would resolve, drop or confuse (THREATS S-01, S-02). */
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
  await shelf().upload('real', 'real')
})
afterAll(() => server[Symbol.asyncDispose]())

const service = () => server.as('service_role')
const shelf = () => service().from('shelf')
const authorization = `Bearer ${tokenFor('service_role')}`
const invalidKey = { statusCode: '400', code: 'InvalidKey' }

/** As they stand in an address, and as a client spells them in JSON. */
const keys = [
  ['../x', '../x'],
  ['..%2fx', '../x'],
  ['%2e%2e/x', '../x'],
  ['%2e%2e%2fx', '../x'],
  ['a/../../b', 'a/../../b'],
  ['a/%2e/b', 'a/./b'],
  ['..', '..'],
  ['.', '.'],
  ['%5c..%5cx', '\\..\\x'],
  ['..%5c..%5cx', '..\\..\\x'],
  ['%2fabsolute', '/absolute'],
  ['C:%5cx', 'C:\\x'],
  ['nul%00', 'nul\0'],
  ['nul%00.png', 'nul\0.png'],
  ['x'.repeat(2_048), 'x'.repeat(2_048)],
  ['gnp.%e2%80%aeexe', 'gnp.\u202eexe'],
  ['%e2%80%8fa', '\u200fa'],
  ['dot.', 'dot.'],
  ['space%20', 'space '],
  ['folder./x', 'folder./x'],
  ['folder%20/x', 'folder /x'],
  ['a//b', 'a//b'],
  ['line%0d%0aset-cookie:%20x=y', 'line\r\nset-cookie: x=y'],
] as const

const named = keys.map(([path, key]) => ({ path, key, shown: path.slice(0, 40) }))

describe.each(named)('S-01 the key $shown', ({ path, key }) => {
  test('is refused by every door with an address', async () => {
    const doors: [string, string][] = [
      ['POST', '/object/shelf/'],
      ['PUT', '/object/shelf/'],
      ['GET', '/object/shelf/'],
      ['GET', '/object/public/shelf/'],
      ['GET', '/object/authenticated/shelf/'],
      ['GET', '/object/info/shelf/'],
      ['GET', '/render/image/public/shelf/'],
      ['DELETE', '/object/shelf/'],
      ['POST', '/object/upload/sign/shelf/'],
    ]
    for (const [method, door] of doors) {
      const answer = await rawRequest(server.url, door + path, { method, headers: { authorization }, body: '' })
      expect([door, answer.status]).toEqual([door, 400])
      expect(answer.json()).toMatchObject(invalidKey)
    }
  })

  test('is refused where a body names it', async () => {
    const headers = { authorization, 'content-type': 'application/json' }
    for (const door of ['/object/move', '/object/copy'])
      for (const [sourceKey, destinationKey] of [
        ['real', key],
        [key, 'elsewhere'],
      ]) {
        const body = JSON.stringify({ bucketId: 'shelf', sourceKey, destinationKey })
        const answer = await rawRequest(server.url, door, { method: 'POST', headers, body })
        expect(answer.json()).toMatchObject(invalidKey)
      }
  })
})

test('S-01 no name of a person becomes a name on the disk', async () => {
  await shelf().upload(`${ada}/a folder/.hidden`, 'x')
  const files = await readdir(server.folder, { recursive: true })
  expect(files.filter((file) => /hidden|folder|real/.test(file))).toEqual([])
  expect(
    files.filter((file) => !/^(?:objects|variants|unfinished)(?:\/[0-9a-f]{2}){0,2}(?:\/[0-9a-f-]{36})?$/.test(file)),
  ).toEqual([])
})

test('S-01 a link that was planted in the place of a file is not followed', async () => {
  await shelf().upload('linked', 'own bytes')
  const [row] = await rowsOf<{ version: string }>(
    server.database,
    `select version from storage.objects where name = 'linked'`,
  )
  const version = row!.version
  const path = join(server.folder, 'objects', version.slice(-2), version.slice(-4, -2), version)
  const secret = join(server.folder, '..', `secret-${version}`)
  await writeFile(secret, 'of the machine')
  await rm(path)
  await mkdir(dirname(path), { recursive: true })
  await symlink(secret, path)
  const answer = await rawRequest(server.url, '/object/public/shelf/linked')
  expect(answer.json()).toMatchObject({ statusCode: '404' })
  await rm(secret)
})

test.each([
  'list',
  'list-v2',
  'sign',
  'upload',
  '.',
  '..',
  'x'.repeat(101),
  'a/b',
  'a\\b',
  'nul\0',
  ' blank',
  'blank ',
  '',
  'b\u202ecket',
])('S-02 no bucket is called %j', async (name) => {
  expect((await service().createBucket(name)).error).toMatchObject({ status: 400, message: 'Bucket name invalid' })
})

test('S-02 a bucket is not told from another by its case', async () => {
  for (const name of ['Shelf', 'SHELF'])
    expect((await service().createBucket(name)).error).toMatchObject({ status: 400, message: 'Bucket name invalid' })
  expect((await service().createBucket('shelf')).error).toMatchObject({ statusCode: '409' })
  // Who may not make buckets does not learn which there are.
  expect((await server.as(ada).createBucket('Shelf')).error).toMatchObject({ statusCode: '403' })
})
