/** Passwords that attackers try first, known from a file: nothing about a password leaves the machine. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export interface LeakedPasswords {
  has(password: string): boolean
}

const SHA1_LINE = /^([0-9a-f]{40})(?::\d+)?$/i

/**
 * Reads one password per line, or one SHA-1 per line as breach corpora publish them (`HASH` or `HASH:count`). Eight bytes
 * of each digest are kept: 8 MB for a million, and one false alarm in 10¹³.
 */
export async function readLeakedPasswords(file: string): Promise<LeakedPasswords> {
  const found: bigint[] = []
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line !== '') found.push(fingerprintOf(line))
  }
  const sorted = BigUint64Array.from(found).sort()
  return { has: (password) => includes(sorted, fingerprint(sha1(password))) }
}

function fingerprintOf(line: string): bigint {
  const published = SHA1_LINE.exec(line)?.[1]
  return fingerprint(published === undefined ? sha1(line) : Buffer.from(published, 'hex'))
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
