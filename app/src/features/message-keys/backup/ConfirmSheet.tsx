import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'

import { confirmKeys, unlockKeys } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { SecretSheet } from '../secret/SecretSheet.tsx'

export interface ConfirmSheetProps {
  userId: string
  onLost: () => void
  onClose: () => void
}

/** Another device has changed the backup of keys that were made here: whoever can open it has kept the key. */
export function ConfirmSheet({ userId, onLost, onClose }: ConfirmSheetProps) {
  const m = useMessages(keysMessages)
  const confirm = async (secret: Secret) => {
    await unlockKeys(userId, secret)
    await confirmKeys(userId)
    onClose()
  }
  return (
    <SecretSheet
      userId={userId}
      title={m.unconfirmedTitle}
      intro={m.unconfirmed}
      action={{ label: m.verify, busyLabel: m.verifying }}
      other={{ label: m.unconfirmedLost, onPress: onLost }}
      onSecret={confirm}
      onClose={onClose}
    />
  )
}
