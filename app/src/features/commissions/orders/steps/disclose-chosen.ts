import { MessageClosed, type StepDetails } from './use-step.ts'

/** In place of the messages that were chosen, each as its own device can show it: with its key and what proves it (E2EE §12). */
export async function discloseChosen(details: StepDetails): Promise<StepDetails> {
  const { messages: ids, ...others } = details as { messages?: readonly string[] }
  if (!ids || ids.length === 0) return others
  const { discloseMessage } = await import('#entities/message/disclose-message.ts')
  const messages = await Promise.all(ids.map((id) => discloseMessage(id)))
  if (messages.includes(null)) throw new MessageClosed()
  return { ...others, messages } as unknown as StepDetails
}
