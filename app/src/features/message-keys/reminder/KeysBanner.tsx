import X from 'lucide-react/icons/x'
import { useEffect } from 'react'

import { useVaultState } from '#entities/message/keys/vault.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { sectionMessages } from '../section.i18n.ts'
import { putOff, useFirstVisit, usePutOff } from './reminders.ts'

/** Over the messages: which problem the keys have, and the one button that mends it. */
export function KeysBanner() {
  const m = useMessages(sectionMessages)
  const state = useVaultState()
  const isPutOff = usePutOff(state)
  const isFirstVisit = useFirstVisit(state)
  useEffect(() => {
    if (!isFirstVisit) return
    // However it is left, that is « Plus tard ».
    putOff('absent', { isReminder: false })
    openModal('message-keys')
  }, [isFirstVisit])
  if (state === 'loading' || state === 'ready' || isPutOff) return null
  const close = () => putOff(state, { isReminder: true })
  const aside = (
    <IconButton
      label={m.close}
      icon={<X aria-hidden="true" className="size-5" />}
      className="-my-2.5 -mr-2.5"
      onClick={close}
    />
  )
  return (
    <div>
      <Alert tone={state === 'alarm' ? 'danger' : 'warning'} action={aside}>
        <p>{m[state]}</p>
        <Button size="sm" className="mt-2.5" onClick={() => openModal('message-keys')}>
          {m[`fix_${state}`]}
        </Button>
      </Alert>
    </div>
  )
}
