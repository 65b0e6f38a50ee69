import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'

import { defineMessages, useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import { openModal } from '../modals.ts'

const messages = defineMessages({ fr: { change: 'Changer de compte' }, en: { change: 'Switch account' } })

/** Beside one's own name: the accounts on this device. */
export function SwitchButton({ className }: { className?: string }) {
  const { change } = useMessages(messages)
  return (
    <IconButton
      label={change}
      size="sm"
      {...(className !== undefined && { className })}
      icon={<ChevronsUpDown aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      onClick={() => openModal('accounts')}
    />
  )
}
