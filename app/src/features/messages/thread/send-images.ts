import { aimAtConversation } from '#entities/conversation/send-target.ts'
/** Pictures on their way into a conversation: from the device, from one's own, or still to be created. */
import { openCreateForm } from '#entities/generation/create-intent.ts'
import { ReferenceError, type ReferenceProblem } from '#entities/image/reference-file.ts'
import { sendImage } from '#entities/message/send.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast.ts'

import { composerMessages } from './composer-messages.ts'

export async function sendImages(conversationId: string, files: readonly Blob[], replyTo?: string): Promise<void> {
  // One after the other: they stay in the order in which they were chosen.
  for (const file of files) await sendOne(conversationId, file, replyTo)
}

/** A picture of one's own, by its address. */
export async function sendPicture(conversationId: string, url: string, replyTo?: string): Promise<void> {
  const file = await fetchPicture(url)
  if (file) await sendOne(conversationId, file, replyTo)
}

/** The create form opens, and knows where its picture may go. */
export function createTogether(conversationId: string): void {
  aimAtConversation(conversationId)
  openCreateForm({})
  toast({ title: currentMessages(composerMessages).togetherHint })
}

async function sendOne(conversationId: string, file: Blob, replyTo: string | undefined): Promise<void> {
  try {
    await sendImage(conversationId, file, replyTo === undefined ? {} : { replyTo })
  } catch (error) {
    tell(error instanceof ReferenceError ? error.problem : 'damaged')
  }
}

async function fetchPicture(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url)
    if (response.ok) return await response.blob()
  } catch {
    // Told below.
  }
  tell('damaged')
  return null
}

function tell(problem: ReferenceProblem): void {
  const m = currentMessages(composerMessages)
  const words = { type: m.wrongType, bytes: m.tooLarge, pixels: m.tooLarge, damaged: m.damaged }
  toast({ tone: 'danger', title: words[problem] })
}
