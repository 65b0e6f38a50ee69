/** Whoever is signed in finds what they settled elsewhere, and can be written to; whoever is new is welcomed. */
import { renewExpired } from '#data/auth/renew-session.ts'
import { readStoredSession } from '#data/auth/stored-session.ts'
import { whenBack } from '#data/reach/coming-back.ts'
import { prepareKeys } from '#entities/message-keys/prepare-keys.ts'
import { adoptSettings } from '#entities/profile/adopt-settings.ts'

import { welcome } from './welcome.ts'

export async function settleIn(userId: string): Promise<void> {
  await Promise.allSettled([adoptSettings(userId), prepareKeys(userId), welcome(userId)])
}

whenBack('session', () => readStoredSession().kind === 'expired' && renewExpired())
