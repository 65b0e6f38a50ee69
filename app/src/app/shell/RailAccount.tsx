import LogIn from 'lucide-react/icons/log-in'
import { Suspense } from 'react'

import { useSession } from '#data/session.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { lazy } from '#ui/lazy.ts'

import { shellMessages } from './shell.i18n.ts'

const messages = defineMessages({ fr: { account: 'Réglages' }, en: { account: 'Settings' } })

// Visitors, who make most first loads, never need it.
const Me = lazy(async () => (await import('./Me.tsx')).Me)

/** Foot of the rail: who is signed in, leading to the account; or the way to sign in. */
export function RailAccount({ compact }: { compact: boolean }) {
  const m = useMessages(shellMessages)
  const { account } = useMessages(messages)
  const session = useSession()
  const search = useSignInSearch()
  if (session.status === 'loading') return null
  if (session.status === 'signed-in') {
    return (
      <Suspense fallback={null}>
        <Me id={session.user.id} label={account} compact={compact} />
      </Suspense>
    )
  }
  return (
    <Link
      to={paths.auth}
      search={search}
      title={compact ? m.signIn : undefined}
      className={`${buttonClass({ variant: 'line' })} mt-auto ${compact ? 'px-0' : ''}`}
    >
      <LogIn aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      <span className={compact ? 'sr-only' : undefined}>{m.signIn}</span>
    </Link>
  )
}
