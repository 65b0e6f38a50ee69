import { useState } from 'react'

import type { PostList } from '#entities/post/feed/post-list.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'

import { noticeMessages } from './notices.i18n.ts'

export interface FeedEndProps {
  list: PostList
  state: 'more' | 'failed' | 'over'
  isLoading: boolean
  /** How many posts are above it. */
  count: number
  /** The list begins below its top: there is more above. */
  isCut: boolean
  onMore: () => void
}

/** Under the last post: a real end, or a real button for whoever does not scroll. */
export function FeedEnd({ list, state, isLoading, count, isCut, onMore }: FeedEndProps) {
  const m = useMessages(noticeMessages)
  const [isAsked, setAsked] = useState(false)
  const ask = () => {
    setAsked(true)
    onMore()
  }
  return (
    // Pushed down by each page, it is another one then, unless it was pressed and has the focus.
    <div
      key={isAsked ? 'asked' : count}
      className="grid justify-items-center gap-2 px-(--gutter) py-8 text-sm text-text-3 [overflow-anchor:none]"
    >
      {state === 'over' ? (
        <>
          <p>{m.end}</p>
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="ghost"
              onClick={() =>
                isCut ? dispatchEvent(new Event('feed:show-new')) : scrollTo({ top: 0, behavior: 'smooth' })
              }
            >
              {m.backToTop}
            </Button>
            {list.tab !== 'trending' && (
              <Link to="/" search={{ tab: 'trending' }} className={buttonClass({ variant: 'ghost' })}>
                {m.seeTrends}
              </Link>
            )}
          </div>
        </>
      ) : (
        <>
          {state === 'failed' && <p role="alert">{m.moreFailed}</p>}
          <Button busyLabel={isLoading && m.loading} onClick={ask}>
            {state === 'failed' ? m.retry : m.loadMore}
          </Button>
        </>
      )}
    </div>
  )
}
