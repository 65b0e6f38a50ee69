/** Whoever is signed in finds what they settled elsewhere, and can be written to; whoever is new is welcomed. */
import { renewExpired } from '#data/auth/renew-session.ts'
import { readStoredSession } from '#data/auth/stored-session.ts'
import { whenBack } from '#data/reach/coming-back.ts'
import { prepareKeys } from '#entities/message-keys/prepare-keys.ts'
import { claimPush } from '#entities/notification/push-subscription.ts'
import { adoptSettings } from '#entities/profile/adopt-settings.ts'

import { sayAccountChange } from './say-account-change.ts'
import { welcome } from './welcome.ts'

export async function settleIn(userId: string): Promise<void> {
  sayAccountChange(userId)
  await Promise.allSettled([adoptSettings(userId), prepareKeys(userId), welcome(userId), claimPush(userId)])
}

whenBack('session', () => readStoredSession().kind === 'expired' && renewExpired())
