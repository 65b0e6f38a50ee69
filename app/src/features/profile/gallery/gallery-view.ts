/** Whether galleries are shown as pictures alone or as a list, on this device. */
import { useSyncExternalStore } from 'react'

export type GalleryView = 'grid' | 'list'

const key = 'cortexia.gallery-view'
const listeners = new Set<() => void>()
let view: GalleryView | undefined

export function useGalleryView(): GalleryView {
  return useSyncExternalStore(watch, read)
}

export function setGalleryView(next: GalleryView): void {
  view = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const notify of listeners) notify()
}

function read(): GalleryView {
  if (view === undefined) {
    try {
      view = localStorage.getItem(key) === 'list' ? 'list' : 'grid'
    } catch {
      view = 'grid'
    }
  }
  return view
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
