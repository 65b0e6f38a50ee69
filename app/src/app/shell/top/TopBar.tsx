import { Suspense } from 'react'

import { useSession } from '#data/session.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { lazyLater } from '#ui/lazy.ts'
import { Wordmark } from '#ui/picture/Logo.tsx'

import { shellMessages } from '../shell.i18n.ts'

// Visitors, who make most first loads, never need it.
const MemberTop = lazyLater(async () => (await import('./MemberTop.tsx')).MemberTop)

/** Mobile only: the name of the house and, for a visitor, the way in; for a member, credits and news. */
export function TopBar() {
  const m = useMessages(shellMessages)
  const session = useSession()
  const search = useSignInSearch()
  return (
    <header className="sticky top-(--stuck) z-(--z-sticky) flex h-(--top-h) items-center justify-between gap-1 bg-bg px-(--gutter)">
      {/* Its letters are wider where the font is late. */}
      <Link to={paths.home} aria-label={m.home} className="inline-flex min-h-11 items-center overflow-hidden">
        <Wordmark />
      </Link>
      {session.status === 'signed-in' && (
        <Suspense fallback={null}>
          <MemberTop userId={session.user.id} />
        </Suspense>
      )}
      {session.status === 'signed-out' && (
        <Link to={paths.auth} search={search} className={buttonClass({ variant: 'line', size: 'sm' })}>
          {m.signIn}
        </Link>
      )}
    </header>
  )
}
