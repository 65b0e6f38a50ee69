import { openModal } from '#entities/session/modals.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import type { SignOutRisk } from './sign-out-risk.ts'

const messages = defineMessages({
  fr: {
    title: 'Avant de vous déconnecter',
    unbacked: 'Vous perdrez l’accès à vos messages sur cet appareil.',
    unbackedWhy: 'Aucune clé de récupération n’est confirmée : vos clés ne sont nulle part ailleurs.',
    unsent: (count: number) =>
      plural(count, {
        one: '# message n’est pas encore parti. Il sera perdu.',
        other: '# messages ne sont pas encore partis. Ils seront perdus.',
      }),
    unsentThings: (count: number) =>
      plural(count, {
        one: '# élément n’est pas encore parti. Il sera perdu.',
        other: '# éléments ne sont pas encore partis. Ils seront perdus.',
      }),
    create: 'Créer une clé',
    stay: 'Rester',
    leave: 'Se déconnecter quand même',
  },
  en: {
    title: 'Before you sign out',
    unbacked: 'You will lose access to your messages on this device.',
    unbackedWhy: 'No recovery key is confirmed: your keys are nowhere else.',
    unsent: (count: number) =>
      plural(count, {
        one: '# message has not gone out yet. It will be lost.',
        other: '# messages have not gone out yet. They will be lost.',
      }),
    unsentThings: (count: number) =>
      plural(count, {
        one: '# item has not gone out yet. It will be lost.',
        other: '# items have not gone out yet. They will be lost.',
      }),
    create: 'Create a key',
    stay: 'Stay',
    leave: 'Sign out anyway',
  },
})

export interface SignOutSheetProps {
  risk: SignOutRisk
  onLeave: () => void
  onClose: () => void
}

/** What would be lost, before it is. */
export function SignOutSheet({ risk, onLeave, onClose }: SignOutSheetProps) {
  const m = useMessages(messages)
  const isUnbacked = risk.kind === 'unbacked'
  const stay = () => {
    onClose()
    if (isUnbacked) openModal('message-keys')
  }
  return (
    <Dialog
      title={m.title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap-reverse gap-2">
          <Button variant="danger" className="flex-1" onClick={onLeave}>
            {m.leave}
          </Button>
          <Button variant="ink" className="flex-1" onClick={stay}>
            {isUnbacked ? m.create : m.stay}
          </Button>
        </div>
      }
    >
      <div className="grid gap-2 text-sm">
        <p className="text-base font-medium">
          {isUnbacked
            ? m.unbacked
            : risk.others > 0
              ? m.unsentThings(risk.messages + risk.others)
              : m.unsent(risk.messages)}
        </p>
        {isUnbacked && <p className="text-text-2">{m.unbackedWhy}</p>}
      </div>
    </Dialog>
  )
}
