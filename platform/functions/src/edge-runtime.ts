/**
 * What the hosted runtime offers beside the web's own: `EdgeRuntime.waitUntil`, work that outlives its answer and that a
 * stop waits for, and the event `beforeunload`, by which functions learn that their process is about to end.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

import { events, functionsWithEvents, withEventsOf } from './function-events.ts'

export interface BackgroundWork {
  /** Runs `work`; promises that it hands to `waitUntil` count as this work's. */
  run<T>(name: string, work: () => T): T
  /** Tells functions to come to an end. What they hand to `waitUntil` meanwhile is waited for as well. */
  unload(): void
  /** Resolves when everything has ended, or after `ms`. */
  drain(ms: number): Promise<void>
}

/** Around what goes on with the trace of what ordered it. */
export type ContinueTrace = <T>(traceparent: string, name: string, work: () => Promise<T>) => Promise<T>

interface Keeper {
  keep(promise: unknown): void
  readonly continueTrace: ContinueTrace | undefined
}

const current = new AsyncLocalStorage<Keeper>()

/** One runtime for the process, as functions see it: which service a promise belongs to follows from its caller. */
const edgeRuntime = {
  waitUntil<T>(promise: T): T {
    const keeper = current.getStore()
    if (keeper === undefined) throw new Error('EdgeRuntime.waitUntil works within a request only')
    keeper.keep(promise)
    return promise
  },
  /** Ours alone: `work` as a part of the trace that `traceparent` names. Undefined where none is told. */
  get continueTrace(): ContinueTrace | undefined {
    return current.getStore()?.continueTrace
  },
}

/** Waits at a stop for work that belongs to the call within which this is called. */
export const keepWithin = (promise: Promise<unknown>): void => current.getStore()?.keep(promise)

/** Whether what runs now was begun by a function's answer. */
export const isWithinFunction = (): boolean => current.getStore() !== undefined

export function installEdgeRuntime(): void {
  for (const [name, value] of Object.entries({ EdgeRuntime: edgeRuntime, ...events })) {
    Object.defineProperty(globalThis, name, { value, configurable: true })
  }
}

export function createBackgroundWork(
  onFailure: (name: string, error: unknown) => void,
  continueTrace?: ContinueTrace,
): BackgroundWork {
  const pending = new Set<Promise<void>>()

  function keep(name: string, promise: unknown): void {
    const settled = settle(name, promise).finally(() => pending.delete(settled))
    pending.add(settled)
  }

  async function settle(name: string, promise: unknown): Promise<void> {
    try {
      await promise
    } catch (error) {
      onFailure(name, error)
    }
  }

  async function settleAll(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending)
  }

  const run: BackgroundWork['run'] = (name, work) => {
    const keeper = { keep: (promise: unknown) => keep(name, promise), continueTrace }
    const fail = (error: unknown) => onFailure(name, error)
    return current.run(keeper, () => withEventsOf(name, fail, work))
  }
  return {
    run,
    unload() {
      // NOTE: all services of one process end together, but in tests.
      for (const name of functionsWithEvents()) run(name, () => events.dispatchEvent(new Event('beforeunload')))
    },
    async drain(ms) {
      const { promise: tooLate, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      await Promise.race([settleAll(), tooLate])
      clearTimeout(timer)
    },
  }
}
