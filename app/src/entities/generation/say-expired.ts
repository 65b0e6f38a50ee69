import { openModal } from '#entities/session/modals.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: { title: 'Une image commandée n’est jamais partie', text: 'Elle attend depuis plus d’un jour.', see: 'Voir' },
  en: { title: 'An image you asked for was never sent', text: 'It has waited for more than a day.', see: 'See' },
})

/** The device had no network for a day: whether the order still counts is its person's to say. */
export function sayExpired(): void {
  const m = currentMessages(messages)
  toast({ title: m.title, description: m.text, action: { label: m.see, onPress: () => openModal('waiting') } })
}
