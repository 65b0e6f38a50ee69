/** Where bytes lie: one interface, a file for each kind of place. Blobs are written once, under a key of their own, for ever. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** `objects/<version>`, or `variants/<version>/<hash>` for what is derived from it. Never made of people's words. */
export type BlobKey = `objects/${string}` | `variants/${string}/${string}`

export type BlobFamily = 'objects' | 'variants'

/** Both ends included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenBlob {
  /** Small ones come whole. */
  readonly body: Readable | Buffer
  /** Of the whole blob, not of the range. */
  readonly size: number
}

export interface BlobEntry {
  readonly key: BlobKey
  readonly size: number
  /** When it appeared under this key. */
  readonly storedAt: number
}

export interface BlobPart {
  readonly key: BlobKey
  readonly size: number
}

export interface BlobStore {
  /**
   * Stores all that `source` yields; resolves once it is durable. Whatever goes wrong, `source` failing included,
   * nothing is left under `key`.
   * @throws {BlobStoreFullError}
   */
  write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws {BlobMissingError} @throws {BlobStoreAwayError} as every other method may */
  read(key: BlobKey, range?: ByteRange): Promise<OpenBlob>
  /** @throws {BlobMissingError} @throws {BlobStoreFullError} */
  copy(from: BlobKey, to: BlobKey): Promise<void>
  /**
   * Makes one blob of several without their bytes coming here; answers false where the place cannot. Some have no way
   * to do so at all.
   */
  join?(parts: readonly BlobPart[], to: BlobKey): Promise<boolean>
  /** Removes blobs and everything derived from them; those that are not there count as removed. Open reads go on. */
  remove(keys: readonly BlobKey[]): Promise<void>
  /** @param version only what belongs to it */
  entries(family: BlobFamily, version?: string): AsyncIterable<BlobEntry>
  /** Clears up writes begun before that time and never finished; answers how many. */
  discardUnfinished(before: number): Promise<number>
}

export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError'

  constructor(key: string, cause?: unknown) {
    super(`There is no blob ${key}`, { cause })
  }
}

export class BlobStoreFullError extends Error {
  override readonly name = 'BlobStoreFullError'

  constructor(cause?: unknown) {
    super('No space left for blobs', { cause })
  }
}

/** The place of the blobs does not answer, or not in time: nothing is lost, and trying again may help. */
export class BlobStoreAwayError extends Error {
  override readonly name = 'BlobStoreAwayError'

  constructor(cause?: unknown) {
    super('The store of blobs does not answer', { cause })
  }
}

const keyPattern = /^(?:objects\/[0-9a-f-]{36}|variants\/[0-9a-f-]{36}\/[0-9a-z.]{1,80})$/

export function isBlobKey(text: string): text is BlobKey {
  return keyPattern.test(text)
}

export const objectBlob = (version: string): BlobKey => `objects/${version}`
export const variantBlob = (version: string, hash: string): BlobKey => `variants/${version}/${hash}`

/** All bytes of an open blob; for those that are known to be small enough. */
export async function bytesOf({ body }: OpenBlob): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : buffer(body)
}

/** Closes what is not going to be read. */
export function release({ body }: OpenBlob): void {
  if (!Buffer.isBuffer(body)) body.destroy()
}

/** The version that a blob belongs to. */
export function versionOf(key: BlobKey): string {
  return key.split('/')[1] ?? ''
}
