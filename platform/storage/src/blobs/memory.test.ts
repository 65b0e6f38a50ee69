import { expect, test } from 'vitest'

import { BlobMissingError, bytesOf, objectBlob, type BlobKey, type BlobStore } from './blob-store.ts'
import { rememberBlobs } from './memory.ts'

/** A store of blobs that are their own names, which counts how often it is asked. */
function countingStore() {
  const asked: BlobKey[] = []
  const gone = new Set<BlobKey>()
  const store: BlobStore = {
    read: (key, range) => {
      asked.push(key)
      if (gone.has(key)) return Promise.reject(new BlobMissingError(key))
      const whole = Buffer.from(key)
      return Promise.resolve({ body: range ? whole.subarray(range.start, range.end + 1) : whole, size: whole.length })
    },
    write: () => Promise.resolve(),
    copy: () => Promise.resolve(),
    remove: (keys) => {
      for (const key of keys) gone.add(key)
      return Promise.resolve()
    },
    entries: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    }),
    discardUnfinished: () => Promise.resolve(0),
  }
  return { asked, store }
}

const [a, b, c] = [objectBlob('a'), objectBlob('b'), objectBlob('c')]

test('what was read is remembered, whole and in parts', async () => {
  const { asked, store } = countingStore()
  const blobs = rememberBlobs(store, 1_000)
  await blobs.read(a)
  expect((await bytesOf(await blobs.read(a))).toString()).toBe(a)
  expect((await bytesOf(await blobs.read(a, { start: 1, end: 3 }))).toString()).toBe('bje')
  expect(asked).toEqual([a])
})

test('a part is no reason to remember the whole', async () => {
  const { asked, store } = countingStore()
  const blobs = rememberBlobs(store, 1_000)
  await blobs.read(a, { start: 0, end: 1 })
  await blobs.read(a)
  expect(asked).toEqual([a, a])
})

test('when there is no room, what was asked for longest ago goes', async () => {
  const { asked, store } = countingStore()
  const blobs = rememberBlobs(store, a.length * 2)
  for (const key of [a, b, a, c, a, b]) await blobs.read(key)
  expect(asked).toEqual([a, b, c, b])
})

test('without room nothing is kept', async () => {
  const { asked, store } = countingStore()
  const blobs = rememberBlobs(store, 0)
  for (const key of [a, a]) await blobs.read(key)
  expect(asked).toEqual([a, a])
})

test('what is removed is gone', async () => {
  const { store } = countingStore()
  const blobs = rememberBlobs(store, 1_000)
  await blobs.read(a)
  await blobs.remove([a])
  await expect(blobs.read(a)).rejects.toThrow(BlobMissingError)
})
