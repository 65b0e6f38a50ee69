/** One writer for an upload, whichever process it is in; whoever comes later asks the earlier one to let go. */
import { setTimeout as pause } from 'node:timers/promises'

import type { Database } from '@platform/database'
import type { Lock, Locker } from '@tus/server'

import { storageErrors } from '../errors.ts'
import { endLease, renewLease, takeLease, type Held } from './upload-rows.ts'

// A lease lasts ten seconds: who waits a little longer outlives a holder that died.
const patienceMs = 12_000
const askEveryMs = 200
const renewEveryMs = 2_000

export function leasesOf(database: Database, holder: string): Locker {
  return { newLock: (id) => leaseOf(database, { id, holder }) }
}

function leaseOf(database: Database, held: Held): Lock {
  let renewing: NodeJS.Timeout | undefined
  return {
    lock: async (signal, requestRelease) => {
      await waitForLease(database, held, signal)
      const renew = async () => {
        const state = await renewLease(database, held)
        if (state !== 'held') await requestRelease()
      }
      // A renewal that fails is tried again at the next turn; a lease that ended meanwhile refuses the writes.
      renewing = setInterval(() => void renew().catch(() => {}), renewEveryMs).unref()
    },
    unlock: async () => {
      clearInterval(renewing)
      await endLease(database, held)
    },
  }
}

/** @throws {StorageError} ResourceLocked */
async function waitForLease(database: Database, held: Held, signal: AbortSignal): Promise<void> {
  const until = performance.now() + patienceMs
  // An upload that is not there needs no lease: what is done with it next finds out.
  while ((await takeLease(database, held)) === 'busy') {
    if (signal.aborted || performance.now() > until) throw storageErrors.locked()
    await pause(askEveryMs)
  }
}
