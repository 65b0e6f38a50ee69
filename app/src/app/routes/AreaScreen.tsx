import { openModal } from '#entities/session/modals.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

/** What is planned, as long as it does not exist. */
const areaMessages = defineMessages({
  fr: {
    commissionsTitle: 'Commissions',
    commissionsPlan: 'Les commandes sont prévues',
    commissionsText: 'Vous pourrez commander une image à quelqu’un, et en recevoir la demande.',
    create: 'Créer une image',
  },
  en: {
    commissionsTitle: 'Commissions',
    commissionsPlan: 'Commissions are planned',
    commissionsText: 'You will be able to order an image from somebody, and be asked for one.',
    create: 'Create an image',
  },
})

/** A place that is planned: what will be there, and what can be done now. */
export function AreaScreen() {
  const m = useMessages(areaMessages)
  usePageTitle(m.commissionsTitle)
  return (
    <div className="page">
      <h1>{m.commissionsTitle}</h1>
      <EmptyState
        title={m.commissionsPlan}
        text={m.commissionsText}
        action={<Button onClick={() => openModal('create')}>{m.create}</Button>}
      />
    </div>
  )
}
