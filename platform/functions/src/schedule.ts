/** Calls functions again and again, as the hosted service's cron does. */
import { setTimeout as delay } from 'node:timers/promises'

export interface Schedule {
  /** The function, called by `POST` with the service key. */
  readonly name: string
  /** From the end of one call to the start of the next: it never overlaps itself. */
  readonly everyMs: number
}

export interface Schedules {
  /** No call begins any more; resolves when those under way have ended. */
  stop(): Promise<void>
}

/** A tenth more or less, so that processes that start together do not stay together. */
const spread = 0.2

/** The first calls begin at once. `call` reports its own failures. */
export function startSchedules(
  schedules: readonly Schedule[],
  call: (name: string, signal: AbortSignal) => Promise<void>,
): Schedules {
  const stopping = new AbortController()
  const { signal } = stopping

  async function repeat({ name, everyMs }: Schedule): Promise<void> {
    while (!signal.aborted) {
      await call(name, signal)
      const pause = everyMs * (1 + (Math.random() - 0.5) * spread)
      // NOTE: an aborted pause ends the loop.
      await delay(pause, undefined, { signal }).catch(() => {})
    }
  }

  const loops = schedules.map(repeat)
  return {
    async stop() {
      stopping.abort(new DOMException('The server stops', 'AbortError'))
      await Promise.all(loops)
    },
  }
}
