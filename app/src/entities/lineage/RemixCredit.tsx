/** « remix de Kossi »: who made what this post remixes; it cannot be taken away. */
'use no memo'

import type { Post } from '#entities/post/post.ts'
import { creatorHandle } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'

import { remixCreditMessages } from './remix-credit.i18n.ts'

export interface RemixCreditProps {
  source: NonNullable<Post['remixOf']>
  /** `line` in the feed, in place of the handle. */
  look: 'line' | 'sentence'
}

export function RemixCredit({ source: { postId, creator }, look }: RemixCreditProps) {
  const m = useMessages(remixCreditMessages)
  const className = look === 'line' ? 'truncate text-xs text-text-3' : 'text-sm text-text-2'
  if (!creator) return <p className={className}>{m.gone}</p>
  const name = creator.username === null ? creator.displayName : `@${creatorHandle(creator)}`
  return (
    <p className={className}>
      <Link to="/post/$id" params={{ id: postId }} className="inline-block min-h-6 underline underline-offset-3">
        {m[look](name)}
      </Link>
    </p>
  )
}
