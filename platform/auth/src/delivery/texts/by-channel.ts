import type { TextSender } from '../delivery.ts'

/** A sender of one channel beside that of the other. */
export function sendByChannel(senders: { readonly sms: TextSender; readonly whatsapp: TextSender }): TextSender {
  return { sendText: (message) => senders[message.channel].sendText(message) }
}
