import Bell from 'lucide-react/icons/bell'

import { CreditChip } from '#entities/credits/CreditChip.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'

import { NavLink } from '../NavLink.tsx'
import { shellMessages } from '../shell.i18n.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'

/** What a member has at the top of a phone's screen: credits, and the news. */
export function MemberTop({ userId }: { userId: string }) {
  const m = useMessages(shellMessages)
  return (
    // As wide as with the credits, which come a moment later.
    <div className="flex min-w-28 items-center justify-end gap-1.5">
      <CreditChip />
      <NavLink
        to={paths.notifications}
        title={m.notifications}
        className="relative -mr-2.5 grid size-11 place-items-center rounded-sm hover:bg-surface-2"
      >
        <Bell aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        <span className="sr-only">{m.notifications}</span>
        <UnreadBadge userId={userId} className="absolute top-1 right-0.5 ring-2 ring-bg" />
      </NavLink>
    </div>
  )
}
