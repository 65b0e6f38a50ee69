/** Pictures on their way into a conversation: from the device, from one's own, or still to be created. */
import { openCreateForm } from '#entities/generation/create-intent.ts'
import { ReferenceError, type ReferenceProblem } from '#entities/image/picking/reference-file.ts'
import { sendPicture } from '#entities/message/send.ts'
import { sendImage } from '#entities/message/send.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { onceMessages } from '../../once/once.i18n.ts'
import { composerMessages } from './composer.i18n.ts'

export async function sendImages(conversationId: string, files: readonly Blob[], replyTo?: string): Promise<void> {
  // One after the other: they stay in the order in which they were chosen.
  for (const file of files) {
    await orTell(async () => {
      await sendImage(conversationId, file, answering(replyTo))
    })
  }
}

/** One picture, which the other one looks at once: what that can promise is said with it. */
export function sendOnce(conversationId: string, file: Blob, replyTo?: string): Promise<void> {
  return orTell(async () => {
    await sendImage(conversationId, file, { ...answering(replyTo), once: true })
    toast({ title: currentMessages(onceMessages).promise, duration: 8000 })
  })
}

/** A picture of one's own, by its address. */
export function sendOwnPicture(conversationId: string, url: string, replyTo?: string): Promise<void> {
  return orTell(() => sendPicture(conversationId, url, answering(replyTo)))
}

/** The create form opens over the conversation: what it makes can be sent into it. */
export function createTogether(): void {
  openCreateForm({})
  toast({ title: currentMessages(composerMessages).togetherHint })
}

async function orTell(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    tell(error instanceof ReferenceError ? error.problem : 'damaged')
  }
}

function answering(replyTo: string | undefined): { replyTo?: string } {
  return replyTo === undefined ? {} : { replyTo }
}

function tell(problem: ReferenceProblem): void {
  const m = currentMessages(composerMessages)
  const words = { type: m.wrongType, bytes: m.tooLarge, pixels: m.tooLarge, damaged: m.damaged }
  toast({ tone: 'danger', title: words[problem] })
}
