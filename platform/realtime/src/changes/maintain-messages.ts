import { systemSession, type Database } from '@platform/database'

import type { ObserveRowChanges } from './events.ts'

/** As long as the hosted service keeps them, for replay. */
const KEPT_FOR = '3 days'
/** Late enough not to be part of the start. */
const FIRST_AFTER = 60_000
const EVERY = 6 * 60 * 60_000

/** Makes the days' partitions ahead of time and drops old ones; answers how to stop. */
export function maintainMessages(system: Database, observe: ObserveRowChanges): () => void {
  const run = async () => {
    try {
      await system.write(systemSession, (tx) => tx.query('select realtime.maintain_messages($1::interval)', [KEPT_FOR]))
    } catch (error) {
      observe({ kind: 'realtime.background-failed', task: 'maintain messages', error })
    }
  }
  let timer = setTimeout(() => {
    void run()
    timer = setInterval(() => void run(), EVERY).unref()
  }, FIRST_AFTER).unref()
  return () => clearTimeout(timer)
}
