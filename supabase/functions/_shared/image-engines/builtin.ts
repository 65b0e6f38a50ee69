/** The built-in engine behind a pool of threads, so that painting never blocks the server's event loop. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { Piscina } from 'piscina'

import type { WorkerReply } from './builtin-worker.ts'
import { EngineError, type ImageEngine, type ImageOrder, type MadeImage } from './image-engine.ts'

const queueLimit = 64

/** One core is left to the server itself. An aborted order ends its thread at once. */
export function createBuiltinEngine(threads = Math.max(1, availableParallelism() - 1)): ImageEngine {
  const pool = new Piscina<ImageOrder, WorkerReply>({
    filename: fileURLToPath(new URL('builtin-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    maxQueue: queueLimit,
    atomics: 'disabled',
    niceIncrement: 5,
  })

  async function generate(order: ImageOrder, signal: AbortSignal): Promise<MadeImage> {
    if (pool.queueSize >= queueLimit) throw new EngineError('engine_busy', 'Too many pictures are waiting')
    const reply = await pool.run(order, { signal }).catch((cause: unknown) => {
      if (signal.aborted) throw signal.reason
      throw new EngineError('engine_failed', 'The built-in engine stopped while painting', cause)
    })
    if ('problem' in reply) throw new EngineError(reply.problem, reply.message)
    return reply.made
  }

  return { name: 'builtin', generate }
}
