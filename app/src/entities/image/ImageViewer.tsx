/** 'Image générée': one picture, large, on dark; the prompt as its caption and three things to do. */
import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'
import { useEffect, useState } from 'react'

import { readInlineConfig } from '#data/config.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Spinner } from '#ui/Spinner.tsx'

import { originalUrl, type StoredImage } from './image-source.ts'
import { placeholderFor } from './placeholder.ts'

const messages = defineMessages({
  verbatim: ['title', 'remix', 'download', 'share'],
  fr: {
    title: 'Image générée',
    remix: 'Remix',
    download: 'Télécharger',
    share: 'Partager',
    broken: 'Image indisponible',
    retry: 'Réessayer',
  },
  en: {
    title: 'Generated image',
    remix: 'Remix',
    download: 'Download',
    share: 'Share',
    broken: 'Image unavailable',
    retry: 'Try again',
  },
})

export interface ImageViewerProps {
  image: StoredImage
  prompt: string
  onClose: () => void
  onRemix: () => void
  onDownload: () => void
  onShare: () => void
}

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const

export function ImageViewer({ image, prompt, onClose, onRemix, onDownload, onShare }: ImageViewerProps) {
  const m = useMessages(messages)
  useViewerKeys({ d: onDownload, S: onShare, r: onRemix })
  return (
    <Dialog title={m.title} onClose={onClose} size="full" dark>
      <div className="flex h-full flex-col">
        <FullPicture key={image.url} image={image} alt={prompt} />
        <div className="grid flex-none gap-3.5 px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:mx-auto md:w-160">
          <p className="prompt max-h-24 overflow-y-auto">{prompt}</p>
          <div className="grid grid-cols-3 gap-2 *:px-2">
            <Button variant="primary" icon={<Shuffle {...icon} />} onClick={onRemix}>
              {m.remix}
            </Button>
            <Button icon={<Download {...icon} />} onClick={onDownload}>
              {m.download}
            </Button>
            <Button icon={<Share2 {...icon} />} onClick={onShare}>
              {m.share}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function FullPicture({ image, alt }: { image: StoredImage; alt: string }) {
  const m = useMessages(messages)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const source = originalUrl(image.url, readInlineConfig()?.supabaseUrl ?? '')
  return (
    <div
      className="relative grid min-h-0 flex-1 place-items-center bg-contain bg-center bg-no-repeat"
      style={state === 'shown' ? {} : { backgroundImage: `url(${placeholderFor(image.thumbhash)?.bitmap ?? ''})` }}
    >
      {state !== 'failed' && (
        <img
          key={attempt}
          src={source}
          alt={alt}
          width={image.width}
          height={image.height}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {state === 'loading' && <Spinner className="relative" />}
      {state === 'failed' && (
        <div role="alert" className="relative grid justify-items-center gap-3 rounded-md bg-veil p-6 text-on-veil">
          {m.broken}
          <Button
            onClick={() => {
              setAttempt(attempt + 1)
              setState('loading')
            }}
          >
            {m.retry}
          </Button>
        </div>
      )}
    </div>
  )
}

/** One key, one act; off while typing or with a modifier other than shift. */
function useViewerKeys(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      acts[event.key]?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [acts])
}
