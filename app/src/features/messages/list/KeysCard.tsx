/** Above the conversations, as long as this device cannot read or lose them safely: one reason, one button. */
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import ShieldAlert from 'lucide-react/icons/shield-alert'

import { useVaultState } from '#entities/message/vault.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'

import { threadMessages } from '../thread/thread-messages.ts'

export function KeysCard() {
  const m = useMessages(threadMessages)
  const state = useVaultState()
  if (state === 'loading' || state === 'ready') return null
  const { Icon, title, text, action } = {
    absent: { Icon: Lock, title: m.setUpTitle, text: m.setUpText, action: m.setUp },
    ready_unbacked: { Icon: KeyRound, title: m.unbackedTitle, text: m.unbackedText, action: m.backUp },
    needs_unlock: { Icon: Lock, title: m.lockedTitle, text: m.lockedText, action: m.unlockMine },
    alarm: { Icon: ShieldAlert, title: m.alarmTitle, text: m.alarmText, action: m.openSettings },
  }[state]
  return (
    <section
      aria-label={title}
      className="m-(--gutter) grid gap-2.5 rounded-md bg-info-soft p-3.5 text-on-info-soft lg:mx-5 lg:my-4"
    >
      <div className="flex gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none" strokeWidth={1.75} />
        <div className="min-w-0">
          <p className="text-sm font-semibold">{title}</p>
          <p className="text-xs">{text}</p>
        </div>
      </div>
      <Button size="sm" variant="ink" className="justify-self-start" onClick={() => openModal('message-keys')}>
        {action}
      </Button>
    </section>
  )
}
