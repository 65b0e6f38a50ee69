/** What this tab has read and verified of keys and epochs with its vault. */
import type { KeyCheck, KeyRow, Vault } from '#crypto/index.ts'

/** A vault together with what was verified in it. */
export interface SessionVault extends Vault {
  readonly ring: KeyRing
}

export interface CheckedKey {
  row: KeyRow
  check: KeyCheck
}

/** The last epoch that this device has verified. */
export interface Latest {
  epoch: number
  epochId: string
  members: readonly string[]
  createdAt: string
  /** Whether this device has its key. */
  isUsable: boolean
}

export interface Chain {
  latest: Latest | null
  /** Messages in the latest epoch, as far as is known; null before it was asked. */
  count: number | null
  isRead: boolean
  /** Epochs of messages that stayed closed although all was read: nothing is asked for them again until something changes. */
  missing: Set<string>
}

export class KeyRing {
  /** Other people's published keys, read once and held against the pins of this device. */
  readonly checked = new Map<string, Promise<CheckedKey | null>>()
  readonly chains = new Map<string, Promise<Chain>>()
  /** Of these, what is in memory already. */
  readonly settled = new WeakMap<Promise<Chain>, Chain>()
  readonly reading = new Map<string, Promise<Chain>>()
  /** Conversations whose next message needs another look at who takes part, and under which keys. */
  readonly #stale = new Set<string>()
  /** The account's own list of whom it knows: under way, or taken in. */
  takingPins: Promise<void> | undefined
  tellingPins: ReturnType<typeof setTimeout> | undefined

  /** The server says that this person has published another key. */
  forgetKeyOf(userId: string): void {
    this.checked.delete(userId)
  }

  /**
   * Something has changed on the server, in somebody's keys or on this device, or some time has passed: the next question
   * reads what is new, and what had no key here once more. An answer that was under way may still have been about before.
   */
  touchEpochs(conversationId: string): void {
    const held = this.chains.get(conversationId)
    void held?.then((chain) => {
      chain.isRead = false
      chain.missing = new Set()
      const isWanting = chain.latest?.isUsable === false && this.chains.get(conversationId) === held
      return isWanting && this.chains.delete(conversationId)
    })
  }

  /** This device was unlocked: what came before is asked for with its keys. */
  touchAllEpochs(): void {
    for (const conversationId of this.chains.keys()) this.touchEpochs(conversationId)
  }

  /** The server refused a message because of its epoch: members or keys are others than this device believes. */
  markStale(conversationId: string): void {
    this.#stale.add(conversationId)
  }

  isStale(conversationId: string): boolean {
    return this.#stale.has(conversationId)
  }

  /** Answers whether it was: whoever asks takes the look. */
  takeStale(conversationId: string): boolean {
    return this.#stale.delete(conversationId)
  }
}
