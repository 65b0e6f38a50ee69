/** A picture that came in a message, kept among one's own. */
import { DataError } from '#data/rest.ts'
import { keepImage } from '#entities/image/kept/kept-images.ts'
import { hasVoice, type ThreadItem } from '#entities/message/message.ts'
import { readAttachment } from '#entities/message/thread/use-attachment.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { keepMessages } from './keep.i18n.ts'

/** What is to be looked at once, or to vanish, was sent so that it does not stay. */
export function isKeepable(item: ThreadItem): boolean {
  const { content } = item
  return (
    !item.isMine &&
    item.expiresAt === null &&
    content.kind === 'open' &&
    content.once === null &&
    content.attachments.length > 0 &&
    !hasVoice(item)
  )
}

export async function keepPicture(userId: string, item: ThreadItem, index: number): Promise<void> {
  const m = currentMessages(keepMessages)
  try {
    const file = await readAttachment(userId, item, index)
    await keepImage({ messageId: item.id, place: index, ...(await factsOf(item, index, file)) }, file)
    toast({
      title: m.kept,
      description: m.inTheClear,
      action: { label: m.see, onPress: () => openModal('images', { id: 'received' }) },
      duration: 8000,
    })
  } catch (error) {
    const hint = error instanceof DataError ? error.hint : undefined
    if (hint === 'too_many') toast({ tone: 'danger', title: m.tooMany, description: m.tooManyText })
    else if (hint === 'not_found') toast({ tone: 'danger', title: m.gone, description: m.goneText })
    else toast({ tone: 'danger', title: m.failed, description: m.failedText })
  }
}

/** Its size is what its sender says, where they say it. */
async function factsOf({ content }: ThreadItem, index: number, file: Blob) {
  const said = content.kind === 'open' ? content.attachments[index] : undefined
  const thumbhash = said?.th ?? null
  if (said?.w !== undefined && said.hgt !== undefined) return { width: said.w, height: said.hgt, thumbhash }
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height, thumbhash }
}
