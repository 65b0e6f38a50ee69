/** One picture in all the room there is; what hands do to it is in use-pan-zoom.ts. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import type { Swipes } from '#ui/picture/use-gestures.ts'
import { usePanZoom } from '#ui/picture/use-pan-zoom.ts'
import { fitted, fullScale, pictureRange, within, zoomAt, type Frame, type Point, type View } from '#ui/picture/zoom.ts'

import { originalUrl, type StoredImage } from '../image-source.ts'
import { placeholderFor } from '../placeholder.ts'
import { viewerMessages } from './viewer.i18n.ts'

export interface ZoomablePictureProps extends Swipes {
  image: StoredImage
  alt: string
}

export function ZoomablePicture({ image, alt, onDown, onAside }: ZoomablePictureProps) {
  const m = useMessages(viewerMessages)
  const frame = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const toggled = (before: View, box: Frame, at?: Point) =>
    before.scale > 1 ? fitted : zoomAt(fitted, fullScale(image, box), { at })
  const { view, pulled, change, zoomBy, handlers } = usePanZoom(frame, {
    range: pictureRange,
    limit: (next, box) => within(next, image, box),
    onDoubleTap: toggled,
    onDown,
    onAside,
  })
  useZoomKeys({
    '+': () => zoomBy(1.5),
    '=': () => zoomBy(1.5),
    '-': () => zoomBy(1 / 1.5),
    '0': () => change(toggled),
  })
  const retry = () => {
    change(() => fitted)
    setAttempt(attempt + 1)
    setState('loading')
  }
  return (
    <div
      ref={frame}
      {...handlers}
      data-zoom={view.scale.toFixed(2)}
      className={`relative grid min-h-0 flex-1 touch-none place-items-center overflow-hidden bg-contain bg-center bg-no-repeat ${view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      style={state === 'shown' ? {} : { backgroundImage: `url(${placeholderFor(image.thumbhash)?.bitmap ?? ''})` }}
    >
      {state !== 'failed' && (
        <img
          key={attempt}
          src={originalUrl(image.url, mediaAddress())}
          alt={alt}
          width={image.width}
          height={image.height}
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className="absolute inset-0 size-full object-contain"
          style={{ transform: `translate(${view.x}px, ${view.y + pulled}px) scale(${view.scale})` }}
        />
      )}
      {state === 'loading' && <Spinner className="relative" />}
      {state === 'failed' && (
        <div role="alert" className="relative grid justify-items-center gap-3 rounded-md bg-veil p-6 text-on-veil">
          {m.broken}
          <Button onPointerDown={(event) => event.stopPropagation()} onClick={retry}>
            {m.retry}
          </Button>
        </div>
      )}
    </div>
  )
}

function useZoomKeys(acts: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) acts[event.key]?.()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
