import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useVaultState, type DeviceState } from '#entities/message/keys/vault.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { ConfirmSheet } from './backup/ConfirmSheet.tsx'
import { ResetSheet } from './backup/ResetSheet.tsx'
import { RestoreSheet } from './backup/RestoreSheet.tsx'
import { UnlockSheet } from './backup/UnlockSheet.tsx'
import { DoneSheet } from './DoneSheet.tsx'
import { NewKeys } from './first-time/NewKeys.tsx'
import { keysMessages } from './keys.i18n.ts'
import { TakeLinkSheet } from './link-device/TakeLinkSheet.tsx'
import { RecentSignIn } from './RecentSignIn.tsx'
import { Step } from './Steps.tsx'

type Way = 'set-up' | 'unlock' | 'scan' | 'confirm' | 'alarm' | 'restore' | 'reset' | 'done'

const wayOf: Record<Exclude<DeviceState, 'loading'>, Way> = {
  absent: 'set-up',
  needs_unlock: 'unlock',
  ready_unbacked: 'set-up',
  alarm: 'alarm',
  ready: 'done',
}

/** `?modal=message-keys`: whatever this device needs before it opens and sends messages. */
export function MessageKeysDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(keysMessages)
  const userId = useUserId() ?? ''
  const state = useVaultState()
  const [way, setWay] = useState<Way | null>(null)
  // The way that was begun goes on, though the keys are another state meanwhile.
  if (way === null && state !== 'loading') setWay(wayOf[state])
  const given = { userId, onClose }
  if (way === 'set-up')
    return <NewKeys {...given} onReplaced={() => setWay(state === 'needs_unlock' ? 'unlock' : 'confirm')} />
  if (way === 'unlock') {
    return <UnlockSheet {...given} onElsewhere={setWay} />
  }
  if (way === 'scan') return <TakeLinkSheet {...given} onBack={() => setWay('unlock')} />
  if (way === 'confirm') return <ConfirmSheet {...given} onLost={() => setWay('reset')} />
  if (way === 'reset' || way === 'restore') return <Replacement {...given} way={way} />
  if (way === 'done') return <DoneSheet onClose={onClose} />
  if (way === null) {
    return (
      <Dialog title={m.title} onClose={onClose}>
        <Skeleton className="h-32 rounded-md" />
      </Dialog>
    )
  }
  return (
    <Step
      title={m.alarmTitle}
      onClose={onClose}
      other={{ label: m.noneLeft, onPress: () => setWay('reset') }}
      action={{ label: m.alarmOpen, onPress: () => setWay('unlock') }}
    >
      <Alert tone="danger">{m.alarm}</Alert>
    </Step>
  )
}

function Replacement({ way, ...given }: { way: 'reset' | 'restore'; userId: string; onClose: () => void }) {
  return (
    <RecentSignIn {...given}>{way === 'reset' ? <ResetSheet {...given} /> : <RestoreSheet {...given} />}</RecentSignIn>
  )
}
