/** A topic that a channel needs, asked for until it comes: a relay or a Redis that is away keeps nobody out. */
import { setTimeout as wait } from 'node:timers/promises'

import type { ObserveRowChanges } from './events.ts'

export interface Following {
  /** Once it comes, or it is clear that it does not come now. Never rejects. */
  readonly ready: Promise<void>
  stop(): void
}

const PATIENCE = 3_000
const TRY_AGAIN_AFTER = 1_000

/** @param follow resolves once it comes, with how to let go */
export function keepFollowing(follow: () => Promise<() => void>, observe: ObserveRowChanges): Following {
  const stopped = new AbortController()
  const { signal } = stopped
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const release = await follow()
        if (signal.aborted) release()
        else signal.addEventListener('abort', release)
        return resolve()
      } catch (error) {
        resolve()
        if (isFirst) observe({ kind: 'realtime.background-failed', task: 'follow a topic', error })
        await wait(TRY_AGAIN_AFTER, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }
  void run()
  const late = setTimeout(resolve, PATIENCE).unref()
  void ready.then(() => clearTimeout(late))
  return { ready, stop: () => stopped.abort() }
}
