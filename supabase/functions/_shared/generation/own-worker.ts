/** The one worker of this process, from its first order to its unloading. */
import { onUnload, outliveAnswer } from '../edge-runtime.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { Worker } from './worker.ts'

let worker = new Worker()
let unload = new AbortController()
let unloadedFrom: string | undefined

onUnload(() => {
  const leaving = worker
  worker = new Worker()
  unloadedFrom = readSetting(runtimeSettings.url)
  unload.abort(new DOMException('The process ends', 'AbortError'))
  unload = new AbortController()
  outliveAnswer(leaving.stop())
})

/** Has this process work on what waits, beyond the answer to the request that this is called from. */
export function startWorker(): void {
  // NOTE: a server that ends still answers for a moment, and takes nothing more on.
  if (readSetting(runtimeSettings.url) === unloadedFrom) return
  const draining = worker.drain()
  if (draining !== null) outliveAnswer(draining)
}

/** Aborts when this process is about to end. */
export function unloading(): AbortSignal {
  return unload.signal
}
