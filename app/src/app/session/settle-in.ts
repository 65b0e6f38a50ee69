/** Whoever is signed in finds what they settled elsewhere, and can be written to; whoever is new is welcomed. */
import { takeAccountChange } from '#data/auth/go-on.ts'
import { renewExpired } from '#data/auth/renew-session.ts'
import { readStoredSession } from '#data/auth/stored-session.ts'
import { whenBack } from '#data/reach/coming-back.ts'
import { prepareKeys } from '#entities/message-keys/prepare-keys.ts'
import { claimPush } from '#entities/notification/push-subscription.ts'
import { adoptSettings } from '#entities/profile/adopt-settings.ts'
import { accountFace } from '#entities/session/accounts/account-faces.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { welcome } from './welcome.ts'

const messages = defineMessages({
  fr: {
    nowOn: (name: string) => `Vous êtes sur le compte ${name}`,
    expired: 'La session de l’autre compte a expiré. Ses brouillons sont conservés.',
  },
  en: {
    nowOn: (name: string) => `You are now using ${name}`,
    expired: 'The other account’s session expired. Its drafts are safe.',
  },
})

export async function settleIn(userId: string): Promise<void> {
  sayAccountChange(userId)
  await Promise.allSettled([adoptSettings(userId), prepareKeys(userId), welcome(userId), claimPush(userId)])
}

whenBack('session', () => readStoredSession().kind === 'expired' && renewExpired())

/** Whoever has several accounts here is told which one they are using when it has changed. */
function sayAccountChange(userId: string): void {
  const change = takeAccountChange()
  if (!change) return
  const m = currentMessages(messages)
  const { handle, name } = accountFace(userId)
  toast({ title: m.nowOn(handle ?? name), description: change === 'expired' ? m.expired : undefined })
}
