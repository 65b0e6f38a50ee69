/** Whoever has several accounts here is told which one they are using when it has changed. */
import { accountFace } from '#entities/session/account-faces.ts'
import { takeAccountChange } from '#entities/session/go-on.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

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

export function sayAccountChange(userId: string): void {
  const change = takeAccountChange()
  if (!change) return
  const m = currentMessages(messages)
  const { handle, name } = accountFace(userId)
  toast({ title: m.nowOn(handle ?? name), description: change === 'expired' ? m.expired : undefined })
}
