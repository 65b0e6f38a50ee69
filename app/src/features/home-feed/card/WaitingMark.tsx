'use no memo'

import Clock from 'lucide-react/icons/clock'

import { useIsWaiting } from '#data/outbox/waiting-writes.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

/** A clock beside what the server does not know yet; not for the moment that an answer takes. */
export function WaitingMark({ postId }: { postId: string }) {
  const m = useMessages(postMessages)
  if (!useIsWaiting(postId)) return null
  return <Clock role="img" aria-label={m.waiting} className="size-3.5" />
}
