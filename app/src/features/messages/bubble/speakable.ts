import type { ThreadItem } from '#entities/message/message.ts'

/** It has left this device, or come to it. */
export function isThere({ state }: ThreadItem): boolean {
  return state === 'sent' || state === 'read' || state === 'received'
}

/** It can be answered, reacted to, changed or taken back. */
export function isSpeakable(item: ThreadItem, mayWrite: boolean): boolean {
  return mayWrite && isThere(item) && item.content.kind !== 'deleted'
}
