/** What messages leave on this device, and how it goes with a sign-out (E2EE §11). */
import { clearKept, keptKeys } from '#data/device/message-store.ts'

import { forgetVault } from './keys/vault.ts'
import { closeScope } from './scope.ts'

/** How many messages were never sent, and would be lost: somebody who signs out is told. */
export async function unsentMessages(userId: string): Promise<number> {
  return (await keptKeys(`${userId}.outbox.`)).length
}

/** Everybody's words, drafts and indexes; the keys too unless they are to stay for the next sign-in. */
export async function forgetMessages(userId: string, options: { keepKeys: boolean }): Promise<void> {
  closeScope()
  await forgetVault(userId, options)
  await clearKept()
}
