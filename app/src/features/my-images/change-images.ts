/** What changes one's own pictures: seen at once, taken back when the server refuses. */
import type { InfiniteData } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { saveStars } from '#entities/image/rating/save-stars.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { myImageKeys } from './my-images-queries.ts'
import { myImagesMessages } from './my-images.i18n.ts'
import type { MyImage } from './my-images.ts'

const undoMs = 6000

export async function rateImage(image: MyImage, stars: number | null): Promise<void> {
  patch((images) => images.map((other) => (other.id === image.id ? { ...other, stars } : other)))
  const saved = saveStars(image.id, stars)
  askAnew()
  if (await saved) return
  patch((images) => images.map((other) => (other.id === image.id ? { ...other, stars: image.stars } : other)))
}

/** An answer under way was asked for before, and would take it back: the same is asked for anew once all is saved. */
function askAnew(): void {
  for (const list of queryClient.getQueryCache().findAll({ queryKey: myImageKeys.lists, fetchStatus: 'fetching' })) {
    const { fetchMeta } = list.state
    // What fails is told by the list.
    list.fetch(undefined, { cancelRefetch: true, ...(fetchMeta && { meta: fetchMeta }) }).catch(() => undefined)
  }
}

/** Gone from the lists at once; brought back by « Annuler ». What is published stays, and that is said. */
export async function deleteImages(ids: readonly string[]): Promise<void> {
  const m = currentMessages(myImagesMessages)
  const doomed = new Set(ids)
  patch((images) => images.filter(({ id, postId }) => !doomed.has(id) || postId !== null))
  try {
    const outcomes = await callSignedIn('delete_my_images', { ids })
    const deleted = outcomes.filter(({ outcome }) => outcome === 'deleted').map(({ id }) => id)
    const kept = outcomes.length - deleted.length
    if (kept > 0) toast({ title: m.keptPublished(kept), description: m.keptPublishedText, duration: 8000 })
    if (deleted.length > 0) {
      const undo = { label: m.undo, onPress: () => void restoreImages(deleted) }
      toast({ title: m.deleted(deleted.length), action: undo, duration: undoMs })
    }
  } catch {
    toast({ title: m.deleteFailed, description: m.network, tone: 'danger' })
  }
  await refresh()
}

async function restoreImages(ids: readonly string[]): Promise<void> {
  const m = currentMessages(myImagesMessages)
  try {
    const back = await callSignedIn('restore_my_images', { ids })
    toast({ title: m.restored(back.length) })
  } catch {
    const retry = { label: m.retry, onPress: () => void restoreImages(ids) }
    toast({ title: m.restoreFailed, description: m.network, tone: 'danger', action: retry })
  }
  await refresh()
}

/** Reads the lists anew, as after a publication. */
export function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: myImageKeys.lists })
}

function patch(change: (images: MyImage[]) => MyImage[]): void {
  queryClient.setQueriesData<InfiniteData<MyImage[]>>(
    { queryKey: myImageKeys.lists },
    (data) => data && { ...data, pages: data.pages.map(change) },
  )
}
