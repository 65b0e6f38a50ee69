import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { listenToServiceWorker } from '#data/service-worker.ts'
import { conversationQueries } from '#entities/conversation/conversation-queries.ts'
import { useUnreadMessages } from '#entities/conversation/use-unread-messages.ts'
import { notificationQueries } from '#entities/notification/notification-queries.ts'
import { notificationMessages } from '#entities/notification/notification.i18n.ts'
import { useUnread } from '#entities/notification/use-unread.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { navigateToHref } from '#navigation/place.ts'
import { classNames } from '#ui/class-names.ts'

const messages = defineMessages({
  fr: {
    unread: (count: number) => plural(count, { one: '# conversation non lue', other: '# conversations non lues' }),
  },
  en: { unread: (count: number) => plural(count, { one: '# unread conversation', other: '# unread conversations' }) },
})

const most = 9

export interface UnreadBadgeProps {
  userId: string
  className?: string
}

/** How many notifications are unread. Goes where a clicked push message leads. */
export function UnreadBadge({ userId, className }: UnreadBadgeProps) {
  const m = useMessages(notificationMessages)
  const count = useUnread(userId)
  useAppIcon(userId)
  useEffect(() => listenToServiceWorker((path) => navigateToHref(path)), [])
  // On its own page the list says what the badge would.
  const away = classNames('in-aria-[current=page]:hidden', className)
  return <Badge count={count} words={m.unread(count)} className={away} />
}

/** In how many conversations something is unread. */
export function UnreadMessagesBadge({ userId, className }: UnreadBadgeProps) {
  const m = useMessages(messages)
  const count = useUnreadMessages(userId)
  return <Badge count={count} words={m.unread(count)} className={className} />
}

/** The mark on the icon of the installed app: what a push message raised is lowered by what is read here. */
function useAppIcon(userId: string): void {
  // The badges ask.
  const { data: notices } = useQuery({ ...notificationQueries.unread(userId), enabled: false })
  const { data: conversations } = useQuery({ ...conversationQueries.unread(userId), enabled: false })
  const count = notices === undefined || conversations === undefined ? null : notices + conversations
  useEffect(() => {
    if (count === null) return
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
    void shown?.catch(() => undefined)
  }, [count])
}

interface BadgeProps {
  count: number
  words: string
  className: string | undefined
}

/** 9+ at most; the exact number is spoken. */
function Badge({ count, words, className }: BadgeProps) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-badge px-1 text-2xs leading-none font-bold text-on-badge tabular-nums',
          className,
        )}
      >
        {count > most ? `${most}+` : formatNumber(count)}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}
