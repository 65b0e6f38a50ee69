import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useSession, useUserId } from '#data/session.ts'
import type { SignOutRisk } from '#entities/message-keys/sign-out-risk.ts'
import { SignOutSheet } from '#entities/message-keys/SignOutSheet.tsx'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { signOutMutation, type SignOutScope } from './account/sign-out-mutation.ts'
import { settingsMessages } from './settings.i18n.ts'

/** With what one is signed in, and the three ways out (spec §5: local, others, global). */
export function SessionSection() {
  const m = useMessages(settingsMessages)
  const session = useSession()
  const userId = useUserId()
  const { mutateAsync, isPending, variables } = useMutation(signOutMutation)
  const [risk, setRisk] = useState<(SignOutRisk & { scope: SignOutScope }) | null>(null)

  const signOut = async (scope: SignOutScope) => {
    try {
      // Left before the session ends: the guard of this screen would ask to sign in again.
      if (scope !== 'others') navigate({ to: '/' })
      await mutateAsync(scope)
      if (scope === 'others') toast({ title: m.othersSignedOut })
    } catch {
      toast({ tone: 'danger', title: m.signOutFailed, description: m.network })
    }
  }

  const ask = async (scope: SignOutScope) => {
    const found = userId ? await (await import('#entities/message-keys/sign-out-risk.ts')).signOutRisk(userId) : null
    if (found) setRisk({ ...found, scope })
    else await signOut(scope)
  }

  const busy = (scope: SignOutScope) => isPending && variables === scope && m.signingOut
  const login = session.status === 'signed-in' ? session.user.email || `+${session.user.phone ?? ''}` : ''
  return (
    <section className="card grid gap-4" aria-labelledby="session">
      <div>
        <h2 id="session">{m.session}</h2>
        <p className="mt-1 text-sm text-text-2">
          {m.signedInAs} <b className="font-semibold wrap-anywhere">{login}</b>
        </p>
      </div>
      <div className="flex flex-wrap gap-2 *:max-w-full *:whitespace-normal!">
        <Button onClick={() => openModal('accounts')}>{m.switchAccount}</Button>
        <Button variant="ink" busyLabel={busy('local')} onClick={() => void ask('local')}>
          {m.signOut}
        </Button>
        <Button busyLabel={busy('others')} onClick={() => void signOut('others')}>
          {m.signOutOthers}
        </Button>
        <Button variant="danger" busyLabel={busy('global')} onClick={() => void ask('global')}>
          {m.signOutEverywhere}
        </Button>
      </div>
      {risk && <SignOutSheet risk={risk} onLeave={() => void signOut(risk.scope)} onClose={() => setRisk(null)} />}
    </section>
  )
}
