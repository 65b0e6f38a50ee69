import type { PostReason } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '#data/wire.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import type { Post } from './post.ts'
import { whyMessages } from './why.i18n.ts'

/** The real reasons, as the server used them; there are no others. */
export function WhyDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const m = useMessages(whyMessages)
  const { data: reasons, isError } = useQuery({
    queryKey: ['why', post.id],
    queryFn: ({ signal }) => call('why_this_post', { post_id: post.id }, { signal }),
    initialData: post.reasons.length > 0 ? [...post.reasons] : undefined,
    staleTime: Infinity,
  })
  const words = useReasonWords()
  const told = reasons?.flatMap((reason) => words(reason) ?? [])
  return (
    <Dialog title={m.why} onClose={onClose}>
      <div className="grid gap-3 pb-2" aria-live="polite">
        {isError && <p>{m.whyFailed}</p>}
        {!isError && !told && <p className="text-text-3">{m.loading}</p>}
        {told && (
          <>
            <p>{m.because}</p>
            <ul className="grid gap-2">
              {(told.length > 0 ? told : [m.byTime]).map((reason) => (
                <li key={reason} className="flex items-baseline gap-2.5">
                  <span aria-hidden="true" className="losange text-accent" />
                  {reason}
                </li>
              ))}
            </ul>
            <p className="text-sm text-text-3">{m.noSecret}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Kinds that this version does not know are left out. */
function useReasonWords(): (reason: PostReason) => string | undefined {
  const m = useMessages(whyMessages)
  return ({ kind, username, tag, hours }) => {
    const name = username ? `@${username}` : undefined
    const words: Record<string, string | undefined> = {
      follows: m.follows(name ?? '…'),
      tag: tag && m.tag(tag),
      remix_of_liked: m.remixOfLiked,
      trending: hours === undefined ? undefined : m.trending(hours),
      liked_author: name ? m.likedAuthor(name) : m.likedAuthorUnnamed,
      new_author: m.newAuthor,
      recent: m.recent,
      by_time: m.byTime,
    }
    return words[kind]
  }
}
