/** What one can do with a picture of a conversation outside of it. */
import { openCreateForm } from '#entities/generation/create-intent.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { readAttachment } from '#entities/message/thread/use-attachment.ts'
import { currentMessages } from '#i18n/messages.ts'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { threadMessages } from '../../thread.i18n.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

/** Opens the create form with the picture in one of its slots: from there on it is not encrypted any more. */
export async function takeAsReference(userId: string, item: ThreadItem, index: number): Promise<void> {
  const file = await read(userId, item, index)
  if (!file) return
  openCreateForm({ references: { pictures: [{ file }], manner: 'add' } })
  toast({ title: currentMessages(threadMessages).leavesEncryption })
}

export async function saveAttachment(userId: string, item: ThreadItem, index: number): Promise<void> {
  const blob = await read(userId, item, index)
  if (!blob) return
  saveFile(blob, `cortexia-${item.id.slice(0, 8)}.${endings[blob.type] ?? 'bin'}`)
}

async function read(userId: string, item: ThreadItem, index: number): Promise<Blob | null> {
  try {
    return await readAttachment(userId, item, index)
  } catch {
    toast({ tone: 'danger', title: currentMessages(threadMessages).imageFailed })
    return null
  }
}
