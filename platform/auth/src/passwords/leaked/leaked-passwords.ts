/** Passwords that attackers try first, known from a file: nothing about a password leaves the machine. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import { BloomBuilder, MAGIC, readBloomFilter, shapeFor } from './bloom-filter.ts'

export interface LeakedPasswords {
  has(password: string): boolean
}

const SHA1_LINE = /^([0-9a-f]{40})(?::\d+)?$/i

/**
 * Reads a Bloom filter, or a list: one password per line, or one SHA-1 per line as breach corpora publish them (`HASH` or
 * `HASH:count`). Of a list eight bytes of each digest are kept: 8 MB for a million, and one false alarm in 10¹³.
 */
export async function readLeakedPasswords(file: string): Promise<LeakedPasswords> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  if (!buffer.equals(MAGIC)) return readList(file)
  const filter = await readBloomFilter(handle)
  return { has: (password) => filter.has(sha1(password)) }
}

async function readList(file: string): Promise<LeakedPasswords> {
  const found: bigint[] = []
  for await (const digest of digestsOf(file)) found.push(fingerprint(digest))
  const sorted = BigUint64Array.from(found).sort()
  return { has: (password) => includes(sorted, fingerprint(sha1(password))) }
}

/** Makes a filter's file of a list; answers how many lines it holds. */
export async function buildLeakedPasswords(list: string, filter: string, falseAlarms = 0.001): Promise<number> {
  let entries = 0
  for await (const _ of digestsOf(list)) entries += 1
  const builder = new BloomBuilder(shapeFor(entries, falseAlarms))
  for await (const digest of digestsOf(list)) builder.add(digest)
  await using handle = await open(filter, 'w')
  for (const part of builder.file()) await handle.write(part)
  return entries
}

async function* digestsOf(file: string): AsyncGenerator<Buffer> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line !== '') yield digestOf(line)
  }
}

function digestOf(line: string): Buffer {
  const published = SHA1_LINE.exec(line)?.[1]
  return published === undefined ? sha1(line) : Buffer.from(published, 'hex')
}

function sha1(text: string): Buffer {
  return createHash('sha1').update(text).digest()
}

function fingerprint(digest: Buffer): bigint {
  return digest.readBigUInt64BE(0)
}

function includes(sorted: BigUint64Array, wanted: bigint): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}
