/**
 * Gives back, once it is quiet, the memory that a start or a busy time took. V8 does so by itself where next to nothing
 * is allocated; but schedules look for work each second, which is enough to keep it from ever doing so.
 */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import type { Observe } from '@platform/http'

import type { ServerEvent } from './events.ts'

type Returned = Extract<ServerEvent, { readonly kind: 'server.memory-returned' }>

export interface SpareMemoryOptions {
  /** How often it looks, and for how long it must have been quiet. */
  readonly everyMs: number
  /** Of the event loop's time: under the first nearly nobody is served, above the second something was left over. */
  readonly quietBelow: number
  readonly busyAbove: number
  /** Between two times without a busy one: nobody who comes by meets the pause often. */
  readonly restMs: number
  /** So much more than was left after the last time is worth the pause. */
  readonly worthBytes: number
  /** A larger heap is left to V8: looking through all of it at once would take too long. */
  readonly largestBytes: number
}

interface Collect {
  (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }): void
}

export const usualSpareMemory: SpareMemoryOptions = {
  everyMs: 20_000,
  // Schedules alone take a tenth where other programs keep the machine busy.
  quietBelow: 0.15,
  busyAbove: 0.5,
  restMs: 300_000,
  worthBytes: 24_000_000,
  largestBytes: 200_000_000,
}

export function giveMemoryBack(options: SpareMemoryOptions, observe: Observe<Returned>): Disposable {
  const { everyMs, quietBelow, busyAbove, restMs, worthBytes, largestBytes } = options
  const collect = collector()
  let loop = performance.eventLoopUtilization()
  // Nothing is known of what a start has left over.
  let left = 0
  let restsUntil = 0
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(loop)
    loop = performance.eventLoopUtilization()
    if (utilization > busyAbove) restsUntil = 0
    const startedAt = performance.now()
    if (utilization > quietBelow || startedAt < restsUntil) return
    const { heapTotal } = process.memoryUsage()
    if (heapTotal - left <= worthBytes || heapTotal >= largestBytes) return
    // NOTE: the other flavor empties what it holds and keeps holding it.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    left = process.memoryUsage().heapTotal
    restsUntil = performance.now() + restMs
    loop = performance.eventLoopUtilization()
    observe({ kind: 'server.memory-returned', bytes: heapTotal - left, ms: performance.now() - startedAt })
  }
  const timer = setInterval(look, everyMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** NOTE: V8 gives its collector to contexts made after the flag, and to no other: nobody else can call it. */
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return collect
}
