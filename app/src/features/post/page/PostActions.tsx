/** What one can do with a post: buttons beside the picture, a bar under everything on phones. */
import Bookmark from 'lucide-react/icons/bookmark'
import Download from 'lucide-react/icons/download'
import Heart from 'lucide-react/icons/heart'
import MessageSquare from 'lucide-react/icons/message-square'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'
import type { ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { useWriteTo } from '#entities/message/use-write-to.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { tellHeight } from '#ui/screen/tell-height.ts'

import type { PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'
import { goToComments } from '../to-comments.ts'

const tellFoot = tellHeight('--foot-h')

const act =
  'inline-flex min-h-(--tap) min-w-11 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-medium text-text-2 hover:bg-surface-2 hover:text-text'

export function PostActions({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const { download, remix } = usePostActions(post)
  const mayRemix = useMayRemix(post)
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_auto] gap-2 *:px-3">
        <Button
          variant="primary"
          disabled={!mayRemix}
          icon={<Shuffle aria-hidden="true" className="size-4.5" />}
          onClick={remix}
        >
          {m.remix}
        </Button>
        <Button icon={<Download aria-hidden="true" className="size-4.5" />} onClick={() => download()}>
          {m.download}
        </Button>
        <Button
          icon={<Share2 aria-hidden="true" className="size-4.5" />}
          onClick={() => openModal('share', { post: post.id })}
        >
          {m.share}
        </Button>
      </div>
      {!mayRemix && <NoRemix authorId={post.creator.id} className="-mt-2" />}
      <div className="-my-1 flex items-center gap-1 border-y border-line">
        <Like post={post} />
        <ToComments post={post} />
        <ToRemixes post={post} />
        <Save post={post} className="ml-auto" />
      </div>
    </>
  )
}

/** On phones and tablets: the same within the thumb's reach. */
export function PostBar({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const { remix } = usePostActions(post)
  const mayRemix = useMayRemix(post)
  return (
    <>
      {!mayRemix && <NoRemix authorId={post.creator.id} />}
      <div
        ref={tellFoot}
        className="fixed inset-x-0 bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom))] z-(--z-bar) flex items-center border-t border-line bg-surface px-[calc(var(--gutter)-0.375rem)] py-1.5 md:static md:-mx-2 md:border-b md:bg-transparent md:px-0"
      >
        <Like post={post} />
        <ToComments post={post} />
        <Save post={post} />
        <button
          type="button"
          aria-label={m.share}
          onClick={() => openModal('share', { post: post.id })}
          className={act}
        >
          <Share2 aria-hidden="true" className="size-5.5" />
        </button>
        {mayRemix && (
          <Button
            variant="primary"
            icon={<Shuffle aria-hidden="true" className="size-4.5" />}
            onClick={remix}
            className="ml-auto"
          >
            {m.remix}
          </Button>
        )}
      </div>
    </>
  )
}

function useMayRemix({ details, creator }: PagePost): boolean {
  const userId = useUserId()
  return details === null || details.remixAllowed || creator.id === userId
}

/** Why there is no remix, and whom to ask for one. */
function NoRemix({ authorId, className = '' }: { authorId: string; className?: string }) {
  const m = useMessages(postScreenMessages)
  const write = useWriteTo(authorId)
  return (
    <p className={`flex flex-wrap items-center gap-x-2 text-xs text-text-3 ${className}`}>
      {m.noRemix}
      <button type="button" onClick={write} className="link inline-flex min-h-9 items-center font-semibold">
        {m.askAuthor}
      </button>
    </p>
  )
}

function Like({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const { toggleLike } = usePostActions(post)
  return (
    <button
      type="button"
      aria-pressed={post.isLiked}
      aria-label={m.like(post.likesCount)}
      onClick={() => toggleLike()}
      className={`${act} aria-pressed:text-danger-text`}
    >
      <Heart aria-hidden="true" className={`size-5.5 ${post.isLiked ? 'fill-current' : ''}`} />
      <Count value={post.likesCount} />
    </button>
  )
}

function ToComments({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  return (
    <button type="button" aria-label={m.toComments(post.commentsCount)} onClick={goToComments} className={act}>
      <MessageSquare aria-hidden="true" className="size-5.5" />
      <Count value={post.commentsCount} />
    </button>
  )
}

function ToRemixes({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  return (
    <button
      type="button"
      aria-label={m.remixCount(post.remixesCount)}
      onClick={() => openModal('lineage', { post: post.id })}
      className={act}
    >
      <Shuffle aria-hidden="true" className="size-5.5" />
      <Count value={post.remixesCount} />
    </button>
  )
}

function Save({ post, className = '' }: { post: PagePost; className?: string }) {
  const m = useMessages(postScreenMessages)
  const { toggleSave } = usePostActions(post)
  return (
    <button
      type="button"
      aria-pressed={post.isSaved}
      aria-label={m.save}
      title={post.isSaved ? m.saved : m.save}
      onClick={() => toggleSave()}
      className={`${act} aria-pressed:text-accent-text ${className}`}
    >
      <Bookmark aria-hidden="true" className={`size-5.5 ${post.isSaved ? 'fill-current' : ''}`} />
    </button>
  )
}

function Count({ value }: { value: number }): ReactNode {
  return <span className="num count font-sans font-medium">{formatCount(value)}</span>
}
