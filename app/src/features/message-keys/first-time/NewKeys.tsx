import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'

import type { CreatedKeys } from '#crypto/index.ts'
import { ensureKeys } from '#entities/message-keys/make-keys.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { confirmKeys, isReplaced, protectByPasskey } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { SignInWhenTooOld } from '../RecentSignIn.tsx'
import { putOff } from '../reminder/reminders.ts'
import { canUsePasskey } from '../secret/passkey-secret.ts'
import { useWork } from '../use-work.ts'
import { KeepKeySheets } from './KeepKeySheets.tsx'

interface Given {
  userId: string
  onClose: () => void
  /** Another device has changed the backup: the key that it gave is asked for. */
  onReplaced: () => void
}

/** The four sheets of the backup: the keys themselves were made at the sign-in. */
export function NewKeys(given: Given) {
  const { userId, onClose } = given
  const [shown, setShown] = useState<{ keys: CreatedKeys; hasPasskey: boolean } | null>(null)
  if (!shown) {
    return (
      <SignInWhenTooOld onClose={onClose}>
        <Intro {...given} onReady={setShown} />
      </SignInWhenTooOld>
    )
  }
  const { keys, hasPasskey } = shown
  return (
    <KeepKeySheets
      code={keys.recoveryCode}
      hasPasskey={hasPasskey}
      onChecked={() => confirmKeys(userId)}
      onClose={onClose}
    />
  )
}

type Way = 'passkey' | 'code'

function Intro({
  userId,
  onClose,
  onReplaced,
  onReady,
}: Given & { onReady: (shown: { keys: CreatedKeys; hasPasskey: boolean }) => void }) {
  const m = useMessages(keysMessages)
  const { isBusy, failure, run } = useWork()
  const [chosen, setChosen] = useState<Way>('code')
  const { data: hasPrf = false } = useQuery({ queryKey: ['message-keys', 'prf'], queryFn: canUsePasskey })
  const begin = (way: Way) => {
    setChosen(way)
    void run(async () => {
      const keys = await ensureKeys(userId)
      if (!keys || (await isReplaced(keys))) return onReplaced()
      if (way === 'passkey') await protectByPasskey(userId, keys)
      return onReady({ keys, hasPasskey: way === 'passkey' })
    })
  }
  const later = () => {
    putOff('ready_unbacked', { isReminder: false })
    onClose()
  }
  const busy = (way: Way) => isBusy && chosen === way && m.making
  return (
    <Dialog title={m.title} onClose={later}>
      <div className="grid gap-5 text-sm">
        <div className="grid justify-items-center gap-3 pt-1 text-center">
          <span className="grid size-16 place-items-center rounded-full bg-surface-2">
            <Lock aria-hidden="true" className="size-7.5" strokeWidth={1.6} />
          </span>
          <p className="max-w-96 text-base font-medium">{m.intro}</p>
          <p className="max-w-96 text-text-2">{m.introWhy}</p>
        </div>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="grid gap-2">
          {hasPrf && (
            <Button
              variant="ink"
              wide
              icon={<KeyRound aria-hidden="true" className="size-5" />}
              disabled={isBusy}
              busyLabel={busy('passkey')}
              onClick={() => begin('passkey')}
            >
              {m.withPasskey}
            </Button>
          )}
          <Button
            variant={hasPrf ? 'neutral' : 'ink'}
            wide
            disabled={isBusy}
            busyLabel={busy('code')}
            onClick={() => begin('code')}
          >
            {m.withCode}
          </Button>
          <Button variant="ghost" wide disabled={isBusy} onClick={later}>
            {m.later}
          </Button>
        </div>
        <button
          type="button"
          className="justify-self-center text-xs text-text-2 underline underline-offset-2"
          onClick={() => openModal('what-we-see')}
        >
          {m.whatWeSee}
        </button>
      </div>
    </Dialog>
  )
}
