/**
 * What the private channel says of messages, for everybody in this tab who listens, and the window's own events
 * (spec §7), which carry ids only. Hints that may be lost: `joined` means that rows have to be read again.
 */
import * as v from 'valibot'

import { listenToOwn } from '#data/channels/own-channel.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

const RowNews = v.looseObject({
  id: v.string(),
  conversation_id: v.string(),
  sender_id: v.optional(v.string()),
  encrypted_content: v.optional(v.string()),
})
const ReadNews = v.object({
  conversation_id: v.string(),
  user_id: v.string(),
  up_to: v.optional(v.string()),
  /** Read one by one, by hand (spec §7). */
  message_ids: v.optional(v.array(v.string())),
})
const ConversationNews = v.looseObject({ conversation_id: v.string() })
const KeyNews = v.object({ user_id: v.string() })

export type FeedNews =
  /** `row` is null where it is too large for the channel. */
  | { type: 'message'; id: string; conversationId: string; row: MessageRow | null }
  | { type: 'read'; conversationId: string; userId: string; upTo: string | null; messageIds: readonly string[] }
  | { type: 'conversation'; conversationId: string }
  | { type: 'keys'; userId: string }
  | { type: 'joined'; isAgain: boolean }
  | { type: 'lost' }

type Listener = (news: FeedNews) => void

interface Feed {
  userId: string
  isJoined: boolean
  stop: () => void
}

const listeners = new Set<Listener>()
let feed: Feed | undefined

/** Answers the way to stop. Whoever comes while the channel stands is told so. */
export function watchMessages(userId: string, listener: Listener): () => void {
  listeners.add(listener)
  if (feed?.userId !== userId) {
    feed?.stop()
    feed = openFeed(userId)
  } else if (feed.isJoined) {
    listener({ type: 'joined', isAgain: false })
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    feed?.stop()
    feed = undefined
  }
}

function tell(news: FeedNews): void {
  for (const listener of listeners) listener(news)
}

function openFeed(userId: string): Feed {
  let wasJoined = false
  const opened: Feed = { userId, isJoined: false, stop: () => stops.forEach((stop) => stop()) }
  const nothing = () => undefined
  const on = (event: string, receive: (payload: unknown) => void) =>
    listenToOwn(userId, { event, onEvent: receive, onJoined: nothing, onLost: nothing })
  const stops = [
    on('message_read', (payload) => {
      const { success, output } = v.safeParse(ReadNews, payload)
      if (!success) return
      const {
        conversation_id: conversationId,
        user_id: reader,
        up_to: upTo = null,
        message_ids: messageIds = [],
      } = output
      tell({ type: 'read', conversationId, userId: reader, upTo, messageIds })
    }),
    on('conversation', (payload) => {
      const { success, output } = v.safeParse(ConversationNews, payload)
      if (success) tell({ type: 'conversation', conversationId: output.conversation_id })
    }),
    on('keys', (payload) => {
      const { success, output } = v.safeParse(KeyNews, payload)
      if (success) tell({ type: 'keys', userId: output.user_id })
    }),
    listenToOwn(userId, {
      event: 'message',
      onEvent: (payload) => receiveRow(userId, payload),
      onJoined: () => {
        opened.isJoined = true
        tell({ type: 'joined', isAgain: wasJoined })
        wasJoined = true
      },
      onLost: () => {
        opened.isJoined = false
        tell({ type: 'lost' })
      },
    }),
  ]
  return opened
}

function receiveRow(userId: string, payload: unknown): void {
  const { success, output } = v.safeParse(RowNews, payload)
  if (!success) return
  const { id, conversation_id: conversationId, sender_id: sender } = output
  const row = typeof output.encrypted_content === 'string' ? (output as unknown as MessageRow) : null
  tell({ type: 'message', id, conversationId, row })
  if (sender === userId) return
  dispatchEvent(new CustomEvent('new-message', { detail: { conversation_id: conversationId, message_id: id } }))
}

/** Read here: for other parts of this page, and for whatever shares it. */
export function tellRead(conversationId: string, upTo: string): void {
  dispatchEvent(new CustomEvent('message-read', { detail: { conversation_id: conversationId, up_to: upTo } }))
}
