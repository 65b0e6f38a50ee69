/** Calls functions again and again, as the hosted service's cron does. */
import { setTimeout as delay } from 'node:timers/promises'

export interface Schedule {
  /** The function, called by `POST` with the service key. */
  readonly name: string
  /** From the end of one call to the start of the next: it never overlaps itself. */
  readonly everyMs: number
  /** Each process calls it, not only the one whose turn schedules are. */
  readonly isEverywhere?: boolean
  /** What the database says when it is worth calling at once. */
  readonly wokenBy?: string
}

export interface Schedules {
  /** Has the next call of that function begin now, or as soon as the one under way has ended. */
  wake(name: string): void
  /** No call begins any more; resolves when those under way have ended. */
  stop(): Promise<void>
}

export interface ScheduleOptions {
  /** `call` reports its own failures. */
  readonly call: (name: string, signal: AbortSignal) => Promise<void>
  /** Whether schedules are this process's turn. */
  readonly isTurn: () => boolean
}

/** A tenth more or less, so that processes that start together do not stay together. */
const spread = 0.2
/** The turn of a process that died is taken within its lease and this. */
const lookAgainMs = 1_000

/** The first calls begin at once. */
export function startSchedules(schedules: readonly Schedule[], { call, isTurn }: ScheduleOptions): Schedules {
  const stopping = new AbortController()
  const { signal } = stopping
  const wakers = new Map(schedules.map(({ name }) => [name, new AbortController()]))

  async function pause(name: string, ms: number): Promise<void> {
    if (signal.aborted) return
    await delay(ms, undefined, { signal: wakers.get(name)?.signal }).catch(() => {})
    wakers.set(name, new AbortController())
  }

  /** NOTE: with a signal of its own: what listens to it for as long as it is there goes with the call. */
  async function callOnce(name: string): Promise<void> {
    const ending = new AbortController()
    const end = () => ending.abort(signal.reason)
    signal.addEventListener('abort', end)
    try {
      await call(name, ending.signal)
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  async function repeat({ name, everyMs, isEverywhere = false }: Schedule): Promise<void> {
    while (!signal.aborted) {
      const isOurs = isEverywhere || isTurn()
      if (isOurs) await callOnce(name)
      await pause(name, isOurs ? everyMs * (1 + (Math.random() - 0.5) * spread) : Math.min(everyMs, lookAgainMs))
    }
  }

  const loops = schedules.map(repeat)
  return {
    wake: (name) => wakers.get(name)?.abort(),
    async stop() {
      stopping.abort(new DOMException('The server stops', 'AbortError'))
      for (const waker of wakers.values()) waker.abort()
      await Promise.all(loops)
    },
  }
}
