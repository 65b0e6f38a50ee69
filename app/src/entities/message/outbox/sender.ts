/** What one person sends: sealed with the keys of its conversation, posted, and told of. */
import type { SealedRow } from '#crypto/index.ts'
import { pauseAfter } from '#data/outbox/backoff.ts'
import { alone } from '#data/outbox/one-tab.ts'
import { queryClient } from '#data/query-client.ts'
import { conversationQueries, conversationOf } from '#entities/conversation/conversation-queries.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { asChange } from '../keys/epoch-members.ts'
import { epochAtHand, epochForSending } from '../keys/epochs.ts'
import { Holds } from '../keys/hold.ts'
import { KeyRing, type SessionVault } from '../keys/key-ring.ts'
import { HeldVault } from '../keys/vault.ts'
import { isAct, isQuiet, type Opened, type PendingMessage } from '../message.ts'
import type { Scope } from '../scope.ts'
import { eraseMessage } from './erase-message.ts'
import { FailedActs } from './failed-acts.ts'
import { keptOutboxOf } from './kept-outbox.ts'
import { Outbox, type Trouble } from './outbox.ts'
import { judgeTrouble, postRow } from './post-message.ts'
import { uploadFiles } from './send-files.ts'

export interface SenderEvents {
  onSent: (row: MessageRow, opened: Opened) => void
  onChange: (waiting: readonly PendingMessage[]) => void
}

export class Sender {
  readonly outbox: Outbox
  readonly #scope: Scope
  readonly #events: SenderEvents
  /** Sealed and not heard of yet: under which epoch. */
  readonly #sealed = new Map<string, string>()
  #vault: SessionVault | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(scope: Scope, events: SenderEvents) {
    this.#scope = scope
    this.#events = events
    this.outbox = this.#openOutbox()
    scope.over.addEventListener('abort', () => {
      clearTimeout(this.#retry)
      this.outbox.close()
    })
  }

  waitingFor(conversationId: string): PendingMessage[] {
    return this.outbox.waiting.filter((pending) => pending.conversationId === conversationId)
  }

  /** It does not go any more, whatever is under way. */
  async discard(id: string): Promise<void> {
    await this.outbox.discard(id)
    await this.#giveUp(id)
  }

  /** What was held may go now: if not, it is held again. */
  resume(conversationIds: readonly string[]): void {
    const holds = this.#scope.part(Holds)
    for (const id of conversationIds.filter((held) => holds.of(held))) {
      holds.set(id, null)
      void this.outbox.flush(id)
    }
  }

  /** Of a message that this tab is posting: the channel may bring it before the answer, and it need not be opened. */
  ownWords({ id, sender_id: sender }: MessageRow): Opened | undefined {
    const isOwn = sender === this.#scope.userId
    const pending = isOwn ? this.outbox.waiting.find((one) => one.id === id) : undefined
    return pending?.state === 'posting' ? { kind: 'open', body: pending.body } : undefined
  }

  #openOutbox(): Outbox {
    const { userId } = this.#scope
    return new Outbox({
      store: keptOutboxOf(userId),
      alone: (conversationId, work) => alone(`cortexia.send.${userId}.${conversationId}`, work),
      prepare: async (pending) => {
        if (pending.files.length === 0) return pending
        // Whoever has to decide first is asked before pictures are paid for.
        await this.#epochOf(pending.conversationId)
        return uploadFiles(await this.#openVault(), pending)
      },
      seal: (pending) => this.#seal(pending),
      post: postRow,
      judge: (error, conversationId) => this.#judge(error, conversationId),
      retryLater: (failures) => {
        clearTimeout(this.#retry)
        this.#retry = setTimeout(() => void this.outbox.flushAll(), pauseAfter(failures))
      },
      onSent: (row, { body }) => {
        this.#sealed.delete(row.id)
        this.#events.onSent(row, { kind: 'open', body })
        if (body.del !== undefined) eraseMessage(body.del)
      },
      onFailed: (pending) => {
        void this.#giveUp(pending.id)
        if (!isAct(pending.body) || !pending.failure) return
        this.#scope.part(FailedActs).emit(pending.failure, pending)
        void this.outbox.discard(pending.id)
      },
      onChange: (waiting) => this.#events.onChange(waiting),
    })
  }

  #judge(error: unknown, conversationId: string): Trouble {
    const trouble = judgeTrouble(error)
    if (trouble.kind === 'held') this.#scope.part(Holds).set(conversationId, trouble.hold)
    if (trouble.kind === 'stale') this.#scope.part(KeyRing).markStale(conversationId)
    return trouble
  }

  /** Mostly all is at hand that it takes: then the vault is asked before anything else is done. */
  async #seal({ id, conversationId, type, body }: PendingMessage): Promise<SealedRow> {
    const { userId } = this.#scope
    const known = queryClient.getQueryData(conversationQueries.one(userId, conversationId).queryKey)
    const atHand = this.#vault && known ? epochAtHand(this.#vault, known) : null
    const keys = (atHand === null ? undefined : this.#vault) ?? (await this.#openVault())
    const epochId = atHand ?? (await this.#epochOf(conversationId))
    this.#vault = keys
    const sealed = await keys.seal({ conversationId, epochId, id, type, body }).catch(async (error: unknown) => {
      this.#vault = undefined
      throw await asChange(error, keys, (await conversationOf(userId, conversationId))?.others ?? [])
    })
    this.#scope.part(Holds).set(conversationId, null)
    this.#sealed.set(id, epochId)
    return isQuiet(body) ? { ...sealed, metadata: Object.assign({ quiet: true }, sealed.metadata) } : sealed
  }

  /** @throws {HoldError} when somebody has to decide something first */
  async #epochOf(conversationId: string): Promise<string> {
    const readMembers = async (isChanged: boolean) => {
      const conversation = await conversationOf(this.#scope.userId, conversationId, isChanged)
      if (!conversation) throw new Error('There is no such conversation')
      return conversation
    }
    return epochForSending(await this.#openVault(), readMembers)
  }

  /** What is written next does not count on it. */
  async #giveUp(id: string): Promise<void> {
    const epochId = this.#sealed.get(id)
    if (this.#sealed.delete(id) && epochId !== undefined) await (await this.#openVault()).giveUp(epochId, id)
  }

  #openVault(): Promise<SessionVault> {
    return this.#scope.part(HeldVault).open()
  }
}
