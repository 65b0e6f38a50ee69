import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useEffectEvent, useState } from 'react'

import type { PostList } from '#entities/post/feed/post-list.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { RefreshFeed } from '../refresh/RefreshFeed.tsx'
import { reloadList } from '../refresh/reload-list.ts'
import { noticeMessages } from './notices.i18n.ts'
import { useFreshPosts } from './use-fresh-posts.ts'

export interface FeedNewsProps {
  list: PostList
  userId: string | null
  /** The first post that is shown. */
  newest: Post | undefined
  /** The list begins below its top: there is more above. */
  isCut: boolean
}

/** « 3 nouvelles publications »: what is new waits here, over the list, and moves nothing by itself. */
export function FeedNews({ list, userId, newest, isCut }: FeedNewsProps) {
  const m = useMessages(noticeMessages)
  const [count, forget] = useFreshPosts(list, userId, newest)
  const [isBusy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      await reloadList(list, userId)
      forget()
    } catch {
      toast({ title: m.errorTitle, description: m.errorText, tone: 'danger' })
    }
    setBusy(false)
  }
  const isShown = count > 0 || isCut
  const onDot = useEffectEvent(() => isShown && void show())
  useEffect(() => {
    addEventListener('feed:show-new', onDot)
    return () => removeEventListener('feed:show-new', onDot)
  }, [])
  return (
    <>
      <RefreshFeed list={list} userId={userId} onDone={forget} />
      <div
        role="status"
        className="pointer-events-none sticky top-[calc(var(--top-h)+3.5rem)] z-(--z-sticky) flex h-0 justify-center md:top-19"
      >
        {isShown && (
          <button
            type="button"
            aria-busy={isBusy}
            onClick={() => void show()}
            className="pointer-events-auto inline-flex h-10 items-center gap-2 rounded-full bg-ink px-4 text-sm font-semibold text-on-ink shadow-float"
          >
            <ArrowUp aria-hidden="true" className="size-4.5" />
            {count > 0 ? m.fresh(count) : m.freshest}
          </button>
        )}
      </div>
    </>
  )
}
