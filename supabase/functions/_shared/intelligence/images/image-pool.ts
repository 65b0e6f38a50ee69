/** Looking at pictures in threads, a bounded number at a time: a flood of them is refused and the server stays awake. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import type { Piscina } from 'piscina'

import { FunctionError } from '../../respond.ts'
import type { Look, LookOrder, LookReply } from './image-worker.ts'

const waitingPerCore = 2
const retryAfterSeconds = 2
const cores = availableParallelism()

let pool: Promise<Piscina<LookOrder, LookReply>> | undefined

async function startThreads(): Promise<Piscina<LookOrder, LookReply>> {
  // NOTE: loaded when it is needed: most questions are about words alone.
  const { Piscina } = await import('piscina')
  return new Piscina<LookOrder, LookReply>({
    filename: fileURLToPath(new URL('image-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: Math.max(1, cores - 1),
    idleTimeout: 60_000,
    atomics: 'disabled',
    niceIncrement: 5,
  })
}

let admitted = 0

/**
 * Runs work that carries pictures, from the moment that its body would be read: that is where the memory goes.
 *
 * @throws {FunctionError} 429 `throttled` where too much of it is under way
 */
export async function withPictures<T>(work: () => Promise<T>): Promise<T> {
  if (admitted >= cores * waitingPerCore) {
    throw new FunctionError(429, 'throttled', 'Too many pictures are being looked at', {
      retryAfter: retryAfterSeconds,
    })
  }
  admitted += 1
  try {
    return await work()
  } finally {
    admitted -= 1
  }
}

/** @throws {FunctionError} 415 for what is no whole picture, 413 for one of too many pixels; the signal's own reason */
export async function lookAt(order: LookOrder, signal: AbortSignal): Promise<Look> {
  const { buffer, byteLength } = order.file
  // Handed over instead of copied, where the file is alone in its memory.
  const transferList = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
  pool ??= startThreads()
  const threads = await pool
  const reply = await threads.run(order, { signal, transferList })
  if ('look' in reply) return reply.look
  if (reply.problem === 'reference_too_large') {
    throw new FunctionError(413, 'reference_too_large', 'A picture has more than 40 million pixels')
  }
  throw new FunctionError(415, 'reference_type', 'A picture is damaged, or no PNG, JPEG or WebP picture')
}
