/**
 * Leaked passwords as a Bloom filter: a breach corpus of millions in a file that fits in memory. Its form, all numbers
 * little-endian: `PWBLOOM1`, then as 64-bit integers the number of bits, of probes and of passwords, then the bits, lowest
 * first. A password's probes are (a + i·b) mod bits, where a and b are the first two 64-bit big-endian integers of its
 * SHA-1, and b is made odd.
 */
import type { FileHandle } from 'node:fs/promises'

export const MAGIC = Buffer.from('PWBLOOM1', 'latin1')
const HEADER_BYTES = 32
/** Two gigabytes of bits: more passwords than were ever published, at one false alarm in a thousand. */
const MAX_BYTES = 2 ** 31

export interface BloomFilter {
  has(sha1: Buffer): boolean
}

interface Shape {
  readonly bits: bigint
  readonly probes: number
  readonly entries: number
}

/** The smallest filter that raises a false alarm for that share of good passwords. */
export function shapeFor(entries: number, falseAlarms: number): Shape {
  const bits = Math.ceil((-Math.max(1, entries) * Math.log(falseAlarms)) / Math.LN2 ** 2 / 8) * 8
  const probes = Math.max(1, Math.round((bits / Math.max(1, entries)) * Math.LN2))
  if (bits / 8 > MAX_BYTES) throw new Error(`A filter of ${entries} passwords would need ${bits / 8} bytes`)
  return { bits: BigInt(bits), probes, entries }
}

export class BloomBuilder {
  readonly #shape: Shape
  readonly #bytes: Buffer

  constructor(shape: Shape) {
    this.#shape = shape
    this.#bytes = Buffer.alloc(Number(shape.bits / 8n))
  }

  add(sha1: Buffer): void {
    for (const bit of probesOf(sha1, this.#shape)) this.#bytes[Math.floor(bit / 8)]! |= 1 << (bit % 8)
  }

  file(): Buffer[] {
    const header = Buffer.alloc(HEADER_BYTES)
    MAGIC.copy(header)
    const { bits, probes, entries } = this.#shape
    for (const [index, value] of [bits, BigInt(probes), BigInt(entries)].entries()) {
      header.writeBigUInt64LE(value, 8 + 8 * index)
    }
    return [header, this.#bytes]
  }
}

/** @throws {Error} for a file that is cut off or says nonsense of itself */
export async function readBloomFilter(file: FileHandle): Promise<BloomFilter> {
  const text = await file.readFile()
  if (text.length < HEADER_BYTES || !text.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error('it is no such filter')
  const [bits, probes, entries] = [8, 16, 24].map((offset) => text.readBigUInt64LE(offset)) as [bigint, bigint, bigint]
  const bytes = text.subarray(HEADER_BYTES)
  if (bits === 0n || bits / 8n !== BigInt(bytes.length) || probes === 0n || probes > 64n) {
    throw new Error('the filter is damaged or cut off')
  }
  const shape = { bits, probes: Number(probes), entries: Number(entries) }
  return { has: (sha1) => probesOf(sha1, shape).every((bit) => (bytes[Math.floor(bit / 8)]! & (1 << (bit % 8))) !== 0) }
}

function probesOf(sha1: Buffer, { bits, probes }: Shape): number[] {
  const [first, step] = [sha1.readBigUInt64BE(0), sha1.readBigUInt64BE(8) | 1n]
  return Array.from({ length: probes }, (_, index) => Number((first + BigInt(index) * step) % bits))
}
