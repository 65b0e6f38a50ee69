import type { Factor, User } from '@supabase/supabase-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Link2 from 'lucide-react/icons/link-2'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'

import { entrySettingsQuery } from '#entities/session/entry-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { EmailDialog } from './EmailDialog.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { Identities } from './Identities.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { meQuery, removeFactorMutation } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'
import { SecurityRow } from './SecurityRow.tsx'
import { useRefusal } from './use-refusal.ts'

type Open = 'email' | 'phone' | 'password' | 'factor' | null

/** What one signs in with: address, password, second factor, passkeys, accounts elsewhere. */
export function SecuritySection() {
  const m = useMessages(securityMessages)
  const { data: me, isError, refetch } = useQuery(meQuery)
  const [open, setOpen] = useState<Open>(null)
  return (
    <section className="card" aria-labelledby="security">
      <h2 id="security">{m.title}</h2>
      {me && <Rows me={me} onOpen={setOpen} />}
      {!me && !isError && <Skeleton className="mt-4 h-100 rounded-md" />}
      {!me && isError && <NotLoaded onRetry={() => void refetch()} />}
      {me && open && <OpenDialog open={open} me={me} onClose={() => setOpen(null)} />}
    </section>
  )
}

function OpenDialog({ open, me, onClose }: { open: NonNullable<Open>; me: User; onClose: () => void }) {
  switch (open) {
    case 'email':
      return <EmailDialog isFirst={!me.email} onClose={onClose} />
    case 'phone':
      return <PhoneDialog isFirst={!me.phone} onClose={onClose} />
    case 'password':
      return <PasswordDialog onClose={onClose} />
    default:
      return <EnrolDialog onClose={onClose} />
  }
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(securityMessages)
  const retry = (
    <Button size="sm" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return (
    <div className="mt-4">
      <Alert tone="danger" action={retry}>
        {m.notLoaded}
      </Alert>
    </div>
  )
}

function Rows({ me, onOpen }: { me: User; onOpen: (what: Open) => void }) {
  const m = useMessages(securityMessages)
  const { data: settings = { passkeys: false, phone: false, apps: false, providers: [] } } =
    useQuery(entrySettingsQuery)
  const change = (what: Open, label: string, isNew = false) => (
    <Button aria-label={label} onClick={() => onOpen(what)}>
      {isNew ? m.add : m.change}
    </Button>
  )
  return (
    <ul className="mt-1 divide-y divide-line">
      <SecurityRow
        icon={Mail}
        name={m.email}
        help={me.new_email ? m.pendingEmail(me.new_email) : me.email || m.noEmail}
        action={change('email', me.email ? m.changeEmail : m.addEmail, !me.email)}
      />
      {settings.phone && (
        <SecurityRow
          icon={Phone}
          name={m.phone}
          help={me.phone ? `+${me.phone}` : m.noPhone}
          action={change('phone', me.phone ? m.changePhone : m.addPhone, !me.phone)}
        />
      )}
      <SecurityRow
        icon={LockKeyhole}
        name={m.passwordRow}
        help={m.passwordHelp}
        action={change('password', m.changePassword)}
      />
      <FactorRow factor={me.factors?.find(({ status }) => status === 'verified')} onAdd={() => onOpen('factor')} />
      {settings.passkeys && (
        <SecurityRow icon={KeyRound} name={m.passkeys} help={m.passkeysHelp}>
          <Passkeys />
        </SecurityRow>
      )}
      {settings.providers.length > 0 && (
        <SecurityRow icon={Link2} name={m.identities} help={m.identitiesHelp}>
          <Identities identities={me.identities ?? []} providers={settings.providers} />
        </SecurityRow>
      )}
    </ul>
  )
}

function FactorRow({ factor, onAdd }: { factor: Factor | undefined; onAdd: () => void }) {
  const m = useMessages(securityMessages)
  const refuse = useRefusal()
  const remove = useMutation(removeFactorMutation)
  const turnOff = () =>
    factor && remove.mutate(factor, { onSuccess: () => toast({ title: m.factorRemoved }), onError: refuse })
  return (
    <SecurityRow
      icon={ShieldCheck}
      name={m.factor}
      help={factor ? m.factorOn : m.factorOff}
      action={
        factor ? (
          <Button variant="danger" busyLabel={remove.isPending && m.turningOff} onClick={turnOff}>
            {m.turnOff}
          </Button>
        ) : (
          <Button onClick={onAdd}>{m.turnOn}</Button>
        )
      }
    />
  )
}
