/** What messages leave on this device, and how it goes with a sign-out (E2EE §11). */
import { clearKept, keptKeys } from '#data/device/message-store.ts'

import { forgetVault } from './keys/vault.ts'
import { closeScope, openScope } from './scope.ts'

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
  // Whoever else is here goes on reading.
  if (openScope(userId)) closeScope()
  await forgetVault(userId, { keepKeys })
  await clearKept(staying)
}
