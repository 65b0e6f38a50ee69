/** « Agrandir ×2 »: a larger copy among one's own images, at no cost. */
import { maxUpscaledSide } from '@product/contract'

import { queryClient } from '#data/query-client.ts'
import { enlargeImage } from '#entities/intelligence/intelligence-api.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { dismissToast, toast } from '#ui/toast/toast.ts'

import { enlargeMessages } from './enlarge.i18n.ts'
import { whyNotEnlarged } from './why-not-enlarged.ts'

export function canEnlarge({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) < maxUpscaledSide
}

const showImages = () => openModal('images', { post: undefined })

/** Says how it goes and where the copy is; `onSee` shows it there. */
export async function enlarge(imageId: string, onSee = showImages): Promise<void> {
  const m = currentMessages(enlargeMessages)
  const waiting = toast({ title: m.busy, duration: 60_000 })
  try {
    const image = await enlargeImage(imageId)
    await queryClient.invalidateQueries({ queryKey: ['my-images'] })
    const see = { label: m.see, onPress: onSee }
    toast(image === null ? { title: m.largest } : { title: m.done(image.width, image.height), action: see })
  } catch (error) {
    toast({ title: m.failed, description: whyNotEnlarged(error), tone: 'danger' })
  } finally {
    dismissToast(waiting)
  }
}
