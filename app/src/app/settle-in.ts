/** Whoever is signed in finds what they settled elsewhere, and can be written to. */
import { prepareKeys } from '#entities/message-keys/prepare-keys.ts'
import { adoptSettings } from '#entities/profile/adopt-settings.ts'

export async function settleIn(userId: string): Promise<void> {
  await Promise.allSettled([adoptSettings(userId), prepareKeys(userId)])
}
