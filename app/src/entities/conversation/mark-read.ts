/** How far one has read: at once on the screen, sent when it can be, and only forwards. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { getSession } from '#data/session.ts'
import { instantOf } from '#entities/conversation/message-row.ts'

import { patchConversation } from './conversation-queries.ts'
import { tellRead } from './message-feed.ts'
import { noteRead, withReadMark } from './read-marks.ts'

interface ReadMark {
  conversation: string
  upTo: string
}

/** The name under which unsent marks are kept on the device: it does not change. */
const kind = 'message.read'

registerWrite<ReadMark>(kind, {
  send: async ({ conversation, upTo }) => {
    await callSignedIn('mark_read', { conversation, up_to: upTo })
    tellRead(conversation, upTo)
  },
  // Refused where one takes no part any more: nothing to take back.
  undo: () => undefined,
})

const leaving = new Set<string>()

/** Whoever is about to leave marks nothing any more: it would be refused. Answers the way back. */
export function readNoMore(conversationId: string): () => void {
  leaving.add(conversationId)
  return () => leaving.delete(conversationId)
}

/** `upTo`: the `at` of the newest message that was really seen (SCREENS §3.10, the read rule). */
export function markRead(conversationId: string, upTo: string): void {
  const session = getSession()
  if (session.status !== 'signed-in' || leaving.has(conversationId)) return
  const instant = instantOf(upTo)
  const { id: userId } = session.user
  if (!noteRead(userId, conversationId, instant)) return
  patchConversation(userId, conversationId, (conversation) => withReadMark(userId, conversation))
  enqueueWrite(kind, { conversation: conversationId, upTo: instant } satisfies ReadMark, { key: conversationId })
}
