/** Keeps the small blobs that people ask for most: they never change, so that memory is never wrong. */
import { bytesOf, type BlobKey, type BlobStore, type OpenBlob } from './blob-store.ts'

// A picture on a page; larger ones would push out too many of those.
const largest = 262_144

/** @param room bytes in all; 0 keeps nothing */
export function rememberBlobs(store: BlobStore, room: number): BlobStore {
  // A Map hands out its keys in the order of insertion: the first is the one that was asked for longest ago.
  const memory = new Map<BlobKey, Buffer>()
  let held = 0

  const forget = (key: BlobKey) => {
    held -= memory.get(key)?.length ?? 0
    memory.delete(key)
  }
  const remember = (key: BlobKey, bytes: Buffer) => {
    forget(key)
    memory.set(key, bytes)
    held += bytes.length
    for (const oldest of memory.keys()) {
      if (held <= room) break
      forget(oldest)
    }
  }

  return {
    ...store,
    read: async (key, range): Promise<OpenBlob> => {
      const known = memory.get(key)
      if (known !== undefined) {
        remember(key, known)
        return { body: range ? known.subarray(range.start, range.end + 1) : known, size: known.length }
      }
      const blob = await store.read(key, range)
      const isWorthIt = range === undefined && blob.size <= Math.min(largest, room)
      if (!isWorthIt) return blob
      const body = await bytesOf(blob)
      remember(key, body)
      return { body, size: blob.size }
    },
    remove: async (keys) => {
      keys.forEach(forget)
      await store.remove(keys)
    },
  }
}
