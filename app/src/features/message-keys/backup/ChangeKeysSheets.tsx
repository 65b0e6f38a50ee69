import { useState } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { KeepKeySheets } from '../first-time/KeepKeySheets.tsx'
import { addSlot, makeCode, renewKeys, saveCode, type NewCode } from '../keys-data.ts'
import { keysMessages } from '../keys.i18n.ts'
import { passkeySecret } from '../secret/passkey-secret.ts'
import { SecretSheet, type SecretSheetProps } from '../secret/SecretSheet.tsx'
import { sectionMessages } from '../section.i18n.ts'
import { waysMessages } from './ways.i18n.ts'

interface Given {
  userId: string
  onClose: () => void
}

/** Another recovery key: the old one opens the messages until the new one is checked. */
export function ChangeCodeSheets({ userId, onClose }: Given) {
  const m = useMessages(keysMessages)
  const [made, setMade] = useState<NewCode | null>(null)
  if (made) {
    const save = () => saveCode(userId, made)
    return <KeepKeySheets code={made.recoveryCode} doneText={m.changed} onChecked={save} onClose={onClose} />
  }
  const open = async (secret: Secret) => setMade(await makeCode(userId, secret))
  return <ChangeSheet userId={userId} title={m.changeTitle} intro={m.changeIntro} onSecret={open} onClose={onClose} />
}

/** The next generation of keys, after a device was lost. */
export function RenewSheet({ userId, onClose }: Given) {
  const m = useMessages(keysMessages)
  const renew = async (secret: Secret) => {
    await renewKeys(userId, secret)
    toast({ title: m.rotated })
    onClose()
  }
  return <ChangeSheet userId={userId} title={m.rotateTitle} intro={m.rotateIntro} onSecret={renew} onClose={onClose} />
}

/** A passkey becomes one more way in. */
export function AddPasskeySheet({ userId, onClose }: Given) {
  const section = useMessages(sectionMessages)
  const ways = useMessages(waysMessages)
  const add = async (secret: Secret) => {
    await addSlot(userId, secret, { prf: await passkeySecret(userId, { mayCreate: true }) })
    toast({ title: section.passkeyAdded })
    onClose()
  }
  return (
    <ChangeSheet userId={userId} title={section.addPasskey} intro={ways.openFirst} onSecret={add} onClose={onClose} />
  )
}

function ChangeSheet(props: Omit<SecretSheetProps, 'other'>) {
  const m = useMessages(keysMessages)
  return <SecretSheet {...props} other={{ label: m.cancel, onPress: props.onClose }} />
}
