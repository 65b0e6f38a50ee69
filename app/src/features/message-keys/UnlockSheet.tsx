import ScanQrCode from 'lucide-react/icons/scan-qr-code'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast.ts'

import { unlockKeys } from './keys-data.ts'
import { keysMessages } from './keys-messages.ts'
import { linkMessages } from './link-messages.ts'
import { SecretSheet } from './SecretSheet.tsx'

export interface UnlockSheetProps {
  userId: string
  /** By the code that another device shows. */
  onScan: () => void
  /** No way is left. */
  onLost: () => void
  onClose: () => void
}

/** « Retrouver mes messages »: the account's keys come onto this device. */
export function UnlockSheet({ userId, onScan, onLost, onClose }: UnlockSheetProps) {
  const m = useMessages(keysMessages)
  const link = useMessages(linkMessages)
  const open = async (secret: Secret) => {
    await unlockKeys(userId, secret)
    toast({ title: m.unlocked })
    onClose()
  }
  return (
    <SecretSheet
      userId={userId}
      title={m.unlockTitle}
      intro={m.unlockIntro}
      action={{ label: m.open, busyLabel: m.opening }}
      onSecret={open}
      onClose={onClose}
    >
      <Button
        className="justify-self-start"
        icon={<ScanQrCode aria-hidden="true" className="size-5" />}
        onClick={onScan}
      >
        {link.takeTitle}
      </Button>
      <button
        type="button"
        className="min-h-11 justify-self-start text-left text-sm text-text-2 underline underline-offset-2"
        onClick={onLost}
      >
        {m.noneLeft}
      </button>
    </SecretSheet>
  )
}
