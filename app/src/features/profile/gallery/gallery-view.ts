/** Whether galleries are shown as pictures alone or as a list, on this device. */
import { create } from 'zustand'

export type GalleryView = 'grid' | 'list'

const key = 'cortexia.gallery-view'
const useGallery = create<{ view: GalleryView }>()(() => ({ view: readStored() }))

export function useGalleryView(): GalleryView {
  return useGallery(({ view }) => view)
}

export function setGalleryView(view: GalleryView): void {
  useGallery.setState({ view })
  try {
    localStorage.setItem(key, view)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function readStored(): GalleryView {
  try {
    return localStorage.getItem(key) === 'list' ? 'list' : 'grid'
  } catch {
    return 'grid'
  }
}
