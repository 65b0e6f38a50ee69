import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { writePieces } from './write-pieces.ts'

/** A disk that takes at most so many bytes at a time. */
function disk(most: number) {
  const written: Buffer[] = []
  let calls = 0
  const writev = (buffers: readonly NodeJS.ArrayBufferView[]) => {
    calls += 1
    const taken = Buffer.concat(buffers as Uint8Array[]).subarray(0, most)
    written.push(Buffer.from(taken))
    return Promise.resolve({ bytesWritten: taken.length, buffers: [...buffers] })
  }
  return { file: { writev } as never, bytes: () => Buffer.concat(written), calls: () => calls }
}

test('whatever pieces come, and however little the disk takes, all bytes are written in their order', async () => {
  const lengths = fc.array(fc.oneof(fc.nat(5), fc.integer({ min: 60_000, max: 70_000 })), { maxLength: 90 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1_000, max: 400_000 }), async (sizes, most) => {
      const pieces = sizes.map((size) => randomBytes(size))
      const { file, bytes } = disk(most)
      await writePieces(file, Readable.from(pieces))
      expect(bytes().equals(Buffer.concat(pieces))).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('sixteen pieces of the network are four for the disk, and crumbs do not pile up', async () => {
  const large = disk(Infinity)
  await writePieces(large.file, Readable.from(Array.from({ length: 16 }, () => Buffer.alloc(65_536))))
  expect(large.calls()).toBe(4)
  const small = disk(Infinity)
  await writePieces(small.file, Readable.from(Array.from({ length: 640 }, () => Buffer.alloc(1))))
  expect(small.calls()).toBe(10)
})
