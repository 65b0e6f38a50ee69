/** The pictures of a film, one over the other: the one that comes fades in when it is there, and the next is fetched. */
import { useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { sourceSet, variantUrl } from '#entities/image/image-source.ts'
import { widestSaved } from '#entities/image/Picture.tsx'
import { placeholderFor } from '#entities/image/placeholder.ts'
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import type { WayStep } from '#entities/lineage/lineage.ts'
import { useMessages } from '#i18n/messages.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { useSwipeAcross } from '#ui/input/use-swipe-across.ts'

export type Arrival = 'there' | 'failed'

export interface FilmStageProps {
  way: readonly WayStep[]
  at: number
  isSaving: boolean
  /** What became of each picture that was asked for, by the publication's id. */
  arrivals: ReadonlyMap<string, Arrival>
  onArrival: (id: string, arrival: Arrival) => void
  onTap: () => void
  onSwipe: (step: 1 | -1) => void
}

const widest = 1280

export function FilmStage({ way, at, isSaving, arrivals, onArrival, onTap, onSwipe }: FilmStageProps) {
  const now = way[at]
  const arrival = arrivals.get(now?.id ?? '')
  const shown = useLastShown(arrival === 'there' ? now?.id : undefined)
  // Where data is saved, nothing is fetched that nobody has come to.
  const last = isSaving || arrival === undefined ? at : at + 1
  const asked = way.slice(0, last + 1).filter(({ id }, place) => place >= at || id === shown)
  const placeholder = placeholderFor(now?.post.image.thumbhash ?? null)
  return (
    <div
      {...useSwipeAcross({ pointers: 'all', onTap, onSwipe })}
      data-stage
      className="relative h-[46svh] min-h-60 touch-pan-y overflow-hidden rounded-img bg-surface-2 bg-contain bg-center bg-no-repeat md:h-full"
      style={shown === undefined && placeholder ? { backgroundImage: `url(${placeholder.bitmap})` } : {}}
    >
      {asked.map((step) => (
        <Frame
          key={step.id}
          step={step}
          isNow={step.id === now?.id}
          isShown={step.id === shown && arrival !== 'failed'}
          most={isSaving ? widestSaved : widest}
          onArrival={onArrival}
        />
      ))}
      <Meanwhile arrival={arrival} />
    </div>
  )
}

function Meanwhile({ arrival }: { arrival: Arrival | undefined }) {
  const m = useMessages(lineageMessages)
  if (arrival === undefined) return <Spinner className="late-appear absolute top-1/2 left-1/2 -translate-1/2" />
  if (arrival === 'there') return null
  return (
    <p role="alert" className="absolute inset-0 grid place-items-center p-6 text-center text-sm text-text-2">
      {m.notLoaded}
    </p>
  )
}

interface FrameProps {
  step: WayStep
  isNow: boolean
  isShown: boolean
  most: number
  onArrival: FilmStageProps['onArrival']
}

function Frame({ step: { id, post }, isNow, isShown, most, onArrival }: FrameProps) {
  const m = useMessages(lineageMessages)
  const storage = mediaAddress()
  return (
    <img
      src={variantUrl(post.image.url, Math.min(640, post.image.width, most), storage)}
      srcSet={sourceSet(post.image, storage, most)}
      sizes="(width < 48rem) 90vw, 600px"
      alt={isNow ? post.altText || m.imageOf(post.creatorName) : ''}
      decoding="async"
      draggable={false}
      onLoad={() => onArrival(id, 'there')}
      onError={() => onArrival(id, 'failed')}
      className={`absolute inset-0 size-full object-contain transition-opacity duration-[calc(var(--dur-4)*2)] ${isShown ? 'opacity-100' : 'opacity-0'}`}
    />
  )
}

/** The picture before stays in sight until the one that comes is there. */
function useLastShown(id: string | undefined): string | undefined {
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  return id ?? shown
}
