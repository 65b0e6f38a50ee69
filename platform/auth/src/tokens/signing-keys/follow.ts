/** Keeps a process's keys equal to the ring that all processes share. */
import type { Database } from '@platform/database'
import type { Observe } from '@platform/http'
import type { JWK } from 'jose'

import type { AuthEvent } from '../../events.ts'
import type { Sealer } from '../../store/seal.ts'
import type { Keys } from '../keys.ts'
import { prepareRing, readRing, SIGNING_KEYS_CHANNEL } from './ring.ts'

/** A turn is told at once; this bounds how long a process may go on with old keys when nobody could tell it. */
const POLL_MS = 20_000

export interface FollowOptions {
  readonly database: Database
  readonly keys: Keys
  readonly sealer: Sealer
  /** The server's own private key; null where a shared secret signs until the first rotation. */
  readonly root: JWK | null
  readonly observe: Observe<AuthEvent>
  readonly pollMs?: number
}

/** Resolves when the keys of the ring are in use. */
export async function followSigningKeys(options: FollowOptions): Promise<AsyncDisposable> {
  const { database, keys, sealer, observe, pollMs = POLL_MS } = options
  await prepareRing(database, sealer, options.root)
  await keys.useRing(await readRing(database, sealer))

  let last: Promise<void> = Promise.resolve()
  const readAfter = async (before: Promise<void>) => {
    await before
    try {
      await keys.useRing(await readRing(database, sealer))
    } catch (error) {
      observe({ kind: 'auth.signing-keys-unread', error })
    }
  }
  const reload = () => {
    last = readAfter(last)
  }
  const listening = await database.listen(SIGNING_KEYS_CHANNEL, reload)
  const timer = setInterval(reload, pollMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await listening[Symbol.asyncDispose]()
      await last
    },
  }
}
