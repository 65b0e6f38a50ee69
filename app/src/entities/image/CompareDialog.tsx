/** Two pictures one over the other, with a border that is dragged or moved by arrows. */
import { useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { originalUrl, type StoredImage } from './image-source.ts'

const messages = defineMessages({
  fr: {
    title: 'Comparer',
    border: 'Limite entre les deux images',
    share: (percent: number) => `${percent} % de la première image`,
  },
  en: {
    title: 'Compare',
    border: 'Border between the two images',
    share: (percent: number) => `${percent} % of the first image`,
  },
})

export interface ComparedImage extends StoredImage {
  label: string
}

export interface CompareDialogProps {
  images: readonly [ComparedImage, ComparedImage]
  onClose: () => void
}

export function CompareDialog({ images: [first, second], onClose }: CompareDialogProps) {
  const m = useMessages(messages)
  const [share, setShare] = useState(50)
  const storage = mediaAddress()
  const picture = (image: ComparedImage, clip?: string) => (
    <img
      src={originalUrl(image.url, storage)}
      alt={image.label}
      draggable={false}
      className="absolute inset-0 size-full object-contain"
      style={clip === undefined ? {} : { clipPath: clip }}
    />
  )
  return (
    <Dialog title={m.title} onClose={onClose} size="full" dark>
      <div className="@container-size grid h-full place-items-center px-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">
        {/* The two names stand at the picture's foot: they need a line of their own. */}
        <div className="grid gap-3" style={{ width: `min(100cqw, (100cqh - 2.5rem) * ${first.width / first.height})` }}>
          <div className="relative" style={{ aspectRatio: `${first.width} / ${first.height}` }}>
            {picture(second)}
            {picture(first, `inset(0 ${100 - share}% 0 0)`)}
            <i
              aria-hidden="true"
              className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-on-veil"
              style={{ left: `${share}%` }}
            >
              <b className="losange absolute top-1/2 left-1/2 -translate-1/2 text-4xl text-accent" />
            </i>
            <input
              type="range"
              min={0}
              max={100}
              value={share}
              data-autofocus
              aria-label={m.border}
              aria-valuetext={m.share(share)}
              onChange={(event) => setShare(event.target.valueAsNumber)}
              className="absolute inset-0 m-0 size-full cursor-ew-resize touch-pan-y opacity-0"
            />
          </div>
          <p className="flex justify-between gap-4 text-sm">
            <span>{first.label}</span>
            <span>{second.label}</span>
          </p>
        </div>
      </div>
    </Dialog>
  )
}
