/**
 * One person's messages in this tab: the threads that are open or were a moment ago, and what the channel, the other
 * tabs, the outbox and the keys say. Begins with the first question and ends with the session.
 */
import { noteUsefulAct } from '#data/device/install-acts.ts'
import { reportWaiting } from '#data/outbox/outbox-status.ts'
import { readAnew } from '#data/query-client.ts'
import { whenBack } from '#data/reach/coming-back.ts'
import { conversationKeys, conversationOf, refreshConversation } from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { watchMessages, type FeedNews } from '#entities/conversation/message-feed.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { forgetConversation, forgetOlder } from './forget-conversation.ts'
import { holdAhead, holdWhereNeeded } from './keys/hold-ahead.ts'
import { Holds, type SendHold } from './keys/hold.ts'
import { KeyRing } from './keys/key-ring.ts'
import { HeldVault, isOpenable } from './keys/vault.ts'
import type { Opened, PendingMessage } from './message.ts'
import { noteAllOpened, noteHidden } from './note-all-opened.ts'
import { ConnectionWatch } from './outbox/connection.ts'
import type { Outbox } from './outbox/outbox.ts'
import { readRow } from './outbox/post-message.ts'
import { Sender } from './outbox/sender.ts'
import { openOtherTabs, type OtherTabs, type TabNews } from './outbox/tab-news.ts'
import { Drafts } from './previews/drafts.ts'
import { listLatest } from './previews/list-latest.ts'
import { ownScope, scopeOf, type Scope } from './scope.ts'
import { LiveThread } from './thread/live-thread.ts'

const keptThreads = 20

/** @throws {Error} 'Utilisateur non connecté' (spec §8) */
export function messenger(): Messenger {
  return ownScope().part(Messenger)
}

export function messengerOf(userId: string): Messenger {
  return scopeOf(userId).part(Messenger)
}

export class Messenger {
  readonly userId: string
  readonly #scope: Scope
  readonly #sender: Sender
  readonly #tabs: OtherTabs
  readonly #threads = new Map<string, LiveThread>()
  #told = ''

  constructor(scope: Scope) {
    this.userId = scope.userId
    this.#scope = scope
    this.#tabs = openOtherTabs(scope.userId, (news) => this.#onTab(news))
    this.#sender = new Sender(scope, {
      onSent: (row, opened) => this.#onSent(row, opened),
      onChange: (waiting) => this.#onOutbox(waiting),
    })
    scope.part(ConnectionWatch).lost()
    this.#listen()
    void this.outbox.flushAll()
  }

  get outbox(): Outbox {
    return this.#sender.outbox
  }

  /** From the cache, which the channel keeps true, unless it is said to have changed. */
  conversation(id: string, isChanged = false): Promise<Conversation | null> {
    return conversationOf(this.userId, id, isChanged)
  }

  thread(conversationId: string): LiveThread {
    const known = this.#threads.get(conversationId)
    if (known) return known
    const thread = this.#openThread(conversationId)
    this.#threads.set(conversationId, thread)
    const spare = [...this.#threads].find(([, other]) => !other.isWatched && other !== thread)
    if (this.#threads.size > keptThreads && spare) this.#forgetThread(...spare)
    return thread
  }

  /** On this device, in all its tabs. */
  hide(conversationId: string, id: string): void {
    this.thread(conversationId).hide(id)
    noteHidden(this.#scope, id)
    this.#tabs.tell({ type: 'hidden', conversationId, id })
  }

  /** It does not go any more, whatever is under way. */
  discard(id: string): Promise<void> {
    return this.#sender.discard(id)
  }

  /** Left, or deleted for oneself: what this device holds of it goes. With `isOwnAct`, what was not sent yet as well. */
  async forget(conversationId: string, { isOwnAct }: { isOwnAct: boolean }): Promise<void> {
    if (isOwnAct) {
      this.#scope.part(Drafts).keep(conversationId, '')
      await Promise.all(this.#sender.waitingFor(conversationId).map(({ id }) => this.discard(id)))
    }
    await Promise.all([this.thread(conversationId).forget(), forgetConversation(this.#scope, conversationId)])
  }

  /** What was held may go now: if not, it is held again. */
  resume(conversationIds: readonly string[]): void {
    this.#sender.resume(conversationIds)
  }

  /** One's own, or what one thinks of somebody's: what was closed is tried again, and what was held may go. */
  keysChanged(): void {
    this.#scope.part(KeyRing).touchAllEpochs()
    for (const [id, thread] of this.#threads) {
      thread.keysChanged()
      void this.#lookAtKeys(id)
    }
    this.resume(this.#scope.part(Holds).conversations)
  }

  #listen(): void {
    const { over: signal } = this.#scope
    const onVisible = () => document.visibilityState === 'visible' && void this.#lookAgain()
    document.addEventListener('visibilitychange', onVisible, { signal })
    const stops = [
      watchMessages(this.userId, (news) => this.#onNews(news)),
      this.#scope.part(HeldVault).store.subscribe(() => this.keysChanged()),
      whenBack('messages', () => this.#lookAgain()),
    ]
    signal.addEventListener('abort', () => {
      stops.forEach((stop) => stop())
      reportWaiting('messages', [])
      this.#tabs.close()
      for (const thread of this.#threads.values()) thread.close()
    })
  }

  #openThread(conversationId: string): LiveThread {
    const thread = new LiveThread({
      scope: this.#scope,
      conversationId,
      onOpened: (rows, opened) => noteAllOpened(this.#scope, rows, opened),
    })
    thread.receivePending(this.#sender.waitingFor(conversationId))
    void this.#lookAtKeys(conversationId)
    return thread
  }

  #onSent(row: MessageRow, opened: Opened): void {
    noteUsefulAct()
    this.#receive(row, opened)
    noteAllOpened(this.#scope, [row], [[row.id, opened]])
    this.#tabs.tell({ type: 'sent', row, opened })
  }

  #onOutbox(waiting: readonly PendingMessage[]): void {
    this.#report(waiting)
    for (const [id, thread] of this.#threads) thread.receivePending(this.#sender.waitingFor(id))
    // Others look at what is kept; that this tab is sealing or posting is its own affair.
    const told = waiting.map(({ id, state }) => `${id} ${state === 'failed'}`).join()
    if (told === this.#told) return
    this.#told = told
    this.#tabs.tell({ type: 'outbox' })
  }

  #report(waiting: readonly PendingMessage[]): void {
    const states = { queued: 'waiting', encrypting: 'sending', posting: 'sending', failed: 'failed' } as const
    reportWaiting(
      'messages',
      waiting.map(({ id, body, state, queuedAt }) => ({
        id,
        kind: 'message',
        words: body.text,
        at: Date.parse(queuedAt),
        state: states[state],
        cancel: () => void this.discard(id),
        retry: () => (state === 'failed' ? this.outbox.retry(id) : void this.outbox.flushAll()),
      })),
    )
  }

  #receive(row: MessageRow, opened?: Opened): void {
    this.#threads.get(row.conversation_id)?.receiveRows([row], opened && [[row.id, opened]])
    listLatest(this.userId, row)
  }

  #onTab(news: TabNews): void {
    if (news.type === 'sent') return this.#receive(news.row, news.opened)
    if (news.type === 'outbox') return void this.outbox.reload()
    this.#threads.get(news.conversationId)?.receiveHidden(news.id)
    return noteHidden(this.#scope, news.id)
  }

  #onNews(news: FeedNews): void {
    switch (news.type) {
      case 'message':
        if (news.row) return this.#receive(news.row, this.#sender.ownWords(news.row))
        void readRow(news.id)
          .then((row) => row && this.#receive(row))
          .catch(() => undefined)
        return
      case 'read':
        this.#threads.get(news.conversationId)?.receiveRead(news)
        if (news.userId === this.userId) void refreshConversation(this.userId, news.conversationId)
        return
      case 'conversation':
        this.#scope.part(KeyRing).touchEpochs(news.conversationId)
        void this.#onConversation(news.conversationId)
        return
      case 'keys':
        this.#scope.part(KeyRing).forgetKeyOf(news.userId)
        // Renewed on another device: this one has to be unlocked anew.
        if (news.userId === this.userId) this.#refreshVault()
        return this.keysChanged()
      case 'joined':
        this.#scope.part(ConnectionWatch).connected()
        this.#scope.part(KeyRing).touchAllEpochs()
        // Keys may have been renewed elsewhere meanwhile.
        if (news.isAgain) this.#refreshVault()
        this.#hearAgain()
        return void this.#lookAgain()
      default:
        this.#scope.part(ConnectionWatch).lost()
    }
  }

  #refreshVault(): void {
    void this.#scope
      .part(HeldVault)
      .refresh()
      .catch(() => undefined)
  }

  /** Until the channel stood, for the first time too, nobody told who has read how far and who takes part; no row does. */
  #hearAgain(): void {
    void readAnew(conversationKeys.all(this.userId))
    for (const [id, thread] of this.#threads) {
      if (thread.isWatched) void this.#onConversation(id)
      else this.#forgetThread(id, thread)
    }
  }

  /** Nobody looks at it: it is read from the beginning when somebody does. */
  #forgetThread(id: string, thread: LiveThread): void {
    thread.close()
    this.#threads.delete(id)
  }

  async #onConversation(id: string): Promise<void> {
    await refreshConversation(this.userId, id)
    const conversation = await this.conversation(id, true).catch(() => undefined)
    if (conversation === null) return this.forget(id, { isOwnAct: false })
    const thread = this.#threads.get(id)
    await thread?.receiveMembers()
    if (conversation) await forgetOlder(this.#scope, conversation)
    await thread?.lookBack()
    this.resume([id])
    // What was held for who takes part, and how, is looked at anew.
    if (thread) await this.#lookAtKeys(id)
  }

  /** Whoever has another safety number, or was let in by nobody, is asked about before anything is written, not after. */
  #lookAtKeys(conversationId: string): Promise<void> {
    const device = this.#scope.part(HeldVault)
    const look = async () => {
      const vault = await device.open()
      const conversation = await this.conversation(conversationId)
      return isOpenable(device.state) && conversation ? holdAhead(vault, conversation) : null
    }
    const hold = (found: SendHold) => this.#scope.part(Holds).set(conversationId, found)
    return holdWhereNeeded(look, hold, this.#scope.over)
  }

  #lookAgain(): Promise<void> {
    for (const thread of this.#threads.values()) if (thread.isWatched) void thread.catchUp()
    return this.outbox.flushAll()
  }
}
