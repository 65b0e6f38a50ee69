/** What the tabs of a device tell each other of one person's messages. */
import type { MessageRow } from '#entities/conversation/message-row.ts'

import type { Opened } from '../message.ts'

export type TabNews =
  | { type: 'outbox' }
  | { type: 'sent'; row: MessageRow; opened: Opened }
  | { type: 'hidden'; conversationId: string; id: string }

export interface OtherTabs {
  tell: (news: TabNews) => void
  close: () => void
}

export function openOtherTabs(userId: string, receive: (news: TabNews) => void): OtherTabs {
  const channel = new BroadcastChannel(`cortexia.messages.${userId}`)
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => receive(data))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  }
}
