/** « Agrandir ×2 »: a larger copy among one's own images, at no cost. */
import { maxUpscaledSide } from '@product/contract'

import { queryClient } from '#data/query-client.ts'
import { enlargeImage } from '#entities/intelligence/intelligence-api.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { dismissToast, toast } from '#ui/toast/toast.ts'

export const enlargeMessages = defineMessages({
  fr: {
    action: 'Agrandir ×2 · gratuit',
    busy: 'Agrandissement…',
    done: (width: number, height: number) => `Image agrandie : ${width} × ${height}`,
    see: 'Voir dans « Mes images »',
    largest: 'Cette image a déjà la plus grande taille.',
    failed: 'L’image n’a pas pu être agrandie',
    retry: 'Réessayez dans un instant.',
  },
  en: {
    action: 'Enlarge ×2 · free',
    busy: 'Enlarging…',
    done: (width: number, height: number) => `Image enlarged: ${width} × ${height}`,
    see: 'See in “My images”',
    largest: 'This image already has the largest size.',
    failed: 'The image could not be enlarged',
    retry: 'Try again in a moment.',
  },
})

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
  } catch {
    toast({ title: m.failed, description: m.retry, tone: 'danger' })
  } finally {
    dismissToast(waiting)
  }
}
