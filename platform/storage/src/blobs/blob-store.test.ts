/** What every place of blobs promises, asked of each kind. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startS3 } from '../../testing/s3-server.ts'
import { BlobMissingError, bytesOf, objectBlob, variantBlob, type BlobKey, type BlobStore } from './blob-store.ts'
import { diskBlobStore } from './disk.ts'
import { s3BlobStore } from './s3.ts'

interface Opened extends AsyncDisposable {
  readonly blobs: BlobStore
}

async function openDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'disk-test-'))
  return { blobs: await diskBlobStore(folder), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

async function openS3(): Promise<Opened> {
  const server = await startS3()
  const blobs = s3BlobStore({ ...server.settings, prefix: 'shop/' })
  const dispose = async () => {
    blobs[Symbol.dispose]()
    await server[Symbol.asyncDispose]()
  }
  return { blobs, [Symbol.asyncDispose]: dispose }
}

describe.each([
  ['disk', openDisk],
  ['S3', openS3],
])('blobs on %s', (_, open) => {
  let opened: Opened
  let blobs: BlobStore
  beforeEach(async () => {
    opened = await open()
    blobs = opened.blobs
  })
  afterEach(() => opened[Symbol.asyncDispose]())

  const write = (key: BlobKey, text: string) => blobs.write(key, Readable.from([Buffer.from(text)]))
  const read = async (key: BlobKey, range?: { start: number; end: number }) =>
    (await bytesOf(await blobs.read(key, range))).toString()
  async function keys(family: 'objects' | 'variants'): Promise<BlobKey[]> {
    const found: BlobKey[] = []
    for await (const { key } of blobs.entries(family)) found.push(key)
    return found
  }

  test('what was written is read, whole or in part', async () => {
    const key = objectBlob(randomUUID())
    await write(key, '0123456789')
    expect(await read(key)).toBe('0123456789')
    expect(await read(key, { start: 2, end: 4 })).toBe('234')
    expect((await blobs.read(key, { start: 0, end: 0 })).size).toBe(10)
    expect(await keys('objects')).toEqual([key])
  })

  test('an empty blob is a blob', async () => {
    const key = objectBlob(randomUUID())
    await write(key, '')
    expect(await read(key)).toBe('')
  })

  test('a copy lives on without its source', async () => {
    const [from, to] = [objectBlob(randomUUID()), objectBlob(randomUUID())]
    await write(from, 'text')
    await blobs.copy(from, to)
    await blobs.remove([from])
    expect(await read(to)).toBe('text')
    await expect(blobs.copy(from, to)).rejects.toThrow(BlobMissingError)
  })

  test('a blob takes what is derived from it along; nothing else goes', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    for (const version of [one, other]) {
      await write(objectBlob(version), 'object')
      await write(variantBlob(version, 'aa'), 'variant')
    }
    await blobs.remove([objectBlob(one), objectBlob(randomUUID())])
    expect(await keys('objects')).toEqual([objectBlob(other)])
    expect(await keys('variants')).toEqual([variantBlob(other, 'aa')])
  })

  test('a reader that has begun is not disturbed by a removal', async () => {
    const key = objectBlob(randomUUID())
    await write(key, 'x'.repeat(3_000_000))
    const blob = await blobs.read(key)
    await blobs.remove([key])
    expect(await bytesOf(blob)).toHaveLength(3_000_000)
  })

  test('a large blob comes back byte for byte, whole and from its middle', async () => {
    const key = objectBlob(randomUUID())
    const bytes = Buffer.alloc(13_000_000, 'motif ')
    await blobs.write(key, Readable.from([bytes.subarray(0, 4_000_000), bytes.subarray(4_000_000)]))
    expect((await bytesOf(await blobs.read(key))).equals(bytes)).toBe(true)
    const middle = await blobs.read(key, { start: 5_999_999, end: 8_000_000 })
    expect(middle.size).toBe(bytes.length)
    expect((await bytesOf(middle)).equals(bytes.subarray(5_999_999, 8_000_001))).toBe(true)
  })

  test('a source that fails, early or late, leaves nothing', async () => {
    for (const count of [1, 13]) {
      const key = objectBlob(randomUUID())
      async function* failing() {
        for (let index = 0; index < count; index++) yield Buffer.alloc(1_000_000)
        throw new Error('cut off')
      }
      await expect(blobs.write(key, failing())).rejects.toThrow('cut off')
      await expect(blobs.read(key)).rejects.toThrow(BlobMissingError)
    }
    expect(await blobs.discardUnfinished(Date.now() + 60_000)).toBe(0)
  })

  test('entries tell size and time', async () => {
    const key = objectBlob(randomUUID())
    const before = Date.now()
    await write(key, '12345')
    for await (const entry of blobs.entries('objects')) {
      expect(entry).toMatchObject({ key, size: 5 })
      expect(Math.abs(entry.storedAt - before)).toBeLessThan(60_000)
    }
    expect(await keys('variants')).toEqual([])
  })
})
