import type { ReactNode } from 'react'

import { useSession } from '#data/session.ts'
import { Link } from '#navigation/Link.tsx'
import { matchPath, paths } from '#navigation/paths.ts'
import { usePathname, usePlace } from '#navigation/use-place.ts'

type Destination = (typeof paths)[
  | 'home'
  | 'messages'
  | 'notifications'
  | 'ownProfile'
  | 'workflows'
  | 'commissions'
  | 'stats'
  | 'creator'
  | 'payment'
  | 'moderation']

export interface NavLinkProps {
  to: Destination
  /** Signed out, it leads to sign-in and from there to its destination (spec §2). */
  membersOnly?: boolean
  className: string
  title?: string | undefined
  children: ReactNode
}

/** An entry of the navigation; `aria-current` marks the page one is on, or the list that a post was opened from. */
export function NavLink({ to, membersOnly = false, className, title, children }: NavLinkProps) {
  const session = useSession()
  const pathname = usePathname()
  const list = useListUnder(pathname)
  if (membersOnly && session.status === 'signed-out') {
    return (
      <Link to={paths.auth} search={{ from: to }} className={className} title={title}>
        {children}
      </Link>
    )
  }
  const leadsTo = (path: string) => path === to || (to === paths.home && path === paths.feed)
  const current = leadsTo(pathname) ? 'page' : leadsTo(list)
  return (
    <Link to={to} className={className} title={title} aria-current={current || undefined}>
      {children}
    </Link>
  )
}

/** Of a post; whoever came by its address is nearest to the feed. Empty elsewhere. */
function useListUnder(pathname: string): string {
  const { state } = usePlace()
  return matchPath(paths.post, pathname) ? (state.over?.pathname ?? paths.home) : ''
}
