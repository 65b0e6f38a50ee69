/** A picture that has an address, on its way into a conversation: fetched here, sealed here. */
import { sendImage } from './send.ts'

/** @throws {ReferenceError} when it is no picture that can be sent; @throws {TypeError} without network */
export async function sendPicture(
  conversationId: string,
  url: string,
  manner: { text?: string; replyTo?: string } = {},
): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the picture answered ${response.status}`)
  await sendImage(conversationId, await response.blob(), manner)
}
