import Bell from 'lucide-react/icons/bell'
import House from 'lucide-react/icons/house'
import MessageCircle from 'lucide-react/icons/message-circle'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import UserRound from 'lucide-react/icons/user-round'
import { Suspense } from 'react'

import { useSession } from '#data/session.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { lazyCoreLater, lazyLater } from '#ui/lazy.ts'
import { Logo } from '#ui/picture/Logo.tsx'

import { NavLink } from './NavLink.tsx'
import { railEntry as entry } from './rail-entry.ts'
import { RailAccount } from './RailAccount.tsx'
import { shellMessages } from './shell.i18n.ts'

// Visitors, who make most first loads, never need it.
const RailAreas = lazyCoreLater(async () => (await import('./RailAreas.tsx')).RailAreas)

const UnreadBadge = lazyLater(async () => (await import('./UnreadBadge.tsx')).UnreadBadge)
const UnreadMessagesBadge = lazyLater(async () => (await import('./UnreadBadge.tsx')).UnreadMessagesBadge)

const RunningCreations = lazyLater(async () => (await import('./RunningCreations.tsx')).RunningCreations)

const icon = { 'aria-hidden': true, className: 'size-5.5 flex-none', strokeWidth: 1.75 } as const

/** The side navigation: icons with tooltips on tablets (`compact`), labels from 1024 up. */
export function SideRail({ compact }: { compact: boolean }) {
  const m = useMessages(shellMessages)
  const session = useSession()
  const label = (text: string) => <span className={compact ? 'sr-only' : undefined}>{text}</span>
  const tip = (text: string) => (compact ? text : undefined)
  const badge = compact ? 'absolute top-1 right-1 ring-2 ring-bg' : 'ml-auto'
  return (
    <nav
      aria-label={m.navigation}
      className="rail no-scrollbar sticky top-(--stuck) z-(--z-rail) flex h-[calc(100svh-var(--stuck))] flex-col overflow-y-auto gap-1 border-r border-line bg-bg px-3 pt-5 pb-4 lg:px-4"
    >
      <Link
        to={paths.home}
        aria-label={m.home}
        className="display mb-4 flex h-10 items-center gap-2.25 pl-2.75 text-[1.5rem] leading-none"
      >
        <Logo className="size-7.5 flex-none" />
        {!compact && 'Cortexia'}
      </Link>
      <ul className="grid gap-0.5">
        <li>
          <NavLink to={paths.home} className={entry} title={tip(m.feed)}>
            <House {...icon} />
            {label(m.feed)}
          </NavLink>
        </li>
        <li>
          <button type="button" className={entry} title={tip(m.search)} onClick={() => openModal('search')}>
            <Search {...icon} />
            {label(m.search)}
          </button>
        </li>
        <li>
          <NavLink to={paths.messages} membersOnly className={entry} title={tip(m.messages)}>
            <MessageCircle {...icon} />
            {label(m.messages)}
            {session.status === 'signed-in' && (
              <Suspense fallback={null}>
                <UnreadMessagesBadge userId={session.user.id} className={badge} />
              </Suspense>
            )}
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.notifications} membersOnly className={entry} title={tip(m.notifications)}>
            <Bell {...icon} />
            {label(m.notifications)}
            {session.status === 'signed-in' && (
              <Suspense fallback={null}>
                <UnreadBadge userId={session.user.id} className={badge} />
              </Suspense>
            )}
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.ownProfile} membersOnly className={entry} title={tip(m.profile)}>
            <UserRound {...icon} />
            {label(m.profile)}
          </NavLink>
        </li>
      </ul>
      <button
        type="button"
        title={tip(m.create)}
        onClick={() => openModal('create')}
        className={`${buttonClass({ variant: 'primary' })} mt-3.5 min-h-12 ${compact ? 'px-0' : ''}`}
      >
        <Plus aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        {label(m.create)}
      </button>
      {session.status === 'signed-in' && (
        <Suspense fallback={null}>
          <RailAreas compact={compact} />
          <RunningCreations userId={session.user.id} place={compact ? 'compact-rail' : 'rail'} />
        </Suspense>
      )}
      <RailAccount compact={compact} />
    </nav>
  )
}
