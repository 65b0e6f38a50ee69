/** Several images of a post in the box of the first: a swipe, an arrow key or a button leads from one to the next. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef, useState, type CSSProperties, type UIEvent } from 'react'

import { Picture, type PictureProps } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link, type LinkProps } from '#navigation/Link.tsx'

import { postMessages } from '../post.i18n.ts'
import type { Post } from '../post.ts'
import { altOf } from './alt-of.ts'
import { imagesMessages } from './images.i18n.ts'
import { imagesOf, saidNumber } from './shown-image.ts'

export interface ImageTrackProps extends Pick<PictureProps, 'sizes' | 'className'> {
  post: Post
  /** From 1. */
  shown: number
  isFirst: boolean
  isHeld: boolean
  /** Where each of them leads, and what a press on it does. */
  link: LinkProps<'/post/$id'>
  onShow: (shown: string | undefined) => void
}

/** An image further on is asked for once somebody turns to them: data is dear. */
export function ImageTrack({ post, shown, isFirst, isHeld, link, sizes, className = '', onShow }: ImageTrackProps) {
  const p = useMessages(postMessages)
  const [reached, setReached] = useState(shown)
  const images = imagesOf(post)
  const reach = (number: number) => setReached((before) => Math.max(before, number))
  const onScroll = ({ currentTarget: track }: UIEvent<HTMLElement>) => {
    const number = Math.round(track.scrollLeft / Math.max(1, track.clientWidth)) + 1
    reach(number + 1)
    if (number !== shown && images[number - 1]) onShow(saidNumber(number))
  }
  return (
    <div
      data-track={shown}
      onScroll={onScroll}
      onPointerDown={() => reach(shown + 1)}
      onPointerEnter={() => reach(shown + 1)}
      style={{ aspectRatio: `${post.image.width} / ${post.image.height}` }}
      className={`no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-sunken ${className}`}
    >
      {images.map((image, place) => (
        <Link
          key={image.url}
          {...link}
          data-open={place + 1 === shown || undefined}
          aria-hidden={place + 1 !== shown}
          tabIndex={place + 1 === shown ? undefined : -1}
          className={`grid! size-full flex-none snap-center snap-always place-items-center overflow-hidden [container-type:size] ${link.className}`}
        >
          {/* The first fills its box, as it would alone; the others are shown whole in it. */}
          <span
            style={{ '--ratio': image.width / image.height } as CSSProperties}
            className={place === 0 ? 'block size-full' : 'block w-[min(100cqw,calc(100cqh*var(--ratio)))]'}
          >
            <Picture
              image={image}
              alt={place + 1 === shown ? altOf({ ...post, altText: image.alt }, p) : ''}
              sizes={sizes}
              isFirst={isFirst && place === 0}
              isHeld={isHeld || place + 1 > reached}
              className={place === 0 ? 'size-full' : 'w-full'}
            />
          </span>
        </Link>
      ))}
    </div>
  )
}

export interface ImageStepsProps {
  count: number
  shown: number
}

const arrow =
  'pointer-events-auto absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full bg-veil text-on-veil disabled:hidden pointer-coarse:hidden'

/** Over the images: where one is, and the ways on. */
export function ImageSteps({ count, shown }: ImageStepsProps) {
  const m = useMessages(imagesMessages)
  const box = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => stepIn(box.current?.parentElement, by)
  return (
    <div ref={box} role="group" aria-label={m.images(count)} className="pointer-events-none absolute inset-0">
      <p
        role="status"
        aria-label={m.place(shown, count)}
        className="num absolute right-2 bottom-2 rounded-xs bg-veil px-1.5 text-2xs leading-5 font-semibold text-on-veil"
      >
        <span aria-hidden="true">{`${shown}/${count}`}</span>
      </p>
      <button
        type="button"
        aria-label={m.previous}
        disabled={shown === 1}
        onClick={() => step(-1)}
        className={`${arrow} left-2`}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label={m.next}
        disabled={shown === count}
        onClick={() => step(1)}
        className={`${arrow} right-2`}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}

/** Answers whether there was an image to go to. */
export function stepIn(box: Element | null | undefined, by: 1 | -1): boolean {
  const track = box?.querySelector('[data-track]')
  if (!track) return false
  const wanted = track.scrollLeft + by * track.clientWidth
  if (wanted < -1 || wanted > track.scrollWidth - track.clientWidth + 1) return false
  track.scrollTo({ left: wanted })
  // Whoever stands on one goes along.
  const next = track.children[Math.round(wanted / Math.max(1, track.clientWidth))]
  if (track.contains(document.activeElement) && next instanceof HTMLElement) next.focus({ preventScroll: true })
  return true
}
