/** What messages leave on this device, and how it goes with a sign-out (E2EE §11). */
import { clearKept, keptKeys } from '#data/message-store.ts'

import { forgetDrafts } from './drafts.ts'
import { closeMessenger } from './messenger.ts'
import { closeVault } from './vault.ts'

/** How many messages were never sent, and would be lost: somebody who signs out is told. */
export async function unsentMessages(userId: string): Promise<number> {
  return (await keptKeys(`${userId}.outbox.`)).length
}

/** Everybody's words, drafts and indexes; the keys too unless they are to stay for the next sign-in. */
export async function forgetMessages(userId: string, options: { keepKeys: boolean }): Promise<void> {
  closeMessenger()
  forgetDrafts()
  await closeVault(userId, options)
  await clearKept()
}
