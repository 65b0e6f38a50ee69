/** A publication that somebody passed on, as the reader is allowed to see it. */
import { useQuery } from '@tanstack/react-query'
import Images from 'lucide-react/icons/images'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { onePost } from '#entities/post/one/one-post.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'

/** From this rating on a picture is shown when asked for. */
const sensitiveFrom = 2

const box =
  'block w-68 max-w-full overflow-hidden rounded-t-[inherit] border border-line bg-surface text-text last:rounded-b-[inherit]'

export function PostBody({ postId }: { postId: string }) {
  const m = useMessages(threadMessages)
  const p = useMessages(postMessages)
  const { isVeiled } = useThreadFacts()
  const { data: post, isPending } = useQuery(onePost(postId, useUserId()))
  if (!post) {
    return (
      <span className={`${box} grid min-h-24 place-items-center p-4 text-center text-sm text-text-3`}>
        {isPending ? <Images aria-hidden="true" className="size-6" strokeWidth={1.5} /> : m.postGone}
      </span>
    )
  }
  const isHeld = isVeiled || post.rating >= sensitiveFrom
  return (
    <Link to="/post/$id" params={{ id: postId }} className={box}>
      <Picture image={post.image} alt={altOf(post, p)} sizes="272px" isHeld={isHeld} className="aspect-[4/3]! w-full" />
      <span className="grid gap-1 px-3 pt-2.5 pb-3">
        <span className="flex min-w-0 items-center gap-2 text-xs">
          <Avatar id={post.creator.id} src={post.creator.avatarUrl} size="xs" />
          <b className="truncate">{post.creator.displayName}</b>
          <span className="flex-none text-text-3">{isHeld && !isVeiled ? m.sensitive : m.inFeed}</span>
        </span>
        <span className="prompt line-clamp-2 text-sm">{post.prompt}</span>
      </span>
    </Link>
  )
}
