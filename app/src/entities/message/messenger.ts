/**
 * One person's messages in this tab: the outbox, the threads that are open or were a moment ago, and what the channel,
 * the other tabs and the keys say. Begins with the first question and ends with the session.
 */
import type { SealedRow, Vault } from '#crypto/index.ts'
import { isOnline, watchNetwork } from '#data/network.ts'
import { queryClient, readAnew } from '#data/query-client.ts'
import { getSession, watchSession } from '#data/session.ts'
import {
  conversationKeys,
  conversationQueries,
  refreshConversation,
} from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { watchMessages, type FeedNews } from '#entities/conversation/message-feed.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { forgetConversation, forgetOlder } from './forget-conversation.ts'
import { forgetKeyOf, forgetKeys } from './keys/contact-keys.ts'
import { asChange } from './keys/epoch-members.ts'
import { epochAtHand, epochForSending, forgetEpochs, touchAllEpochs, touchEpochs } from './keys/epochs.ts'
import { holdAhead, holdWhereNeeded } from './keys/hold-ahead.ts'
import { clearHolds, heldConversations, holdOf, setHold } from './keys/hold.ts'
import { isOpenable, refreshVault, vaultOf, vaultState, watchVault } from './keys/vault.ts'
import { isAct, type Opened, type PendingMessage } from './message.ts'
import { noteAllOpened, noteHidden } from './note-all-opened.ts'
import { pauseAfter, tellConnected, tellLost } from './outbox/connection.ts'
import { eraseMessage } from './outbox/erase-message.ts'
import { tellFailure } from './outbox/failed-acts.ts'
import { keptOutboxOf } from './outbox/kept-outbox.ts'
import { alone } from './outbox/one-tab.ts'
import { Outbox } from './outbox/outbox.ts'
import { judgeTrouble, postRow, readRow } from './outbox/post-message.ts'
import { uploadFiles } from './outbox/send-files.ts'
import { openOtherTabs, type OtherTabs, type TabNews } from './outbox/tab-news.ts'
import { keepDraft } from './previews/drafts.ts'
import { listLatest } from './previews/list-latest.ts'
import { forgetPreviews } from './previews/previews.ts'
import { forgetIndex } from './search/search-index.ts'
import { LiveThread } from './thread/live-thread.ts'

const keptThreads = 20
let current: Messenger | undefined

/** @throws {Error} 'Utilisateur non connecté' (spec §8) */
export function messenger(): Messenger {
  const session = getSession()
  if (session.status !== 'signed-in') throw new Error('Utilisateur non connecté')
  return messengerOf(session.user.id)
}

export function messengerOf(userId: string): Messenger {
  if (current?.userId !== userId) {
    current?.close()
    current = new Messenger(userId)
  }
  return current
}

/** With the session, in every tab: nothing that was opened stays in memory. */
export function closeMessenger(): void {
  current?.close()
  current = undefined
  forgetPreviews()
  forgetIndex()
}

watchSession(() => {
  const session = getSession()
  if (current && (session.status !== 'signed-in' || session.user.id !== current.userId)) closeMessenger()
})

export class Messenger {
  readonly userId: string
  readonly outbox: Outbox
  readonly #threads = new Map<string, LiveThread>()
  readonly #tabs: OtherTabs
  readonly #over = new AbortController()
  readonly #stops: (() => void)[]
  /** Sealed and not heard of yet: under which epoch. */
  readonly #sealed = new Map<string, string>()
  #vault: Vault | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #told = ''

  constructor(userId: string) {
    this.userId = userId
    this.#tabs = openOtherTabs(userId, (news) => this.#onTab(news))
    this.outbox = this.#openOutbox()
    tellLost()
    const onVisible = () => document.visibilityState === 'visible' && this.#lookAgain()
    document.addEventListener('visibilitychange', onVisible)
    this.#stops = [
      watchMessages(userId, (news) => this.#onNews(news)),
      watchVault(() => this.keysChanged()),
      watchNetwork(() => isOnline() && this.#lookAgain()),
      () => document.removeEventListener('visibilitychange', onVisible),
    ]
    void this.outbox.flushAll()
  }

  /** From the cache, which the channel keeps true, unless it is said to have changed. */
  conversation(id: string, isChanged = false): Promise<Conversation | null> {
    const one = conversationQueries.one(this.userId, id)
    return isChanged ? queryClient.fetchQuery({ ...one, staleTime: 0 }) : queryClient.ensureQueryData(one)
  }

  thread(conversationId: string): LiveThread {
    const known = this.#threads.get(conversationId)
    if (known) return known
    const thread = this.#openThread(conversationId)
    this.#threads.set(conversationId, thread)
    const spare = [...this.#threads].find(([, other]) => !other.isWatched && other !== thread)
    if (this.#threads.size > keptThreads && spare) {
      spare[1].close()
      this.#threads.delete(spare[0])
    }
    return thread
  }

  /** On this device, in all its tabs. */
  hide(conversationId: string, id: string): void {
    this.thread(conversationId).hide(id)
    noteHidden(this.userId, id)
    this.#tabs.tell({ type: 'hidden', conversationId, id })
  }

  /** It does not go any more, whatever is under way. */
  async discard(id: string): Promise<void> {
    await this.outbox.discard(id)
    await this.#giveUp(id)
  }

  /** Left, or deleted for oneself: what this device holds of it goes. With `isOwnAct`, what was not sent yet as well. */
  async forget(conversationId: string, { isOwnAct }: { isOwnAct: boolean }): Promise<void> {
    if (isOwnAct) {
      keepDraft(conversationId, '')
      await Promise.all(this.#pendingOf(conversationId).map(({ id }) => this.discard(id)))
    }
    await Promise.all([this.thread(conversationId).forget(), forgetConversation(this.userId, conversationId)])
  }

  /** What was held may go now: if not, it is held again. */
  resume(conversationIds: readonly string[]): void {
    for (const id of conversationIds.filter((held) => holdOf(held))) {
      setHold(id, null)
      void this.outbox.flush(id)
    }
  }

  /** One's own, or what one thinks of somebody's: what was closed is tried again, and what was held may go. */
  keysChanged(): void {
    touchAllEpochs()
    for (const [id, thread] of this.#threads) {
      thread.keysChanged()
      void this.#lookAtKeys(id)
    }
    this.resume(heldConversations())
  }

  close(): void {
    this.#stops.forEach((stop) => stop())
    clearTimeout(this.#retry)
    this.outbox.close()
    this.#tabs.close()
    this.#over.abort()
    for (const thread of this.#threads.values()) thread.close()
    forgetEpochs()
    forgetKeys()
    clearHolds()
  }

  #openThread(conversationId: string): LiveThread {
    const { userId } = this
    const thread = new LiveThread({
      userId,
      conversationId,
      vault: () => vaultOf(userId),
      conversation: () => this.conversation(conversationId),
      onOpened: (rows, opened) => noteAllOpened(this.userId, rows, opened),
    })
    thread.receivePending(this.#pendingOf(conversationId))
    void this.#lookAtKeys(conversationId)
    return thread
  }

  #openOutbox(): Outbox {
    const vault = (): Promise<Vault> => vaultOf(this.userId)
    return new Outbox({
      store: keptOutboxOf(this.userId),
      alone: (conversationId, work) => alone(`cortexia.send.${this.userId}.${conversationId}`, work),
      prepare: async (pending) => {
        if (pending.files.length === 0) return pending
        // Whoever has to decide first is asked before pictures are paid for.
        await this.#epochOf(pending.conversationId)
        return uploadFiles(await vault(), pending)
      },
      seal: (pending) => this.#seal(pending),
      post: postRow,
      judge: judgeTrouble,
      retryLater: (failures) => {
        clearTimeout(this.#retry)
        this.#retry = setTimeout(() => void this.outbox.flushAll(), pauseAfter(failures))
      },
      onSent: (row, { body }) => {
        this.#sealed.delete(row.id)
        const opened: Opened = { kind: 'open', body }
        this.#receive(row, opened)
        noteAllOpened(this.userId, [row], [[row.id, opened]])
        if (body.del !== undefined) eraseMessage(body.del)
        this.#tabs.tell({ type: 'sent', row, opened })
      },
      onFailed: (pending) => {
        void this.#giveUp(pending.id)
        if (!isAct(pending.body) || !pending.failure) return
        tellFailure(pending.failure, pending)
        void this.outbox.discard(pending.id)
      },
      onChange: (waiting) => this.#onOutbox(waiting),
    })
  }

  /** Mostly all is at hand that it takes: then the vault is asked before anything else is done. */
  async #seal({ id, conversationId, type, body }: PendingMessage): Promise<SealedRow> {
    const known = queryClient.getQueryData(conversationQueries.one(this.userId, conversationId).queryKey)
    const atHand = this.#vault && known ? epochAtHand(this.#vault, known) : null
    const keys = (atHand === null ? undefined : this.#vault) ?? (await vaultOf(this.userId))
    const epochId = atHand ?? (await this.#epochOf(conversationId))
    this.#vault = keys
    const sealed = await keys.seal({ conversationId, epochId, id, type, body }).catch(async (error: unknown) => {
      this.#vault = undefined
      throw await asChange(error, keys, (await this.conversation(conversationId))?.others ?? [])
    })
    setHold(conversationId, null)
    this.#sealed.set(id, epochId)
    return sealed
  }

  /** @throws {HoldError} when somebody has to decide something first */
  async #epochOf(conversationId: string): Promise<string> {
    const readMembers = async (isChanged: boolean) => {
      const conversation = await this.conversation(conversationId, isChanged)
      if (!conversation) throw new Error('There is no such conversation')
      return conversation
    }
    return epochForSending(await vaultOf(this.userId), readMembers)
  }

  /** What is written next does not count on it. */
  async #giveUp(id: string): Promise<void> {
    const epochId = this.#sealed.get(id)
    if (this.#sealed.delete(id) && epochId !== undefined) await (await vaultOf(this.userId)).giveUp(epochId, id)
  }

  #pendingOf(conversationId: string): PendingMessage[] {
    return this.outbox.waiting.filter((pending) => pending.conversationId === conversationId)
  }

  #onOutbox(waiting: readonly PendingMessage[]): void {
    for (const [id, thread] of this.#threads) thread.receivePending(this.#pendingOf(id))
    // Others look at what is kept; that this tab is sealing or posting is its own affair.
    const told = waiting.map(({ id, state }) => `${id} ${state === 'failed'}`).join()
    if (told === this.#told) return
    this.#told = told
    this.#tabs.tell({ type: 'outbox' })
  }

  #receive(row: MessageRow, opened?: Opened): void {
    this.#threads.get(row.conversation_id)?.receiveRows([row], opened && [[row.id, opened]])
    listLatest(this.userId, row)
  }

  /** Of a message that this tab is posting: the channel may bring it before the answer, and it need not be opened. */
  #ownWords({ id, sender_id: sender }: MessageRow): Opened | undefined {
    const pending = sender === this.userId ? this.outbox.waiting.find((one) => one.id === id) : undefined
    return pending?.state === 'posting' ? { kind: 'open', body: pending.body } : undefined
  }

  #onTab(news: TabNews): void {
    if (news.type === 'sent') return this.#receive(news.row, news.opened)
    if (news.type === 'outbox') return void this.outbox.reload()
    this.#threads.get(news.conversationId)?.receiveHidden(news.id)
    return noteHidden(this.userId, news.id)
  }

  #onNews(news: FeedNews): void {
    switch (news.type) {
      case 'message':
        if (news.row) return this.#receive(news.row, this.#ownWords(news.row))
        void readRow(news.id)
          .then((row) => row && this.#receive(row))
          .catch(() => undefined)
        return
      case 'read':
        this.#threads.get(news.conversationId)?.receiveRead(news)
        if (news.userId === this.userId) void refreshConversation(this.userId, news.conversationId)
        return
      case 'conversation':
        touchEpochs(news.conversationId)
        void this.#onConversation(news.conversationId)
        return
      case 'keys':
        forgetKeyOf(news.userId)
        // Renewed on another device: this one has to be unlocked anew.
        if (news.userId === this.userId) void refreshVault(this.userId).catch(() => undefined)
        return this.keysChanged()
      case 'joined':
        tellConnected()
        touchAllEpochs()
        // Keys may have been renewed elsewhere meanwhile.
        if (news.isAgain) void refreshVault(this.userId).catch(() => undefined)
        this.#hearAgain()
        return this.#lookAgain()
      default:
        tellLost()
    }
  }

  /** Until the channel stood, for the first time too, nobody told who has read how far and who takes part; no row does. */
  #hearAgain(): void {
    void readAnew(conversationKeys.all(this.userId))
    for (const [id, thread] of this.#threads) if (thread.isWatched) void this.#onConversation(id)
  }

  async #onConversation(id: string): Promise<void> {
    await refreshConversation(this.userId, id)
    const conversation = await this.conversation(id, true).catch(() => undefined)
    if (conversation === null) return this.forget(id, { isOwnAct: false })
    const thread = this.#threads.get(id)
    await thread?.receiveMembers()
    if (conversation) await forgetOlder(this.userId, conversation)
    await thread?.lookBack()
    this.resume([id])
    // What was held for who takes part, and how, is looked at anew.
    if (thread) await this.#lookAtKeys(id)
  }

  /** Whoever has another safety number, or was let in by nobody, is asked about before anything is written, not after. */
  #lookAtKeys(conversationId: string): Promise<void> {
    const look = async () => {
      const vault = await vaultOf(this.userId)
      const conversation = await this.conversation(conversationId)
      return isOpenable(vaultState()) && conversation ? holdAhead(vault, conversation) : null
    }
    return holdWhereNeeded(conversationId, look, this.#over.signal)
  }

  #lookAgain(): void {
    for (const thread of this.#threads.values()) if (thread.isWatched) void thread.catchUp()
    void this.outbox.flushAll()
  }
}
