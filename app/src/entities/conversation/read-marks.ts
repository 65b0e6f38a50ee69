/**
 * How far this page knows one to have read, by conversation. What the server tells may have been asked for before it
 * heard of it: nobody's reading moves back.
 */
import { instantOf } from '#entities/conversation/message-row.ts'

import type { Conversation } from './conversation.ts'

const marks = new Map<string, string>()

/** False where one had read as far before. */
export function noteRead(userId: string, conversationId: string, instant: string): boolean {
  const key = `${userId} ${conversationId}`
  if ((marks.get(key) ?? '') >= instant) return false
  marks.set(key, instant)
  return true
}

export function withReadMark(userId: string, conversation: Conversation): Conversation {
  const { me, lastMessageAt } = conversation
  const mark = marks.get(`${userId} ${conversation.id}`) ?? ''
  if (mark <= (me.lastReadAt ?? '')) return conversation
  const isAll = lastMessageAt === null || instantOf(lastMessageAt) <= mark
  return { ...conversation, me: { ...me, lastReadAt: mark, unread: isAll ? 0 : me.unread } }
}
