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
  /** Calls only where there is something to do; else it is asked again after `everyMs`, and called after `anywayMs` at the latest. */
  readonly due?: {
    /** A function of the database that answers whether there is: its name with its schema. */
    readonly by: string
    readonly anywayMs: number
  }
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
  /** What the function `due.by` answers; where that fails, the schedule is called. */
  readonly isDue?: (by: string) => Promise<boolean>
}

/** A tenth more or less, so that processes that start together do not stay together. */
const spread = 0.2
const spreadOut = (ms: number) => ms * (1 + (Math.random() - 0.5) * spread)
/** The turn of a process that died is taken within its lease and this. */
const lookAgainMs = 1_000

/**
 * A server that has just started is there for people first: the first call of a function loads what it needs. What is due
 * already does not wait for that; what is not asked about begins one after the other.
 */
const firstCallAfterMs = 1_000
const betweenFirstCallsMs = 100

async function isWorthIt({ due }: Schedule, sinceMs: number, { isDue }: ScheduleOptions): Promise<boolean> {
  if (due === undefined || isDue === undefined || sinceMs >= due.anywayMs) return true
  return isDue(due.by).catch(() => true)
}

export function startSchedules(schedules: readonly Schedule[], options: ScheduleOptions): Schedules {
  const { call, isTurn } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const wakers = new Map(schedules.map(({ name }) => [name, new AbortController()]))

  /** Whether somebody ended it. */
  async function pause(name: string, ms: number): Promise<boolean> {
    const waker = wakers.get(name)?.signal
    if (!signal.aborted) await delay(ms, undefined, { signal: waker }).catch(() => {})
    wakers.set(name, new AbortController())
    return waker?.aborted === true
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

  async function repeat(schedule: Schedule, place: number): Promise<void> {
    const { name, everyMs, isEverywhere = false, due } = schedule
    const firstAfterMs = Math.min(everyMs, firstCallAfterMs + place * betweenFirstCallsMs)
    let isWoken = due === undefined && (await pause(name, firstAfterMs))
    let calledAt = performance.now() + firstAfterMs - (due?.anywayMs ?? 0)
    while (!signal.aborted) {
      const isOurs = isEverywhere || isTurn()
      if (isOurs && (isWoken || (await isWorthIt(schedule, performance.now() - calledAt, options)))) {
        await callOnce(name)
        calledAt = performance.now()
      }
      isWoken = await pause(name, isOurs ? spreadOut(everyMs) : Math.min(everyMs, lookAgainMs))
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
