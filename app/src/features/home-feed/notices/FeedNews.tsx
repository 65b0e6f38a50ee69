import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useEffectEvent, useState } from 'react'

import { DataError } from '#data/rest.ts'
import { fetchPositions, type FeedPosition } from '#entities/post/feed/feed-positions.ts'
import { listName, type PostList } from '#entities/post/feed/post-list.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { resumeList } from '../list/feed-memory.ts'
import { RefreshFeed } from '../refresh/RefreshFeed.tsx'
import { reloadList } from '../refresh/reload-list.ts'
import { noticeMessages } from './notices.i18n.ts'
import { useFreshPosts } from './use-fresh-posts.ts'

const pill =
  'pointer-events-auto inline-flex h-10 items-center gap-2 rounded-full bg-ink px-4 text-sm font-semibold text-on-ink shadow-float'

/** What is older is behind them. */
const longestMs = 48 * 60 * 60_000

export interface FeedNewsProps {
  list: PostList
  userId: string | null
  posts: readonly Post[]
  /** The list begins below its top: there is more above. */
  isCut: boolean
}

/** « 3 nouvelles publications »: what is new waits here, over the list, and moves nothing by itself. */
export function FeedNews({ list, userId, posts, isCut }: FeedNewsProps) {
  const m = useMessages(noticeMessages)
  const [count, forget] = useFreshPosts(list, userId, posts[0])
  const [isBusy, setBusy] = useState(false)
  const offer = useOffer(list, userId, posts)
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
        className="pointer-events-none sticky top-[calc(var(--stuck)+var(--top-h)+3.5rem)] z-(--z-sticky) flex h-0 justify-center md:top-[calc(var(--stuck)+4.75rem)]"
      >
        {isShown ? (
          <button type="button" aria-busy={isBusy} onClick={() => void show()} className={pill}>
            <ArrowUp aria-hidden="true" className="size-4.5" />
            {count > 0 ? m.fresh(count) : m.freshest}
          </button>
        ) : (
          offer && (
            <button type="button" aria-busy={offer.isBusy} onClick={() => void offer.take()} className={pill}>
              <ArrowDown aria-hidden="true" className="size-4.5" />
              {m.resume}
            </button>
          )
        )}
      </div>
    </>
  )
}

interface Offer {
  isBusy: boolean
  take: () => Promise<void>
}

/** Where somebody stopped earlier, or on another device, is offered at the top of a list; nobody is taken there unasked. */
function useOffer(list: PostList, userId: string | null, posts: readonly Post[]): Offer | null {
  const m = useMessages(noticeMessages)
  const [place, setPlace] = useState<FeedPosition | null>(null)
  const [isBusy, setBusy] = useState(false)
  const name = listName(list)
  useEffect(() => {
    if (userId === null) return undefined
    let isGone = false
    const forget = () => {
      if (scrollY > 2 * innerHeight) setPlace(null)
    }
    const learn = async () => {
      const last = (await fetchPositions()).get(name)
      if (!isGone && last?.cursor && Date.now() - last.at < longestMs) setPlace(last)
    }
    void learn().catch(() => undefined)
    addEventListener('scroll', forget, { passive: true })
    return () => {
      isGone = true
      removeEventListener('scroll', forget)
    }
  }, [name, userId])
  if (!place || posts.some(({ id }) => id === place.postId)) return null
  const take = async () => {
    setBusy(true)
    try {
      const isThere = await resumeList(list, userId, place)
      setPlace(null)
      if (!isThere) toast({ title: m.resumeGone })
    } catch (error) {
      const isRefused = error instanceof DataError && error.hint === 'cursor_invalid'
      if (isRefused) setPlace(null)
      toast(isRefused ? { title: m.resumeGone } : { title: m.errorTitle, description: m.errorText, tone: 'danger' })
    }
    setBusy(false)
  }
  return { isBusy, take }
}
