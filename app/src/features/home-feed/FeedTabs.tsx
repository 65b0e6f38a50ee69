'use no memo'

import { Suspense, useRef } from 'react'

import { feedTabs, rememberFeedTab } from '#entities/post/feed/feed-tab.ts'
import type { FeedTab } from '#entities/post/feed/post-list.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { changeSearch } from '#navigation/place.ts'
import { lazyCoreLater } from '#ui/lazy.ts'

import { feedMessages } from './feed.i18n.ts'
import { keptPosition } from './position/scroll-position.ts'

// It needs no place before it is there.
export const PromptInvite = lazyCoreLater(async () => (await import('./PromptInvite.tsx')).PromptInvite)

/** The lists of the feed. Each keeps its place; one that is opened for the first time begins at its top. */
export function FeedTabs({ value, isSignedIn }: { value: FeedTab; isSignedIn: boolean }) {
  const m = useMessages(feedMessages)
  const natural = useRef<HTMLDivElement>(null)
  const show = (tab: FeedTab) => {
    const { top = 0 } = natural.current?.getBoundingClientRect() ?? {}
    const listTop = Math.max(0, Math.round(scrollY + top - (natural.current?.offsetTop ? barHeight() : 0)))
    if (tab === value || !keptPosition(tab)) scrollTo({ top: Math.min(scrollY, listTop), behavior: 'instant' })
    if (tab === value) return
    rememberFeedTab(tab)
    changeSearch({ tab }, { replace: true })
  }
  return (
    <>
      <div ref={natural} />
      <nav aria-label={m.tabs} className="feed-bar">
        <ul>
          {feedTabs(isSignedIn).map((tab) => (
            <li key={tab}>
              <Link
                to="/"
                search={{ tab }}
                aria-current={tab === value ? 'page' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  show(tab)
                }}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-text-3 hover:text-text aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text md:min-h-16"
              >
                {m[tab]}
              </Link>
            </li>
          ))}
        </ul>
        <div className="w-80 max-md:hidden lg:w-92">
          <Suspense fallback={null}>
            <PromptInvite />
          </Suspense>
        </div>
      </nav>
    </>
  )
}

/** Of the bar that stays at the top of a phone's screen. */
function barHeight(): number {
  return document.querySelector('header')?.offsetHeight ?? 0
}
