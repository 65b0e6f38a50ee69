/** The hosted runtime's `EdgeRuntime.waitUntil`: work that outlives its answer, and that a stop waits for. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface BackgroundWork {
  /** Runs `work`; promises that it hands to `waitUntil` count as this work's. */
  run<T>(name: string, work: () => T): T
  /** Resolves when everything has ended, or after `ms`. */
  drain(ms: number): Promise<void>
}

interface Keeper {
  keep(promise: unknown): void
}

const current = new AsyncLocalStorage<Keeper>()

/** One runtime for the process, as functions see it: which service a promise belongs to follows from its caller. */
const edgeRuntime = {
  waitUntil(promise: unknown): void {
    const keeper = current.getStore()
    if (keeper === undefined) throw new Error('EdgeRuntime.waitUntil works within a request only')
    keeper.keep(promise)
  },
}

export function installEdgeRuntime(): void {
  Object.defineProperty(globalThis, 'EdgeRuntime', { value: edgeRuntime, configurable: true })
}

export function createBackgroundWork(onFailure: (name: string, error: unknown) => void): BackgroundWork {
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

  return {
    run: (name, work) => current.run({ keep: (promise) => keep(name, promise) }, work),
    async drain(ms) {
      const { promise: tooLate, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      await Promise.race([settleAll(), tooLate])
      clearTimeout(timer)
    },
  }
}
