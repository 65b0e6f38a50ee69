import { useQuery } from '@tanstack/react-query'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Eye from 'lucide-react/icons/eye'
import FileKey from 'lucide-react/icons/file-key'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import QrCode from 'lucide-react/icons/qr-code'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Smartphone from 'lucide-react/icons/smartphone'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import type { LucideIcon } from 'lucide-react/types'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useKeysFailed } from '#entities/message-keys/prepare-keys.ts'
import { useVaultState, type DeviceState } from '#entities/message/keys/vault.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { AddPasskeySheet, ChangeCodeSheets, RenewSheet } from './backup/ChangeKeysSheets.tsx'
import { LegacyKeySheets } from './backup/LegacyKeySheets.tsx'
import { PassphraseSheets } from './backup/PassphraseSheets.tsx'
import { ResetSheet } from './backup/ResetSheet.tsx'
import { RestoreSheet } from './backup/RestoreSheet.tsx'
import { KeyDevices } from './devices/KeyDevices.tsx'
import { OnThisDevice } from './devices/OnThisDevice.tsx'
import { backupInfoQuery } from './keys-data.ts'
import { GiveLinkSheets } from './link-device/GiveLinkSheets.tsx'
import { RecentSignIn } from './RecentSignIn.tsx'
import { canUsePasskey } from './secret/passkey-secret.ts'
import { sectionMessages } from './section.i18n.ts'

/** Each replaces what is saved, and takes a recent sign-in. */
const changes = {
  code: ChangeCodeSheets,
  passkey: AddPasskeySheet,
  passphrase: PassphraseSheets,
  legacy: LegacyKeySheets,
  renew: RenewSheet,
  restore: RestoreSheet,
  reset: ResetSheet,
}

type Sheet = keyof typeof changes | 'link'

/** « Messages chiffrés » in the settings (SCREENS §3.14). */
export function KeysSection() {
  const userId = useUserId() ?? ''
  const state = useVaultState()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const given = { userId, onClose: () => setSheet(null) }
  const Change = sheet === null || sheet === 'link' ? null : changes[sheet]
  return (
    <>
      <Keys userId={userId} state={state} onOpen={setSheet} />
      {/* Not before the state is known: what stands above grows with it, and would push these down. */}
      {userId && state !== 'loading' && <OnThisDevice userId={userId} />}
      {userId && state !== 'loading' && <KeyDevices userId={userId} />}
      {sheet === 'link' && <GiveLinkSheets {...given} />}
      {Change && (
        <RecentSignIn {...given}>
          <Change {...given} />
        </RecentSignIn>
      )}
    </>
  )
}

interface KeysProps {
  userId: string
  state: DeviceState
  onOpen: (sheet: Sheet) => void
}

function Keys({ userId, state, onOpen }: KeysProps) {
  const m = useMessages(sectionMessages)
  return (
    <section className="card" aria-labelledby="message-keys">
      <h2 id="message-keys" className="max-lg:sr-only">
        {m.title}
      </h2>
      <State state={state} />
      <ul className="mt-1 divide-y divide-line">
        {state === 'ready' && <Ways userId={userId} onOpen={onOpen} />}
        {state !== 'loading' && (
          <Row icon={Eye} name={m.see} help={m.seeHelp} action={m.open} onPress={() => openModal('what-we-see')} />
        )}
        {state !== 'absent' && state !== 'loading' && (
          <Row
            icon={RotateCcw}
            name={m.reset}
            help={m.resetHelp}
            action={m.reset}
            isDangerous
            onPress={() => onOpen('reset')}
          />
        )}
      </ul>
    </section>
  )
}

/** What opens the keys, each to be changed where there are keys. */
function Ways({ userId, onOpen }: Pick<KeysProps, 'userId' | 'onOpen'>) {
  const m = useMessages(sectionMessages)
  const { data: info } = useQuery(backupInfoQuery(userId))
  const { data: hasPrf = false } = useQuery({ queryKey: ['message-keys', 'prf'], queryFn: canUsePasskey })
  const hasPasskey = info?.kinds.includes('prf') ?? false
  const hasPassphrase = info?.kinds.some((kind) => kind === 'argon2id' || kind === 'pbkdf2') ?? false
  const add = { action: m.add, label: m.addPasskey, onPress: () => onOpen('passkey') }
  return (
    <>
      <Row
        icon={FileKey}
        name={m.recovery}
        help={m.recoveryHelp}
        action={m.change}
        label={m.changeRecovery}
        onPress={() => onOpen('code')}
      />
      {hasPasskey && <Row icon={KeyRound} name={m.passkey} help={m.passkeyOn} />}
      {hasPrf && !hasPasskey && <Row icon={KeyRound} name={m.passkey} help={m.passkeyHelp} {...add} />}
      <Row
        icon={TextCursorInput}
        name={m.passphrase}
        help={hasPassphrase ? m.passphraseOn : m.passphraseHelp}
        action={hasPassphrase ? m.change : m.add}
        label={hasPassphrase ? m.changePassphrase : m.addPassphrase}
        onPress={() => onOpen('passphrase')}
      />
      <Row
        icon={QrCode}
        name={m.link}
        help={m.linkHelp}
        action={m.toLink}
        label={m.link}
        onPress={() => onOpen('link')}
      />
      <Row icon={History} name={m.legacy} help={m.legacyHelp} action={m.import} onPress={() => onOpen('legacy')} />
      <Row icon={Smartphone} name={m.lost} help={m.lostHelp} action={m.renew} onPress={() => onOpen('renew')} />
      <Former userId={userId} onPress={() => onOpen('restore')} />
    </>
  )
}

function Former({ userId, onPress }: { userId: string; onPress: () => void }) {
  const m = useMessages(sectionMessages)
  const { data: info } = useQuery(backupInfoQuery(userId))
  if (!info?.former_kinds.length) return null
  return <Row icon={ArchiveRestore} name={m.former} help={m.formerHelp} action={m.restore} onPress={onPress} />
}

const toneOf = { absent: 'warning', needs_unlock: 'warning', ready_unbacked: 'info', alarm: 'danger' } as const

function State({ state }: { state: DeviceState }) {
  const m = useMessages(sectionMessages)
  const hasFailed = useKeysFailed()
  if (state === 'loading') return <Skeleton className="mt-3 h-60 rounded-md" />
  if (state === 'absent' && !hasFailed) return <p className="mt-1 text-sm text-text-2">{m.making}</p>
  if (state === 'ready') return <p className="mt-1 text-sm text-text-2">{m.ready}</p>
  const fix = (
    <Button size="sm" onClick={() => openModal('message-keys')}>
      {m[`fix_${state}`]}
    </Button>
  )
  return (
    <div className="mt-3">
      <Alert tone={toneOf[state]}>
        <p>{m[state]}</p>
        <div className="mt-2.5">{fix}</div>
      </Alert>
    </div>
  )
}

interface RowProps {
  icon: LucideIcon
  name: string
  help: string
  /** Without one there is nothing to do. */
  action?: string
  /** What the button does, where its word alone does not say it. */
  label?: string
  isDangerous?: boolean
  onPress?: () => void
}

function Row({ icon: Icon, name, help, action, label, isDangerous, onPress }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 py-3.25">
      <Icon aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
      <span className="min-w-40 flex-1">
        <span className="block text-sm font-semibold">{name}</span>
        <span className="block text-xs text-text-3">{help}</span>
      </span>
      {action && (
        <Button
          size="sm"
          variant={isDangerous ? 'danger' : 'neutral'}
          aria-label={label ?? (action === name ? name : `${action} : ${name}`)}
          onClick={onPress}
        >
          {action}
        </Button>
      )}
    </li>
  )
}
