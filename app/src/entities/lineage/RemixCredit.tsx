/** « remix de Kossi »: who made what this post remixes; it cannot be taken away. */
'use no memo'

import { de } from '@product/contract'

import { type Post, creatorHandle } from '#entities/post/post.ts'
import { useMessages, defineMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'

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

/** Apart from the tree's words: the feed shows these, and nothing else of a lineage. */
const remixCreditMessages = defineMessages({
  fr: {
    sentence: (name: string) => `Remix ${de(name)}`,
    line: (name: string) => `remix ${de(name)}`,
    gone: 'Remix d’une image supprimée',
  },
  en: {
    sentence: (name: string) => `Remix of ${name}`,
    line: (name: string) => `remix of ${name}`,
    gone: 'Remix of a deleted image',
  },
})
