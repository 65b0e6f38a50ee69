/** The one worker of this process, from its first order to its unloading. */
import { onUnload, outliveAnswer } from '../edge-runtime.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { observeGeneration } from './generation-events.ts'
import type { Worker } from './worker/worker.ts'

let worker: Worker | null = null
let unload = new AbortController()
let unloadedFrom: string | undefined

onUnload(() => outliveAnswer(stopWorker()))

/** Gives what it works on back to others. */
export async function stopWorker(): Promise<void> {
  const leaving = worker
  worker = null
  unloadedFrom = readSetting(runtimeSettings.url)
  unload.abort(new DOMException('The process ends', 'AbortError'))
  unload = new AbortController()
  await leaving?.stop()
}

/** Has this process work on what waits, beyond the answer to the request that this is called from, where it works at all. */
export function startWorker(): void {
  // NOTE: a server that ends still answers for a moment, and takes nothing more on.
  if (readSetting(runtimeSettings.url) === unloadedFrom || !readSetting(runtimeSettings.works)) return
  outliveAnswer(work(unload.signal).catch(tellUnable))
}

async function work(ending: AbortSignal): Promise<void> {
  // NOTE: loaded when it is needed: a process where nobody orders pictures stays small, and one that cannot load what
  // decodes pictures leaves the job in the queue, to a process that can.
  const { Worker } = await import('./worker/worker.ts')
  if (ending.aborted) return
  worker ??= new Worker()
  await worker.drain()
}

function tellUnable(error: unknown): void {
  observeGeneration({ kind: 'generation.unheard', why: String(error) })
}

/** Aborts when this process is about to end. */
export function unloading(): AbortSignal {
  return unload.signal
}
