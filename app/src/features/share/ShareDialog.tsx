/** `?modal=share&post={id}`: a picture on its way elsewhere, by what the device has, a link, a card or a site. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Code from 'lucide-react/icons/code'
import Link2 from 'lucide-react/icons/link-2'
import MessageCircle from 'lucide-react/icons/message-circle'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import Send from 'lucide-react/icons/send-horizontal'
import Share from 'lucide-react/icons/share'
import { Suspense, useState, type ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { findPost } from '#entities/post/one/cached-posts.ts'
import { onePost } from '#entities/post/one/one-post.ts'
import type { Post } from '#entities/post/post.ts'
import { openModal, useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { lazy } from '#ui/lazy.ts'

import { copyText, shareByDevice } from './pass-on.ts'
import { postAddress } from './post-address.ts'
import { shareMessages } from './share.i18n.ts'

const CardView = lazy(async () => (await import('./CardView.tsx')).CardView)
const EmbedView = lazy(async () => (await import('./EmbedView.tsx')).EmbedView)

export function ShareDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(shareMessages)
  const { post: id = '' } = useModalSearch()
  const cache = useQueryClient()
  const { data: post, isError } = useQuery({
    ...onePost(id, useUserId()),
    placeholderData: () => findPost(cache, id),
  })
  return (
    <Dialog title={m.title} onClose={onClose}>
      {post && <Ways post={post} />}
      {!post && (isError ? <p className="text-text-2">{m.missing}</p> : <ScreenSpinner />)}
    </Dialog>
  )
}

function Ways({ post }: { post: Post }) {
  const m = useMessages(shareMessages)
  const [view, setView] = useState<'ways' | 'card' | 'embed'>('ways')
  if (view === 'ways') return <WayList post={post} onView={setView} />
  return (
    <div className="grid gap-3">
      <Button
        size="sm"
        variant="ghost"
        icon={<ChevronLeft aria-hidden="true" className="size-4.5" />}
        onClick={() => setView('ways')}
        className="-ml-2 justify-self-start"
      >
        {m.back}
      </Button>
      <Suspense fallback={<ScreenSpinner />}>
        {view === 'card' ? <CardView post={post} /> : <EmbedView post={post} />}
      </Suspense>
    </div>
  )
}

const way =
  'flex min-h-13 w-full items-center gap-3.5 rounded-md px-3 py-1.5 text-left text-sm font-semibold hover:bg-surface-2'
const icon = { 'aria-hidden': true, className: 'size-5.5 flex-none text-text-2', strokeWidth: 1.75 } as const

function WayList({ post, onView }: { post: Post; onView: (view: 'card' | 'embed') => void }) {
  const m = useMessages(shareMessages)
  const address = postAddress(post.id)
  const title = post.title ?? m.imageOf(post.creator.displayName)
  const isForAll = post.visibility === 'public' || post.visibility === 'unlisted'
  const note = { public: null, unlisted: null, followers: m.followers, private: m.private }[post.visibility]
  const whatsapp = `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`
  return (
    <>
      <div className="mb-3 flex items-center gap-3.5">
        <Picture image={post.image} alt="" sizes="64px" className="aspect-square! size-16 flex-none rounded-img" />
        <div className="min-w-0 leading-tight">
          <p className="truncate text-sm font-semibold">{title}</p>
          <p className="truncate text-xs text-text-3">{address}</p>
          {note !== null && <p className="mt-1 text-xs text-text-2">{note}</p>}
        </div>
      </div>
      <ul className="-mx-3 grid">
        {post.visibility !== 'private' && (
          <Way
            icon={<Send {...icon} />}
            label={m.message}
            help={m.messageHelp}
            onPress={() => openModal('send', { post: post.id })}
          />
        )}
        {'share' in navigator && (
          <Way icon={<Share {...icon} />} label={m.native} onPress={() => void shareByDevice(address, title)} />
        )}
        <li>
          <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={way}>
            <MessageCircle {...icon} />
            {m.whatsapp}
          </a>
        </li>
        <Way
          icon={<Link2 {...icon} />}
          label={m.copyLink}
          onPress={() => void copyText(address, { done: m.copied, failed: m.copyFailed })}
        />
        <Way icon={<QrCodeIcon {...icon} />} label={m.card} help={m.cardHelp} onPress={() => onView('card')} />
        {isForAll && (
          <Way icon={<Code {...icon} />} label={m.embed} help={m.embedHelp} onPress={() => onView('embed')} />
        )}
      </ul>
    </>
  )
}

interface WayProps {
  icon: ReactNode
  label: string
  help?: string
  onPress: () => void
}

function Way({ icon: image, label, help, onPress }: WayProps) {
  return (
    <li>
      <button type="button" onClick={onPress} className={way}>
        {image}
        <span>
          {label}
          {help !== undefined && <span className="block text-xs font-normal text-text-3">{help}</span>}
        </span>
      </button>
    </li>
  )
}
