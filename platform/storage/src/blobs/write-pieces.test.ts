import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { writePieces } from './write-pieces.ts'

interface Disk {
  readonly file: Parameters<typeof writePieces>[0]
  readonly bytes: () => Buffer
  /** How many bytes each write had. */
  readonly writes: () => number[]
}

/** A disk that takes at most so many bytes at a time, each time after `work`. */
function disk(most: number, work: () => Promise<void> = () => Promise.resolve()): Disk {
  const written: Buffer[] = []
  const writev = async <T extends readonly NodeJS.ArrayBufferView[]>(buffers: T) => {
    const taken = Buffer.concat(buffers as readonly unknown[] as Uint8Array[]).subarray(0, most)
    await work()
    written.push(Buffer.from(taken))
    return { bytesWritten: taken.length, buffers }
  }
  return { file: { writev }, bytes: () => Buffer.concat(written), writes: () => written.map(({ length }) => length) }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('whatever pieces come, and however little the disk takes, all bytes are written in their order', async () => {
  const lengths = fc.array(fc.oneof(fc.nat(5), fc.integer({ min: 60_000, max: 70_000 })), { maxLength: 90 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1_000, max: 400_000 }), fc.boolean(), async (sizes, most, isSlow) => {
      const pieces = sizes.map((size) => randomBytes(size))
      const { file, bytes } = disk(most, isSlow ? turn : undefined)
      await writePieces(file, Readable.from(pieces))
      expect(bytes().equals(Buffer.concat(pieces))).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('a piece is handed over before the next one comes', async () => {
  const { file, bytes } = disk(Infinity)
  async function* source() {
    yield Buffer.from('one')
    await turn()
    expect(bytes().toString()).toBe('one')
    yield Buffer.from('two')
  }
  await writePieces(file, source())
  expect(bytes().toString()).toBe('onetwo')
})

test('what comes during a write goes with the next one, and no more than a quarter of a megabyte waits', async () => {
  const held = Promise.withResolvers<void>()
  const { file, writes } = disk(Infinity, () => held.promise)
  let asked = 0
  async function* source() {
    for (; asked < 16; asked += 1) yield Buffer.alloc(65_536)
  }
  const written = writePieces(file, source())
  await turn()
  expect(asked).toBe(4)
  held.resolve()
  await written
  expect(writes().slice(0, 2)).toEqual([65_536, 4 * 65_536])
})

test('what came before the source failed is written, and the failure told', async () => {
  const { file, bytes } = disk(Infinity, turn)
  async function* source() {
    yield Buffer.from('one')
    yield Buffer.from('two')
    throw new Error('The line broke')
  }
  await expect(writePieces(file, source())).rejects.toThrow('The line broke')
  expect(bytes().toString()).toBe('onetwo')
})

test('a disk that fails ends it, whether or not more comes', async () => {
  for (const more of [0, 1, 20]) {
    const { file } = disk(Infinity, () => Promise.reject(new Error('The disk is full')))
    const pieces = Array.from({ length: 1 + more }, () => Buffer.alloc(65_536))
    await expect(writePieces(file, Readable.from(pieces))).rejects.toThrow('The disk is full')
  }
})
