/** The picture, as large as there is room; arrows and swipes lead to the next of the list. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { Suspense, useState, type CSSProperties } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { imagesOf } from '#entities/post/images/shown-image.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useSwipeAcross } from '#ui/input/use-swipe-across.ts'
import { lazy } from '#ui/lazy.ts'

import { leavePost, type Neighbours } from '../neighbours.ts'
import { sensitiveFrom } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'

const HeldPicture = lazy(async () => (await import('#entities/image/HeldPicture.tsx')).HeldPicture)

const AltBadge = lazy(async () => (await import('#entities/post/images/AltText.tsx')).AltBadge)
const ImageStrip = lazy(async () => (await import('./ImageStrip.tsx')).ImageStrip)

export interface PostStageProps {
  post: Post
  neighbours: Neighbours
}

export function PostStage({ post, neighbours: { previous, next } }: PostStageProps) {
  const m = useMessages(postScreenMessages)
  const p = useMessages(postMessages)
  const { image } = post
  const images = imagesOf(post)
  const tallest = Math.min(...images.map(({ width, height }) => width / height))
  const [tries, setTries] = useState({ failed: '', count: 0 })
  const [isAsked, setAsked] = useState(false)
  const isHeld = post.rating >= sensitiveFrom && !isAsked
  const show = () => setAsked(true)
  const swipe = useSwipeAcross({ pointers: 'touch', onSwipe: (step) => (step === 1 ? next : previous)?.() })
  return (
    <div data-post={post.id} className="relative min-h-0 bg-sunken lg:flex lg:flex-1 lg:flex-col lg:px-16 lg:py-7">
      <div
        // Several take turns in a box that holds the tallest: what stands below it does not move.
        style={images.length > 1 ? ({ '--tallest': tallest } as CSSProperties) : {}}
        className={`relative lg:grid lg:min-h-0 lg:w-full lg:flex-1 lg:place-items-center lg:[container-type:size] ${images.length > 1 ? 'max-md:grid max-md:aspect-(--tallest) max-md:place-items-center' : ''}`}
      >
        <div
          // The width is known before the file is: nothing moves when it comes.
          style={{ '--ratio': image.width / image.height } as CSSProperties}
          className="relative mx-auto w-full md:w-[min(100%,calc(70svh*var(--ratio)))] lg:w-[min(100cqw,calc(100cqh*var(--ratio)))]"
        >
          <button
            type="button"
            aria-label={m.enlarge}
            onClick={isHeld ? show : () => openModal('viewer', { post: post.id, shown: post.shown })}
            {...swipe}
            className="block w-full touch-pan-y"
          >
            <Picture
              key={`${image.url} ${tries.count}`}
              image={image}
              alt={altOf(post, p)}
              sizes="(width < 64rem) 100vw, 60vw"
              isFirst
              isHeld={isHeld}
              className="w-full lg:rounded-img"
              onError={() => setTries(({ count }) => ({ failed: image.url, count }))}
            />
          </button>
          <Suspense fallback={null}>{!isHeld && <AltBadge post={post} />}</Suspense>
        </div>
        {isHeld && (
          <Suspense fallback={null}>
            <HeldPicture image={image} reason="sensitive" onShow={show} />
          </Suspense>
        )}
        {tries.failed === image.url && (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-text-2"
          >
            <p>{m.broken}</p>
            <Button size="sm" onClick={() => setTries(({ count }) => ({ failed: '', count: count + 1 }))}>
              {m.retry}
            </Button>
          </div>
        )}
      </div>
      {images.length > 1 && (
        <Suspense fallback={<div className="h-20" />}>
          <ImageStrip post={post} />
        </Suspense>
      )}
      <div className="max-lg:hidden">
        <IconButton
          label={m.back}
          icon={<X aria-hidden="true" className="size-5.5" />}
          onClick={leavePost}
          className="absolute! top-4 left-4"
        />
        <Arrow label={m.previous} Icon={ChevronLeft} onClick={previous} className="left-3" />
        <Arrow label={m.next} Icon={ChevronRight} onClick={next} className="right-3" />
      </div>
    </div>
  )
}

interface ArrowProps {
  label: string
  Icon: typeof ChevronLeft
  onClick: (() => void) | null
  className: string
}

/** To the next of the list, where there is one. */
function Arrow({ label, Icon, onClick, className }: ArrowProps) {
  return (
    onClick && (
      <IconButton
        label={label}
        icon={<Icon aria-hidden="true" className="size-6" />}
        onClick={onClick}
        className={`absolute! top-1/2 -translate-y-1/2 ${className}`}
      />
    )
  )
}
