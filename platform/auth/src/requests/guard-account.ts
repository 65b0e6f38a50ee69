/** Guessing one account's password is bounded without letting whoever guesses keep its owner out (THREATS A-12). */
import { setTimeout as wait } from 'node:timers/promises'

import { systemSession } from '@platform/database'
import { clientNetwork } from '@platform/http'

import { giveTokenBack, takeToken, type Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { listSessionAddresses, type Client } from '../store/sessions.ts'

export interface AccountGuard {
  /**
   * To be awaited once the password was compared, before anything is answered. `userId` only where it was right: who
   * guesses must not learn from the time whether there is such an account, or that its owner is near.
   */
  delay(userId: string | null): Promise<void>
  /** The password was right: nothing of this counts. */
  forgive(): Promise<void>
}

/** @throws {AuthError} 429 when this network has failed too often at this account */
export async function guardAccount(auth: Auth, account: string, { ip }: Client): Promise<AccountGuard> {
  const network = clientNetwork(ip)
  const seconds = await takeToken(auth, 'signInPerAccount', `${account} ${network}`)
  if (seconds > 0) throw authErrors.tooManyRequests(seconds)
  const isGuessedAt = (await takeToken(auth, 'signInEverywhere', account)) > 0
  return {
    async delay(userId) {
      if (!isGuessedAt || (await isFamiliar(auth, userId, network))) return
      auth.observe({ kind: 'auth.answer-delayed', milliseconds: auth.config.guessedAtMs })
      await wait(auth.config.guessedAtMs)
    },
    async forgive() {
      await giveTokenBack(auth, 'signInPerAccount', `${account} ${network}`)
      if (!isGuessedAt) await giveTokenBack(auth, 'signInEverywhere', account)
    },
  }
}

/** Whether a session of theirs was opened or renewed from there. */
async function isFamiliar(auth: Auth, userId: string | null, network: string): Promise<boolean> {
  if (userId === null) return false
  const addresses = await auth.database.read(systemSession, (tx) => listSessionAddresses(tx, userId))
  return addresses.some((address) => clientNetwork(address) === network)
}
