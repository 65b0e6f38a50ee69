import { useMutation } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { MouseEvent } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { notificationQueries } from '#entities/notification/notification-queries.ts'
import { pathOf, type NotificationEntry } from '#entities/notification/notification.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { useMessages } from '#i18n/messages.ts'
import { useAgo } from '#i18n/use-ago.ts'
import { isPlainClick } from '#navigation/Link.tsx'
import { navigateToHref } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { Logo } from '#ui/picture/Logo.tsx'
import { toast } from '#ui/toast/toast.ts'

import { GroupActs } from './GroupActs.tsx'
import { kindMarks } from './kind-mark.ts'
import { notificationsMessages } from './notifications.i18n.ts'
import { useEntryMenu } from './use-entry-menu.tsx'
import { splitNames, wordNotification } from './word-notification.ts'

/** Square: its 48 pixels, on the densest screens. */
const thumbnailSize = 160

export interface NotificationItemProps {
  entry: NotificationEntry
  userId: string
  onOpen: () => void
}

/** One group: who, what, when, the picture; all of it leads to the place that it is about. */
export function NotificationItem({ entry, userId, onOpen }: NotificationItemProps) {
  const m = useMessages(notificationsMessages)
  const sentence = wordNotification(entry)
  const isUnread = entry.read_at === null
  const ago = useAgo(entry.last_at)
  const items = useEntryMenu(entry, userId)
  const href = pathOf(entry)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onOpen()
    if (!isPlainClick(event)) return
    event.preventDefault()
    navigateToHref(href)
  }
  return (
    <li
      data-notification={entry.id}
      data-unread={isUnread || undefined}
      className={classNames(
        'group relative flex items-start gap-3 px-(--gutter) py-3 transition-colors duration-(--dur-3) md:rounded-md md:px-4',
        isUnread ? 'bg-surface' : 'hover:bg-surface-2',
      )}
    >
      {isUnread && (
        <span
          aria-hidden="true"
          className="absolute top-7.5 left-1 size-2 rotate-45 rounded-[1px] bg-accent md:-left-1"
        />
      )}
      <Face entry={entry} />
      <div className="min-w-0 flex-1">
        <a
          href={href}
          onClick={open}
          aria-label={`${sentence.text}, ${ago}${isUnread ? `, ${m.unread.toLowerCase()}` : ''}`}
          className="block text-sm leading-snug text-text wrap-anywhere after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {splitNames(sentence).map(([part, isName], place) =>
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one sentence, in its order
            isName ? <b key={place}>{part}</b> : part,
          )}
        </a>
        <time dateTime={entry.last_at} className="block pt-0.5 text-xs text-text-3">
          {ago}
        </time>
        <Below entry={entry} userId={userId} />
      </div>
      {entry.picture && (
        <Picture
          image={{ ...entry.picture, width: thumbnailSize, height: thumbnailSize }}
          alt=""
          sizes="48px"
          className="w-12 flex-none rounded-img [&_img]:size-full [&_img]:object-cover"
        />
      )}
      <Menu
        label={m.options}
        icon={<Ellipsis aria-hidden="true" className="size-5" />}
        iconOnly
        className="relative z-1 -my-0.5 -mr-2"
        items={items}
      />
    </li>
  )
}

/** What can be done or unfolded beneath the sentence. */
function Below({ entry, userId }: Pick<NotificationItemProps, 'entry' | 'userId'>) {
  const { type, data, people, actors_count: count } = entry
  const [person] = people
  const isOneFollower = type === 'follow' && !data.is_request && count === 1
  return (
    <>
      {data.is_request && person && <RequestAnswer personId={person.id} userId={userId} />}
      {isOneFollower && person && (
        <div className="relative z-1 mt-2 w-fit">
          <FollowButton personId={person.id} />
        </div>
      )}
      {count > (type === 'comment' ? 1 : 2) && <GroupActs userId={userId} id={entry.id} people={count} />}
    </>
  )
}

/** Whose act it was; the house's own mark where it was nobody's. */
function Face({ entry: { people, type } }: { entry: NotificationEntry }) {
  const { Icon, colour } = kindMarks[type]
  const [person] = people
  return (
    <span className="relative flex-none">
      {person ? (
        <Avatar id={person.id} src={person.avatar_url} size="lg" />
      ) : (
        <span className="grid size-11 place-items-center rounded-full bg-surface-3">
          <Logo className="size-6" />
        </span>
      )}
      <span
        className={classNames(
          'absolute -right-1 -bottom-1 grid size-5.5 place-items-center rounded-[6px] text-[var(--kaolin-0)] ring-2 ring-bg',
          colour,
        )}
      >
        <Icon aria-hidden="true" className="size-3.25" strokeWidth={2.25} />
      </span>
    </span>
  )
}

/** Yes or no to who asks to follow; the row goes when it is answered. */
function RequestAnswer({ personId, userId }: { personId: string; userId: string }) {
  const m = useMessages(notificationsMessages)
  const answer = useMutation({
    mutationFn: async (accept: boolean) => await callSignedIn('answer_follow', { follower: personId, accept }),
    onError: () => toast({ tone: 'danger', title: m.failedAct, description: m.tryAgain }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationQueries.root(userId) }),
  })
  return (
    <div className="relative z-1 mt-2 flex gap-2">
      <Button variant="ink" size="sm" disabled={answer.isPending} onClick={() => answer.mutate(true)}>
        {m.accept}
      </Button>
      <Button variant="line" size="sm" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
        {m.decline}
      </Button>
    </div>
  )
}
