/** Why nothing is sent in a conversation until somebody decides (E2EE §6, §2.2). */
import { createStore } from 'zustand/vanilla'

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
    /** This device has no keys, or nobody has them from it yet. */
    | 'locked'
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

/** By conversation. */
export class Holds {
  readonly store = createStore<ReadonlyMap<string, SendHold>>()(() => new Map())

  of(conversationId: string): SendHold | null {
    return this.store.getState().get(conversationId) ?? null
  }

  set(conversationId: string, hold: SendHold | null): void {
    if (hold === this.of(conversationId)) return
    const holds = new Map(this.store.getState())
    if (hold) holds.set(conversationId, hold)
    else holds.delete(conversationId)
    this.store.setState(holds, true)
  }

  get conversations(): string[] {
    return [...this.store.getState().keys()]
  }
}
