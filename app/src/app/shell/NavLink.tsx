import type { ReactNode } from 'react'

import { useSession } from '#data/session.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePathname } from '#navigation/use-place.ts'

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

/** An entry of the navigation; `aria-current` marks the page one is on. */
export function NavLink({ to, membersOnly = false, className, title, children }: NavLinkProps) {
  const session = useSession()
  const pathname = usePathname()
  if (membersOnly && session.status === 'signed-out') {
    return (
      <Link to={paths.auth} search={{ from: to }} className={className} title={title}>
        {children}
      </Link>
    )
  }
  const current = pathname === to || (to === paths.home && pathname === paths.feed)
  return (
    <Link to={to} className={className} title={title} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )
}
