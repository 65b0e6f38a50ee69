import { useQuery } from '@tanstack/react-query'
import ImageDown from 'lucide-react/icons/image-down'
import { useEffect } from 'react'

import { mediaAddress } from '#data/config.ts'
import { noteLoaded, noteSpared } from '#data/reach/data-saver.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'

import { variantUrl, type StoredImage } from './image-source.ts'
import { widestSaved } from './Picture.tsx'

const messages = defineMessages({
  fr: {
    load: 'Charger',
    weighing: (weight: string) => `Charger · ${weight}`,
    sensitive: 'Contenu sensible.',
    show: 'Afficher',
  },
  en: {
    load: 'Load',
    weighing: (weight: string) => `Load · ${weight}`,
    sensitive: 'Sensitive content.',
    show: 'Show',
  },
})

const button =
  'pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-md bg-veil px-4 text-sm font-semibold text-on-veil'

export interface HeldPictureProps {
  image: StoredImage
  /** Because of what it shows, or of what it weighs. */
  reason: 'sensitive' | 'saver'
  onShow: () => void
}

/** Over a placeholder: why the picture is not there, and the way to it. */
export function HeldPicture({ image, reason, onShow }: HeldPictureProps) {
  const m = useMessages(messages)
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      {reason === 'saver' ? (
        <LoadButton image={image} onShow={onShow} />
      ) : (
        <button type="button" onClick={onShow} className={button}>
          {m.sensitive} <span className="underline underline-offset-3">{m.show}</span>
        </button>
      )}
    </div>
  )
}

function LoadButton({ image, onShow }: Pick<HeldPictureProps, 'image' | 'onShow'>) {
  const m = useMessages(messages)
  const { data: weight = 0 } = useQuery({
    queryKey: ['weight', image.url],
    queryFn: ({ signal }) => weigh(image, signal),
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    if (weight > 0) noteSpared(image.url, weight)
  }, [image.url, weight])
  const load = () => {
    noteLoaded(image.url)
    onShow()
  }
  return (
    <button type="button" onClick={load} className={button}>
      <ImageDown aria-hidden="true" className="size-4.5" />
      {weight > 0 ? m.weighing(formatBytes(weight)) : m.load}
    </button>
  )
}

/** In bytes, as the server would send it: the head of the answer without its body. */
async function weigh({ url, width }: StoredImage, signal: AbortSignal): Promise<number> {
  const storage = mediaAddress()
  const address = variantUrl(url, Math.min(width, widestSaved), storage)
  const { headers } = await fetch(address, {
    method: 'HEAD',
    headers: { accept: 'image/avif,image/webp,*/*' },
    signal,
  })
  return Number(headers.get('content-length') ?? 0)
}
