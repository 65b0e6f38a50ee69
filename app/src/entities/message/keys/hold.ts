/** Why nothing is sent in a conversation until somebody decides (E2EE §6, §2.2). */

export interface SendHold {
  kind:
    /** Somebody's safety number has changed: « Envoyer quand même », or compare. */
    | 'key_changed'
    /** « {nom} apparaît dans la conversation sans invitation signée ». */
    | 'unsigned_member'
    /** Somebody has no key yet: it goes when they have one. */
    | 'no_recipient_key'
    /** What the server shows as somebody's key is not theirs, or an older one: nothing goes while it does. */
    | 'key_refused'
    /** The group's founder has not opened it yet. */
    | 'no_founder'
    | 'locked'
    | 'unbacked'
  userIds: readonly string[]
}

export class HoldError extends Error {
  override readonly name = 'HoldError'
  readonly hold: SendHold

  constructor(hold: SendHold) {
    super(`held: ${hold.kind}`)
    this.hold = hold
  }
}

const holds = new Map<string, SendHold>()
const listeners = new Set<() => void>()

export function holdOf(conversationId: string): SendHold | null {
  return holds.get(conversationId) ?? null
}

export function setHold(conversationId: string, hold: SendHold | null): void {
  if (hold === (holds.get(conversationId) ?? null)) return
  if (hold) holds.set(conversationId, hold)
  else holds.delete(conversationId)
  for (const notify of listeners) notify()
}

export function heldConversations(): string[] {
  return [...holds.keys()]
}

export function clearHolds(): void {
  holds.clear()
  for (const notify of listeners) notify()
}

export function watchHolds(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
