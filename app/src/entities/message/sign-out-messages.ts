/** What messages leave on this device, and how it goes with a sign-out (E2EE §11). */
import { clearKept, keptKeys } from '#data/device/message-store.ts'
import { getSession } from '#data/session.ts'

import { forgetVault } from './keys/vault.ts'
import { closeScope } from './scope.ts'

/** How many messages were never sent, and would be lost: somebody who signs out is told. */
export async function unsentMessages(userId: string): Promise<number> {
  return (await keptKeys(`${userId}.outbox.`)).length
}

export interface Forgetting {
  /** For the next sign-in. */
  readonly keepKeys: boolean
  /** Who stays signed in on this device: nothing of theirs goes. */
  readonly staying: readonly string[]
}

/** Words, drafts and indexes of whoever leaves, and of whoever was here before; the keys too unless they are to stay. */
export async function forgetMessages(userId: string, { keepKeys, staying }: Forgetting): Promise<void> {
  // Whoever has signed in since goes on reading.
  if (getSession().status !== 'signed-in') closeScope()
  await forgetVault(userId, { keepKeys })
  await clearKept(staying)
}
