/** After the signed word that a message is gone, what the server holds of it goes too. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'

/** The name under which unsent erasures are kept on the device: it does not change. */
const kind = 'message.erase'

registerWrite<{ message: string }>(kind, {
  send: async ({ message }) => await callSignedIn('erase_message', { message }),
  // Members have read that it is deleted, and show nothing of it.
  undo: () => undefined,
})

export function eraseMessage(id: string): void {
  enqueueWrite(kind, { message: id }, { key: id })
}
