import { goOnAsAnother } from '#data/auth/go-on.ts'
/** What comes of a session that ended without being asked to: fetched when it has. */
import { parkedIds } from '#data/auth/parked-sessions.ts'
import { leaveDevice } from '#entities/message-keys/leave-device.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: { sessionEnded: 'Votre session a expiré', draftsKept: 'Vos brouillons sont conservés.' },
  en: { sessionEnded: 'Your session expired', draftsKept: 'Your drafts are safe.' },
})
const duration = 8000

/** What is left of a session goes from the device, and another account that is here goes on; without one its person is told. */
export async function afterSessionEnd(): Promise<void> {
  const left = leaveDevice().catch(() => undefined)
  // In another tab, which is out of sight, the person has just left by themselves.
  if (parkedIds().length === 0 && !document.hidden) {
    const m = currentMessages(messages)
    toast({ title: m.sessionEnded, description: m.draftsKept, duration })
  }
  await left
  await goOnAsAnother('expired')
}
