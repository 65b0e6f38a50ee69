import House from 'lucide-react/icons/house'
import MessageCircle from 'lucide-react/icons/message-circle'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import UserRound from 'lucide-react/icons/user-round'
import { Suspense } from 'react'

import { useUserId } from '#data/session.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { lazyLater } from '#ui/lazy.ts'

import { NavLink } from './NavLink.tsx'
import { shellMessages } from './shell.i18n.ts'

// Visitors, who make most first loads, never need it.
const UnreadMessagesBadge = lazyLater(async () => (await import('./UnreadBadge.tsx')).UnreadMessagesBadge)

const cell =
  'nav-mark relative flex flex-col items-center justify-center gap-0.75 text-2xs leading-3.5 font-medium text-text-3 ' +
  'aria-[current]:font-bold aria-[current]:text-text'
const icon = { 'aria-hidden': true, className: 'size-5.5', strokeWidth: 1.75 } as const

/** The mobile navigation (spec §2): five cells, the middle one creates. */
export function BottomBar() {
  const m = useMessages(shellMessages)
  const userId = useUserId()
  return (
    <nav
      aria-label={m.navigation}
      className="bottom-bar fixed inset-x-0 bottom-0 z-(--z-bar) grid h-[calc(var(--bar-h)+env(safe-area-inset-bottom))] grid-cols-[1fr_1fr_4.75rem_1fr_1fr] border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <NavLink to={paths.home} className={cell}>
        <House {...icon} />
        {m.feed}
      </NavLink>
      <button type="button" className={cell} onClick={() => openModal('search')}>
        <Search {...icon} />
        {m.search}
      </button>
      <button
        type="button"
        aria-label={m.create}
        onClick={() => openModal('create')}
        className="relative isolate grid place-items-center text-on-accent before:absolute before:-z-1 before:size-10 before:rotate-45 before:rounded-[7px] before:bg-accent focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:outline-offset-2 focus-visible:before:outline-focus"
      >
        <Plus aria-hidden="true" className="size-6" strokeWidth={2.5} />
      </button>
      <NavLink to={paths.messages} membersOnly className={cell}>
        <MessageCircle {...icon} />
        {m.messages}
        {userId !== null && (
          <Suspense fallback={null}>
            <UnreadMessagesBadge
              userId={userId}
              className="absolute top-1.5 left-[calc(50%+0.25rem)] ring-2 ring-surface"
            />
          </Suspense>
        )}
      </NavLink>
      <NavLink to={paths.ownProfile} membersOnly className={cell}>
        <UserRound {...icon} />
        {m.profile}
      </NavLink>
    </nav>
  )
}
