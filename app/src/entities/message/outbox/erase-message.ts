/** After the signed word that a message is gone, or was looked at once, what the server holds of it goes too. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { supabase } from '#data/supabase.ts'

import { asDataError } from './send-files.ts'

/** The name under which unsent erasures are kept on the device: it does not change. */
const kind = 'message.erase'

interface Erasure {
  message: string
  /** Its files, where they are not to wait for the server's next round. */
  paths?: readonly string[]
}

registerWrite<Erasure>(kind, {
  send: async ({ message, paths = [] }) => {
    if (paths.length > 0) unwrapStored(await (await supabase()).storage.from('dm-blobs').remove([...paths]))
    await callSignedIn('erase_message', { message })
  },
  // Members have read that it is deleted, and show nothing of it.
  undo: () => undefined,
})

export function eraseMessage(id: string, paths: readonly string[] = []): void {
  enqueueWrite(kind, { message: id, paths } satisfies Erasure, { key: id })
}

function unwrapStored({ error }: { error: Error | null }): void {
  if (error) throw asDataError(error)
}
