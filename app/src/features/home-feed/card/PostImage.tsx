'use no memo'

import { Suspense, useRef, useState, type MouseEvent, type PointerEvent } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture, type PictureProps } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { navigate } from '#navigation/place.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'
import { lazy, withStyles } from '#ui/lazy.ts'

const ImageTrack = lazy(async () => (await import('#entities/post/images/ImageTrack.tsx')).ImageTrack)
const ImageSteps = lazy(async () => (await import('#entities/post/images/ImageTrack.tsx')).ImageSteps)
const HeldPicture = lazy(async () => (await import('#entities/image/HeldPicture.tsx')).HeldPicture)

/** Two taps within so many ms are a like; one opens the post, once it is clear that no second follows. */
const doubleTapMs = 260
/** From this rating on a picture is shown when asked for. */
const sensitiveFrom = 2

/** What was asked for stays, however often its card leaves the page and comes back. */
const asked = new Set<string>()

export interface PostImageProps extends Pick<PictureProps, 'sizes' | 'className'> {
  post: Post
  /** Which of its images, from the second on. */
  shown: string | undefined
  onShow: (shown: string | undefined) => void
  isFirst: boolean
  onLike: () => void
}

/** The picture of a card: a tap opens the post, two like it, a long one opens the menu. */
export function PostImage({ post, shown, onShow, isFirst, onLike, sizes, className = '' }: PostImageProps) {
  const m = useMessages(postMessages)
  const isMember = useUserId() !== null
  const isSaving = useDataSaver()
  const [isAsked, setAsked] = useState(asked.has(post.id))
  const pressed = useRef<{ isTouch: boolean; opening: ReturnType<typeof setTimeout> | undefined }>({
    isTouch: false,
    opening: undefined,
  })
  const isSensitive = post.rating >= sensitiveFrom
  const isHeld = !isAsked && (isSensitive || isSaving)

  const target = {
    to: '/post/$id',
    params: { id: post.id },
    search: { image: shown },
  } as const
  const number = Number(shown ?? 1)
  const count = 1 + (post.moreImages?.length ?? 0)

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!isMember || !pressed.current.isTouch) return
    event.preventDefault()
    if (pressed.current.opening === undefined) {
      const open = () => navigate(target)
      pressed.current.opening = setTimeout(() => {
        pressed.current.opening = undefined
        open()
      }, doubleTapMs)
      return
    }
    clearTimeout(pressed.current.opening)
    pressed.current.opening = undefined
    const box = event.currentTarget
    onLike()
    void withStyles(() => import('./like-pulse.ts')).then(({ pulse }) => pulse(box))
  }
  const onLongPress = (event: MouseEvent<HTMLElement>) => {
    const more = event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-more]')
    if (!pressed.current.isTouch || !more) return
    event.preventDefault()
    more.click()
  }
  const show = () => {
    asked.add(post.id)
    setAsked(true)
  }
  const link = {
    ...target,
    'data-open': true,
    className: 'relative block touch-manipulation',
    onPointerDown: ({ pointerType }: PointerEvent) => (pressed.current.isTouch = pointerType === 'touch'),
    onClick,
    onContextMenu: onLongPress,
  }
  const alone = (
    <Link {...link}>
      <Picture {...{ image: post.image, alt: altOf(post, m), sizes, isFirst, isHeld, className }} />
    </Link>
  )
  return (
    <div className="relative">
      {count > 1 ? (
        <Suspense fallback={alone}>
          <ImageTrack {...{ post, shown: number, isFirst, isHeld, link, sizes, className, onShow }} />
        </Suspense>
      ) : (
        alone
      )}
      <span title={m.aiImage} className="ai-mark">
        {m.ai}
      </span>
      {count > 1 && (
        <Suspense fallback={null}>
          <ImageSteps count={count} shown={number} />
        </Suspense>
      )}
      {isHeld && (
        <Suspense fallback={null}>
          <HeldPicture image={post.image} reason={isSensitive ? 'sensitive' : 'saver'} onShow={show} />
        </Suspense>
      )}
    </div>
  )
}
