/** The words of a session that ended without being asked to: fetched when it has. */
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: { sessionEnded: 'Votre session a expiré', draftsKept: 'Vos brouillons sont conservés.' },
  en: { sessionEnded: 'Your session expired', draftsKept: 'Your drafts are safe.' },
})
const duration = 8000

export function saySessionEnd(): void {
  const m = currentMessages(messages)
  toast({ title: m.sessionEnded, description: m.draftsKept, duration })
}
