/** What one can do with a picture of a conversation outside of it. */
import { openCreateForm } from '#entities/generation/create-intent.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { readAttachment } from '#entities/message/thread/use-attachment.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { threadMessages } from '../thread.i18n.ts'

/** As long as the browser takes to save it. */
const addressLifeMs = 60_000

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
  const link = document.createElement('a')
  link.href = lendAddress(blob)
  link.download = `cortexia-${item.id.slice(0, 8)}.${endings[blob.type] ?? 'bin'}`
  link.click()
}

function lendAddress(blob: Blob): string {
  const url = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(url), addressLifeMs)
  return url
}

async function read(userId: string, item: ThreadItem, index: number): Promise<Blob | null> {
  try {
    return await readAttachment(userId, item, index)
  } catch {
    toast({ tone: 'danger', title: currentMessages(threadMessages).imageFailed })
    return null
  }
}
