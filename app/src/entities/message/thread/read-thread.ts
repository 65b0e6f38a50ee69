/** Pages of a thread by keyset (spec §7: the latest 50, newest first). */
import { read } from '#data/wire.ts'
import { instantOf, type MessageRow } from '#entities/conversation/message-row.ts'

export const threadPage = 50
const catchUpPage = 200
/** A row may be committed after one that bears a later time (RELIABILITY §2). */
const overlapMs = 60_000

interface Place {
  created_at: string
  id: string
}

/** Newest first; those before `before` where it is given. */
export function readPage(conversationId: string, before?: Place): Promise<MessageRow[]> {
  return read('encrypted_messages', '*', {
    conversation_id: `eq.${conversationId}`,
    ...(before && {
      or: `(created_at.lt.${before.created_at},and(created_at.eq.${before.created_at},id.lt.${before.id}))`,
    }),
    order: 'created_at.desc,id.desc',
    limit: threadPage,
  })
}

/** Whatever came since, and a little from before. Pages come one by one: a long absence fills the thread as it is read. */
export async function* readSince(conversationId: string, newest: string): AsyncGenerator<MessageRow[], void> {
  let after: Place | null = null
  const since = new Date(new Date(newest).getTime() - overlapMs).toISOString()
  for (;;) {
    const beyond: string | null =
      after && `(created_at.gt.${after.created_at},and(created_at.eq.${after.created_at},id.gt.${after.id}))`
    const rows: MessageRow[] = await read('encrypted_messages', '*', {
      conversation_id: `eq.${conversationId}`,
      ...(beyond === null ? { created_at: `gte.${since}` } : { or: beyond }),
      order: 'created_at.asc,id.asc',
      limit: catchUpPage,
    })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < catchUpPage) return
    after = { created_at: instantOf(last.created_at), id: last.id }
  }
}
