import { useEffect, useRef } from 'react'

import type { Post } from '#entities/post/post.ts'
import { PostCard } from '#features/home-feed/card/PostCard.tsx'
import { PostTile } from '#features/home-feed/card/PostTile.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { DiagnosticPage } from '../DiagnosticPage.tsx'
import { postStates } from './post-states.ts'
import { postsMessages } from './posts.i18n.ts'

const presses = ['click', 'dblclick', 'contextmenu', 'pointerdown'] as const
const tileHeight = 220

/** `/test-post-display`: the card of the feed in all its states. */
export function PostDisplayScreen() {
  const m = useMessages(postsMessages)
  const cards = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    const area = cards.current
    for (const press of presses) area?.addEventListener(press, stop, { capture: true })
    return () => {
      for (const press of presses) area?.removeEventListener(press, stop, { capture: true })
    }
  }, [])
  return (
    <DiagnosticPage
      path={paths.testPostDisplay}
      intro={m.displayIntro}
      report={() => ({ states: postStates.map(({ state }) => state) })}
    >
      <div ref={cards} className="flex flex-wrap items-start gap-x-6 gap-y-8 max-md:-mx-(--gutter)">
        {postStates.map(({ state, post }, index) => (
          <section key={state} className="max-md:w-full">
            <h2 className="mb-2 text-sm font-medium text-text-2 max-md:px-(--gutter)">{m[state]}</h2>
            <FeedCard post={post} position={index + 1} />
          </section>
        ))}
      </div>
    </DiagnosticPage>
  )
}

/** As the feed shows it at this width. */
export function FeedCard({ post, position }: { post: Post; position: number }) {
  const { isMobile } = useScreenSize()
  return isMobile ? (
    <PostCard post={post} position={position} />
  ) : (
    <PostTile post={post} position={position} height={tileHeight} />
  )
}
