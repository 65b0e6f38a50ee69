/** The page of a post: from 1024 up the picture stands still and the rest passes beside it; below, one column. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { useUserId } from '#data/session.ts'
import { asShown, imageNumber, imagesOf, showImage } from '#entities/post/images/shown-image.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { freeKey } from '#ui/input/free-key.ts'
import { useAfterPaint } from '#ui/screen/use-after-paint.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { Comments } from '../comments/Comments.tsx'
import { useCommentsSettled } from '../comments/use-comments-settled.ts'
import { leavePost, useNeighbours, type Neighbours } from '../neighbours.ts'
import { fewRemixes, pageQueries, type PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'
import { PostHeader } from '../PostHeader.tsx'
import { goToComments } from '../to-comments.ts'
import { useLiveCounts } from './live-counts.ts'
import { PictureGrid } from './PictureGrid.tsx'
import { PostActions, PostBar } from './PostActions.tsx'
import { PostAuthor } from './PostAuthor.tsx'
import { PostFacts } from './PostFacts.tsx'
import { PostMenu } from './PostMenu.tsx'
import { PostPrompt } from './PostPrompt.tsx'
import { PostStage } from './PostStage.tsx'
import { RemixCard } from './RemixCard.tsx'

export interface PostPageProps {
  post: PagePost
  lineage: ReactNode
  /** The network is away: this is what was known. */
  isStale: boolean
  onRetry: () => void
}

export function PostPage({ post: whole, lineage, isStale, onRetry }: PostPageProps) {
  const { isDesktop } = useScreenSize()
  const said = usePlace().search['image']
  const post = asShown(whole, said)
  const neighbours = useImagesThen(whole, said, useNeighbours(whole.id))
  const isPainted = useAfterPaint()
  useLiveCounts(post.id)
  useKeysOf(post, neighbours)
  // The picture and its words are seen first, what follows them comes a frame later.
  const parts = { post, title: useTitle(post), lineage, isPainted, notice: isStale && <Stale onRetry={onRetry} /> }
  const stage = <PostStage post={post} neighbours={neighbours} />
  return isDesktop ? <Wide {...parts} stage={stage} /> : <Narrow {...parts} stage={stage} />
}

/** From one of its images to the next, and after the last to the next post. */
function useImagesThen(post: PagePost, said: string | undefined, { previous, next }: Neighbours): Neighbours {
  const number = imageNumber(post, said)
  const go = (to: number) => () => showImage(to)
  return {
    previous: number > 1 ? go(number - 1) : previous,
    next: number < imagesOf(post).length ? go(number + 1) : next,
  }
}

interface PartsProps {
  post: PagePost
  title: string
  stage: ReactNode
  lineage: ReactNode
  isPainted: boolean
  notice: ReactNode
}

function Wide({ post, title, stage, lineage, isPainted, notice }: PartsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_var(--panel-w)]">
      <div className="sticky top-(--stuck) flex h-[calc(100svh-var(--said-h))] min-w-0 flex-col bg-sunken">
        {stage}
        <div className="flex-none px-8 pb-4 empty:hidden">{lineage}</div>
      </div>
      <div className="grid min-h-[calc(100svh-var(--said-h))] grid-cols-[minmax(0,1fr)] content-start gap-4.5 border-l border-line bg-bg px-6 pt-6 pb-8">
        {notice}
        <PostAuthor post={post} menu={<PostMenu post={post} />} />
        <h1 className={post.title === null ? 'sr-only' : 'text-xl'}>{title}</h1>
        <PostPrompt post={post} />
        <PostFacts post={post} />
        <PostActions post={post} />
        {isPainted && (
          <>
            <RemixCard post={post} />
            <Comments post={post} />
            <Beside post={post} />
          </>
        )}
      </div>
    </div>
  )
}

function Narrow({ post, title, stage, lineage, isPainted, notice }: PartsProps) {
  return (
    <>
      <PostHeader title={title} menu={<PostMenu post={post} />} />
      {stage}
      <div className="mx-auto grid max-w-160 grid-cols-[minmax(0,1fr)] gap-4.5 px-(--gutter) pt-4 pb-20 md:px-6 md:pb-8">
        {notice}
        <PostAuthor post={post} menu={null} />
        {post.title !== null && <p className="display text-xl">{post.title}</p>}
        <PostPrompt post={post} />
        <PostFacts post={post} />
        <PostBar post={post} />
        {isPainted && (
          <>
            <RemixCard post={post} />
            {lineage}
            <Comments post={post} />
            <Beside post={post} />
          </>
        )}
      </div>
    </>
  )
}

/** What was made of it, and what looks like it. */
function Beside({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const userId = useUserId()
  const isSettled = useCommentsSettled(post.id)
  const remixes = pageQueries.remixes(post.id, userId)
  const hasRemixes = post.remixesCount > 0
  const { data: shown, isLoading: areRemixesAwaited } = useQuery({ ...remixes, enabled: hasRemixes })
  const tree = { label: m.seeTree, onPress: () => openModal('lineage', { post: post.id }) }
  if (!isSettled) return null
  return (
    <>
      {hasRemixes && (
        <PictureGrid title={m.remixes} query={remixes} more={post.remixesCount > fewRemixes ? tree : null} />
      )}
      {!areRemixesAwaited && <PictureGrid title={m.similar} query={pageQueries.similar(post.id, userId, shown)} />}
    </>
  )
}

function Stale({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(postScreenMessages)
  return (
    <p
      role="status"
      className="flex items-center justify-between gap-3 rounded-md bg-surface-2 px-3 py-1 text-sm text-text-2"
    >
      {m.offline}
      <Button size="sm" variant="ghost" onClick={onRetry}>
        {m.retry}
      </Button>
    </p>
  )
}

function useTitle({ title, creator }: PagePost): string {
  const p = useMessages(postMessages)
  return title ?? p.imageOf(creator.displayName)
}

function useKeysOf(post: PagePost, { previous, next }: Neighbours): void {
  const { toggleLike, toggleSave, remix, download } = usePostActions(post)
  usePostKeys({
    ArrowLeft: previous,
    ArrowRight: next,
    Escape: leavePost,
    f: () => openModal('viewer', { post: post.id, shown: post.shown }),
    l: () => toggleLike(),
    s: () => toggleSave(),
    'Shift+s': () => openModal('share', { post: post.id }),
    r: remix,
    d: () => download(),
    c: goToComments,
  })
}

interface PostKeys {
  [key: string]: (() => void) | null
}

/** Single keys act on the post, unless somebody writes, a dialog is open or the key belongs to the browser. */
function usePostKeys(keys: PostKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const wanted = keys[freeKey(event) ?? '']
    if (!wanted) return
    event.preventDefault()
    wanted()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
