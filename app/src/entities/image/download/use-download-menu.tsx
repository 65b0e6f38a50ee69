/** The ways to save a picture: at once in a format, or with a choice of its size. */
import { Suspense, useState, type ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { lazy } from '#ui/lazy.ts'
import type { MenuItem } from '#ui/menu/Menu.tsx'

import type { StoredImage } from '../image-source.ts'
import { downloadFormats, type DownloadWish } from './download-image.ts'
import { downloadMessages } from './download.i18n.ts'

const DownloadDialog = lazy(async () => (await import('./DownloadDialog.tsx')).DownloadDialog)

interface Download {
  image: StoredImage
  /** Empty where it is not shown. */
  prompt: string
  download: (wish?: DownloadWish) => void
}

/** What the menu offers, and the dialog it may open, which stands where nothing lays out its parts. */
export function useDownloadMenu(wanted: Download): { items: readonly MenuItem[]; dialog: ReactNode } {
  const m = useMessages(downloadMessages)
  const [isChoosing, setChoosing] = useState(false)
  const items = [
    ...downloadFormats.map((format) => ({
      label: format.toUpperCase(),
      onPress: () => wanted.download({ format }),
    })),
    { label: m.choose, onPress: () => setChoosing(true) },
  ]
  const dialog = isChoosing && (
    <Suspense>
      <DownloadDialog {...wanted} onClose={() => setChoosing(false)} />
    </Suspense>
  )
  return { items, dialog }
}
