import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'

import type { CreatedKeys } from '#crypto/index.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { confirmKeys, makeKeys, publishKeys } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { putOff } from '../reminder/reminders.ts'
import { canUsePasskey, passkeySecret } from '../secret/passkey-secret.ts'
import { useWork } from '../use-work.ts'
import { KeepKeySheets } from './KeepKeySheets.tsx'

interface Given {
  userId: string
  onClose: () => void
}

/** The four sheets of set-up. */
export function NewKeys({ userId, onClose }: Given) {
  const [made, setMade] = useState<{ keys: CreatedKeys; hasPasskey: boolean } | null>(null)
  if (!made) return <Intro userId={userId} onClose={onClose} onMade={setMade} />
  const { keys, hasPasskey } = made
  return (
    <KeepKeySheets
      code={keys.recoveryCode}
      hasPasskey={hasPasskey}
      onChecked={() => confirmKeys(userId)}
      onClose={onClose}
    />
  )
}

type Making = 'passkey' | 'code'

function Intro({
  userId,
  onClose,
  onMade,
}: Given & { onMade: (made: { keys: CreatedKeys; hasPasskey: boolean }) => void }) {
  const m = useMessages(keysMessages)
  const { isBusy, failure, run } = useWork()
  const [making, setMaking] = useState<Making>('code')
  // Made once: what failed on its way to the server is sent again, not made again.
  const [keys, setKeys] = useState<CreatedKeys | null>(null)
  const { data: hasPrf = false } = useQuery({ queryKey: ['message-keys', 'prf'], queryFn: canUsePasskey })
  const begin = (way: Making) => {
    setMaking(way)
    void run(async () => {
      const slots = way === 'passkey' ? [{ prf: await passkeySecret(userId, { mayCreate: true }) }] : []
      const created = keys ?? (await makeKeys(userId, slots))
      setKeys(created)
      await publishKeys(userId, created)
      if (way === 'passkey') await confirmKeys(userId)
      onMade({ keys: created, hasPasskey: way === 'passkey' })
    })
  }
  const later = () => {
    putOff('absent', { isReminder: false })
    onClose()
  }
  const busy = (way: Making) => isBusy && making === way && m.making
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
