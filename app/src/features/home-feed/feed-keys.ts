/** Single keys in lists of posts (SCREENS §6): they act on the post that has the focus, or the first in sight. */
import { queryClient } from '#data/query-client.ts'
import { stepIn } from '#entities/post/images/ImageTrack.tsx'
import { findPost } from '#entities/post/one/cached-posts.ts'
import type { Post } from '#entities/post/post.ts'
import { openModal } from '#entities/session/modals.ts'
import { navigate } from '#navigation/place.ts'
import { freeKey } from '#ui/input/free-key.ts'

import { pulse } from './card/like-pulse.ts'

/** What a member's key does. */
interface CardKeys {
  onLike: (post: Post) => void
  onSave: (post: Post) => void
  onShare: (post: Post) => void
  onHide: (post: Post) => void
}

export function listenToKeys(keys: CardKeys): () => void {
  const onKey = (event: KeyboardEvent) => {
    // Not over another screen.
    const name = document.querySelector('[data-layer]') ? null : freeKey(event)
    if (name !== null && act(name, keys)) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/** From one image of a post to the next. */
const arrows: Record<string, 1 | -1 | undefined> = { ArrowLeft: -1, ArrowRight: 1 }

/** Answers whether the key meant something here. */
function act(name: string, { onLike, onSave, onShare, onHide }: CardKeys): boolean {
  if (name === 'j' || name === 'k') return move(name === 'j' ? 1 : -1)
  if (name === '.') return dispatchEvent(new Event('feed:show-new'))
  const card = currentCard()
  const by = arrows[name]
  if (by) return stepIn(card, by)
  const post = card && findPost(queryClient, card.dataset['post'] ?? '')
  if (!post) return false
  const handle = post.creator.username ?? post.creator.id
  const acts: Record<string, (() => void) | undefined> = {
    l: () => {
      const picture = card.querySelector<HTMLElement>('[data-open]')
      if (picture && !post.isLiked) pulse(picture)
      onLike(post)
    },
    s: () => onSave(post),
    'Shift+s': () => onShare(post),
    // Never one that nobody has chosen. The next one is chosen in its place.
    h: () => {
      if (!card.contains(document.activeElement)) return
      move(1)
      onHide(post)
    },
    r: () =>
      openModal('remix', {
        post: post.id,
        shown: card.querySelector<HTMLElement>('[data-track]')?.dataset['track'],
      }),
    o: () => navigate({ to: '/post/$id', params: { id: post.id } }),
    c: () => navigate({ to: '/post/$id', params: { id: post.id } }, { state: { wants: 'comment' } }),
    p: () => navigate({ to: '/profile/$handle', params: { handle } }),
    // On a button or a link inside the card, the key is theirs.
    Enter: document.activeElement === card ? () => navigate({ to: '/post/$id', params: { id: post.id } }) : undefined,
  }
  acts[name]?.()
  return acts[name] !== undefined
}

function move(step: 1 | -1): boolean {
  const cards = cardsInPage()
  const focused = cards.findIndex((card) => card.contains(document.activeElement))
  const inSight = cards.findIndex((card) => card.getBoundingClientRect().bottom > innerHeight / 4)
  const next = cards[focused === -1 ? inSight : focused + step]
  if (!next) return false
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center', behavior: 'instant' })
  return true
}

function currentCard(): HTMLElement | undefined {
  const cards = cardsInPage()
  return (
    cards.find((card) => card.contains(document.activeElement)) ??
    cards.find((card) => {
      const { top, bottom } = card.getBoundingClientRect()
      return (top + bottom) / 2 > 0
    })
  )
}

function cardsInPage(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=feed] article[data-post]')]
}
