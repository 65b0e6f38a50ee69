import { useQuery } from '@tanstack/react-query'
import ScanQrCode from 'lucide-react/icons/scan-qr-code'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { backupInfoQuery, unlockKeys } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { linkMessages } from '../link-device/link.i18n.ts'
import { SecretSheet } from '../secret/SecretSheet.tsx'
import { waysMessages } from './ways.i18n.ts'

export interface UnlockSheetProps {
  userId: string
  /** By the code that another device shows, by a backup that another one has replaced; or no way is left. */
  onElsewhere: (way: 'scan' | 'restore' | 'reset') => void
  onClose: () => void
}

/** « Retrouver mes messages »: the account's keys come onto this device. */
export function UnlockSheet({ userId, onElsewhere, onClose }: UnlockSheetProps) {
  const m = useMessages(keysMessages)
  const link = useMessages(linkMessages)
  const ways = useMessages(waysMessages)
  const { data: info } = useQuery(backupInfoQuery(userId))
  const hasFormer = (info?.former_kinds.length ?? 0) > 0
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
        onClick={() => onElsewhere('scan')}
      >
        {link.takeTitle}
      </Button>
      <div className="grid justify-items-start">
        {hasFormer && <Elsewhere label={ways.restoreTitle} onPress={() => onElsewhere('restore')} />}
        <Elsewhere label={m.noneLeft} onPress={() => onElsewhere('reset')} />
      </div>
    </SecretSheet>
  )
}

function Elsewhere({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="min-h-11 text-left text-sm text-text-2 underline underline-offset-2"
      onClick={onPress}
    >
      {label}
    </button>
  )
}
