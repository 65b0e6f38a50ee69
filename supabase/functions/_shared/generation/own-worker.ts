/** The one worker of this process, from its first order to its unloading. */
import process from 'node:process'

import { onUnload, outliveAnswer } from '../edge-runtime.ts'
import { Worker } from './worker.ts'

let worker = new Worker()
let unload = new AbortController()
let unloadedFrom: string | undefined

onUnload(() => {
  const leaving = worker
  worker = new Worker()
  unloadedFrom = process.env['SUPABASE_URL']
  unload.abort(new DOMException('The process ends', 'AbortError'))
  unload = new AbortController()
  outliveAnswer(leaving.stop())
})

/** Has this process work on what waits, beyond the answer to the request that this is called from. */
export function startWorker(): void {
  // NOTE: a server that ends still answers for a moment, and takes nothing more on.
  if (process.env['SUPABASE_URL'] === unloadedFrom) return
  const draining = worker.drain()
  if (draining !== null) outliveAnswer(draining)
}

/** Aborts when this process is about to end. */
export function unloading(): AbortSignal {
  return unload.signal
}
