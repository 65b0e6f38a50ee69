import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { restoreKeys } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { SecretSheet } from '../secret/SecretSheet.tsx'
import { waysMessages } from './ways.i18n.ts'

/** Somebody has replaced the backup: the last one that this person can open takes its place again. */
export function RestoreSheet({ userId, onClose }: { userId: string; onClose: () => void }) {
  const m = useMessages(waysMessages)
  const { cancel } = useMessages(keysMessages)
  const restore = async (secret: Secret) => {
    await restoreKeys(userId, secret)
    toast({ title: m.restored, description: m.restoredNext, duration: 8000 })
    onClose()
  }
  return (
    <SecretSheet
      userId={userId}
      title={m.restoreTitle}
      intro={m.restoreIntro}
      isFormer
      action={{ label: m.restore, busyLabel: m.restoring }}
      other={{ label: cancel, onPress: onClose }}
      onSecret={restore}
      onClose={onClose}
    >
      <Alert tone="warning">{m.restoreLost}</Alert>
    </SecretSheet>
  )
}
