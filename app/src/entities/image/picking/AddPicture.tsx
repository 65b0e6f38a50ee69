/** Where the next picture comes from: the camera, the device, one's own creations or the feed. */
import { referenceTypes } from '@product/contract'
import Camera from 'lucide-react/icons/camera'
import Folder from 'lucide-react/icons/folder-open'
import Newspaper from 'lucide-react/icons/gallery-vertical-end'
import Images from 'lucide-react/icons/images'
import { Suspense, useRef, useState, type ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { lazy } from '#ui/lazy.ts'

import { pickingMessages } from './picking.i18n.ts'

const PicturePicker = lazy(async () => (await import('./PicturePicker.tsx')).PicturePicker)

const icon = { 'aria-hidden': true, className: 'size-5.5 text-text-2', strokeWidth: 1.75 } as const

export interface AddPictureProps {
  onClose: () => void
  onFiles: (files: readonly Blob[]) => void
  /** The address of a picture of ours, and the publication that it was found in. */
  onPick: (url: string, postId: string | null) => void
  /** One file is enough. */
  isSingle?: boolean
}

export function AddPicture({ onClose, onFiles, onPick, isSingle = false }: AddPictureProps) {
  const m = useMessages(pickingMessages)
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<'feed' | 'mine' | null>(null)
  const take = (files: FileList | null) => {
    onClose()
    onFiles([...(files ?? [])])
  }
  const isTouch = matchMedia('(pointer: coarse)').matches
  return (
    <Dialog title={m.from} onClose={onClose}>
      <div className="grid grid-cols-2 gap-2.5">
        {isTouch && <Way icon={<Camera {...icon} />} label={m.camera} onPress={() => camera.current?.click()} />}
        <Way icon={<Folder {...icon} />} label={m.gallery} onPress={() => gallery.current?.click()} isFirst />
        <Way icon={<Images {...icon} />} label={m.mine} onPress={() => setSource('mine')} />
        <Way icon={<Newspaper {...icon} />} label={m.feed} onPress={() => setSource('feed')} />
      </div>
      <p className="mt-4 text-xs text-text-3">{m.paste}</p>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-label={m.camera}
        className="hidden"
        onChange={(event) => take(event.target.files)}
      />
      <input
        ref={gallery}
        type="file"
        accept={referenceTypes.join(',')}
        multiple={!isSingle}
        tabIndex={-1}
        aria-label={m.gallery}
        className="hidden"
        onChange={(event) => take(event.target.files)}
      />
      {source && (
        <Suspense>
          <PicturePicker
            source={source}
            onClose={() => setSource(null)}
            onPick={(url, postId) => {
              onClose()
              onPick(url, postId)
            }}
          />
        </Suspense>
      )}
    </Dialog>
  )
}

interface WayProps {
  icon: ReactNode
  label: string
  onPress: () => void
  isFirst?: boolean
}

function Way({ icon: mark, label, onPress, isFirst = false }: WayProps) {
  return (
    <button
      type="button"
      {...(isFirst && { 'data-autofocus': true })}
      onClick={onPress}
      className="grid min-h-24 content-center justify-items-center gap-2 rounded-md bg-surface-2 p-3 text-sm font-medium hover:bg-surface-3"
    >
      {mark}
      {label}
    </button>
  )
}
