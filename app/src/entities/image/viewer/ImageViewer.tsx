/** 'Image générée': one picture, large, on dark; the prompt as its caption and three things to do. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'
import { useEffect, useEffectEvent, useState } from 'react'

import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import type { DownloadWish } from '../download/download-image.ts'
import { useDownloadMenu } from '../download/use-download-menu.tsx'
import type { StoredImage } from '../image-source.ts'
import { Picture } from '../Picture.tsx'
import { viewerMessages } from './viewer.i18n.ts'
import { ZoomablePicture } from './ZoomablePicture.tsx'

/** The list that the picture came from. */
export interface ViewerPlace {
  index: number
  images: readonly StoredImage[]
  onGo: (index: number) => void
}

export interface ImageViewerProps {
  image: StoredImage
  /** Its caption; empty where nobody is to read it. */
  prompt: string
  alt?: string
  place?: ViewerPlace | undefined
  /** Under « ⋯ ». */
  more?: readonly MenuItem[]
  onClose: () => void
  remix: () => void
  download: (wish?: DownloadWish) => void
  share: () => void
}

const icon = { 'aria-hidden': true, className: 'size-4.5 flex-none' } as const

export function ImageViewer(props: ImageViewerProps) {
  const { image, prompt, alt = prompt, place, more = [], onClose, remix, download, share } = props
  const m = useMessages(viewerMessages)
  const [isExpanded, setExpanded] = useState(false)
  const saving = useDownloadMenu({ image, prompt, download })
  const go = (step: 1 | -1) => {
    const next = (place?.index ?? 0) + step
    if (place?.images[next]) place.onGo(next)
  }
  useViewerKeys({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    d: () => download(),
    S: share,
    r: remix,
    i: () => setExpanded(!isExpanded),
  })
  const count = place && place.images.length > 1 ? m.count(place.index + 1, place.images.length) : ''
  return (
    <Dialog title={m.title} onClose={onClose} size="full" dark>
      <div role="group" aria-roledescription={m.role} aria-label={alt} className="flex h-full flex-col">
        <div className="relative flex min-h-0 flex-1">
          <ZoomablePicture key={image.url} image={image} alt={alt} onDown={onClose} onAside={go} />
          {place && place.images.length > 1 && <Arrows place={place} onGo={go} />}
        </div>
        <p role="status" className="sr-only">
          {count && `${count}. ${alt}`}
        </p>
        <div className="grid flex-none gap-3 px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:mx-auto md:w-160">
          {count && <p className="num text-center text-xs text-text-3">{count}</p>}
          <Caption prompt={prompt} isExpanded={isExpanded} onToggle={() => setExpanded(!isExpanded)} />
          <div className="flex gap-2">
            <div className="three-acts flex-1 *:px-1!">
              <Button variant="primary" icon={<Shuffle {...icon} />} onClick={remix}>
                {m.remix}
              </Button>
              <Menu label={m.download} icon={<Download {...icon} />} items={saving.items} />
              <Button icon={<Share2 {...icon} />} onClick={share}>
                {m.share}
              </Button>
            </div>
            {more.length > 0 && (
              <Menu label={m.more} iconOnly icon={<Ellipsis aria-hidden="true" className="size-5.5" />} items={more} />
            )}
          </div>
          {place && place.images.length > 1 && <Strip place={place} />}
        </div>
      </div>
      {saving.dialog}
    </Dialog>
  )
}

interface CaptionProps {
  prompt: string
  isExpanded: boolean
  onToggle: () => void
}

function Caption({ prompt, isExpanded, onToggle }: CaptionProps) {
  const m = useMessages(viewerMessages)
  const isLong = prompt.length > 140
  if (prompt === '') return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <p className={`prompt select-text ${isExpanded ? 'max-h-[30svh] overflow-y-auto' : 'line-clamp-3'}`}>{prompt}</p>
      <IconButton
        label={m.copyPrompt}
        icon={<Copy aria-hidden="true" className="size-4.5" />}
        className="-mt-2.5 -mr-2"
        onClick={() => void copyPrompt(prompt)}
      />
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={onToggle}
          className="min-h-6 justify-self-start text-xs font-semibold text-text-2 underline underline-offset-3"
        >
          {isExpanded ? m.collapse : m.expand}
        </button>
      )}
    </div>
  )
}

async function copyPrompt(prompt: string): Promise<void> {
  const m = currentMessages(viewerMessages)
  try {
    await navigator.clipboard.writeText(prompt)
    toast({ title: m.promptCopied })
  } catch {
    toast({ title: m.promptNotCopied, tone: 'danger' })
  }
}

/** For the pointer; on touch a swipe does it. */
function Arrows({ place, onGo }: { place: ViewerPlace; onGo: (step: 1 | -1) => void }) {
  const m = useMessages(viewerMessages)
  const { index, images } = place
  const at = 'absolute! top-1/2 -translate-y-1/2 disabled:invisible'
  return (
    <>
      <IconButton
        variant="veil"
        label={m.previous}
        disabled={index === 0}
        icon={<ChevronLeft aria-hidden="true" className="size-6" />}
        className={`${at} left-3`}
        onClick={() => onGo(-1)}
      />
      <IconButton
        variant="veil"
        label={m.next}
        disabled={index === images.length - 1}
        icon={<ChevronRight aria-hidden="true" className="size-6" />}
        className={`${at} right-3`}
        onClick={() => onGo(1)}
      />
    </>
  )
}

/** How many neighbours the strip shows on each side. */
const beside = 5

function Strip({ place: { index, images, onGo } }: { place: ViewerPlace }) {
  const m = useMessages(viewerMessages)
  const first = Math.max(0, Math.min(index - beside, images.length - 2 * beside - 1))
  return (
    <ul aria-label={m.strip} className="hidden justify-center gap-1.5 lg:flex">
      {images.slice(first, first + 2 * beside + 1).map((image, offset) => (
        <li key={image.url}>
          <button
            type="button"
            tabIndex={-1}
            aria-label={m.count(first + offset + 1, images.length)}
            aria-current={first + offset === index}
            onClick={() => onGo(first + offset)}
            className="block size-12 overflow-hidden rounded-img opacity-60 aria-[current=true]:opacity-100 aria-[current=true]:outline-2 aria-[current=true]:outline-accent"
          >
            <Picture image={image} alt="" sizes="48px" className="aspect-square! size-full" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One key, one act; off in menus and with a modifier other than shift. */
function useViewerKeys(acts: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('[role=menu], input, textarea')
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
    acts[event.key]?.()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
