import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { BlobMissingError, BlobStoreFullError, objectBlob, type BlobKey, type BlobStore } from './blob-store.ts'
import { diskBlobStore, toBlobError } from './disk.ts'

let folder: string
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-test-'))
  blobs = await diskBlobStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const write = (key: BlobKey, text: string) => blobs.write(key, Readable.from([Buffer.from(text)]))
test('a source that fails leaves nothing', async () => {
  const key = objectBlob(randomUUID())
  async function* failing() {
    yield Buffer.alloc(100_000)
    throw new Error('cut off')
  }
  await expect(blobs.write(key, failing())).rejects.toThrow('cut off')
  await expect(blobs.read(key)).rejects.toThrow(BlobMissingError)
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})

test.each([
  'objects/../../etc/passwd',
  'objects/',
  'objects/a/b',
  'variants/x',
  '/etc/passwd',
  `objects/${'a'.repeat(35)}\0`,
])('the key %j is no blob', async (key) => {
  await expect(blobs.read(key as BlobKey)).rejects.toThrow(BlobMissingError)
  await expect(write(key as BlobKey, 'x')).rejects.toThrow(BlobMissingError)
  await expect(blobs.remove([key as BlobKey])).resolves.toBeUndefined()
})

test('a link that somebody planted is not followed', async () => {
  const key = objectBlob(randomUUID())
  await write(key, 'honest')
  await writeFile(join(folder, 'secret'), 'secret')
  const version = key.slice('objects/'.length)
  const path = join(folder, 'objects', version.slice(-2), version.slice(-4, -2), version)
  await rm(path)
  await symlink(join(folder, 'secret'), path)
  expect(dirname(path)).toContain(folder)
  await expect(blobs.read(key)).rejects.toThrow(BlobMissingError)
})

test('writes that were never finished are discarded when they are old enough', async () => {
  await writeFile(join(folder, 'unfinished', 'half'), 'half')
  expect(await blobs.discardUnfinished(Date.now() - 60_000)).toBe(0)
  expect(await blobs.discardUnfinished(Date.now() + 60_000)).toBe(1)
})

test("the system's words for a full disk and a missing file", () => {
  const failure = (code: string) => Object.assign(new Error(code), { code })
  expect(toBlobError(failure('ENOSPC'), 'x')).toBeInstanceOf(BlobStoreFullError)
  expect(toBlobError(failure('EDQUOT'), 'x')).toBeInstanceOf(BlobStoreFullError)
  expect(toBlobError(failure('ELOOP'), 'x')).toBeInstanceOf(BlobMissingError)
  expect(toBlobError(failure('EIO'), 'x')).toMatchObject({ code: 'EIO' })
})
