/** The built-in engine behind a pool of threads, so that painting never blocks the server's event loop. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'

import { Piscina } from 'piscina'

import {
  EngineError,
  type EngineImage,
  type EngineProgress,
  type ImageContext,
  type ImageEngine,
  type ImageOrder,
} from '../image-engine.ts'
import { builtinCapabilities, builtinLabel } from '../local-capabilities.ts'
import type { WorkerReply, WorkerTask } from './builtin-worker.ts'

const queueLimit = 64

/** One core is left to the server itself. An aborted order ends its thread at once. */
export function createBuiltinEngine(threads = Math.max(1, availableParallelism() - 1)): ImageEngine {
  const pool = new Piscina<WorkerTask, WorkerReply>({
    filename: fileURLToPath(new URL('builtin-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    maxQueue: queueLimit,
    atomics: 'disabled',
    niceIncrement: 5,
  })

  async function generate(order: ImageOrder, { signal, onProgress }: ImageContext): Promise<EngineImage> {
    if (pool.queueSize >= queueLimit) throw new EngineError('engine_busy', 'Too many pictures are waiting')
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (progress: EngineProgress) => onProgress(progress))
    try {
      const reply = await pool.run({ order, port: port2 }, { signal, transferList: [port2] })
      if ('problem' in reply) throw new EngineError(reply.problem, reply.message)
      return reply.made
    } catch (cause) {
      if (cause instanceof EngineError) throw cause
      if (signal.aborted) throw signal.reason
      throw new EngineError('engine_failed', 'The built-in engine stopped while painting', { cause })
    } finally {
      port1.close()
    }
  }

  return {
    name: 'builtin',
    label: builtinLabel,
    isNeural: false,
    concurrency: threads,
    capabilities: () => builtinCapabilities,
    generate,
  }
}
