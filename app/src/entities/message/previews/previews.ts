/** Last lines and names of groups, opened on this device and kept for the session. */
import { createStore } from 'zustand/vanilla'

import { deviceKeyOf, keep, openValue, readKept, sealValue, type SealedEntry } from '#data/device/message-store.ts'
import { read } from '#data/wire.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { markRead } from '#entities/conversation/mark-read.ts'
import { instantOf, type MessageBody, type MessageRow, type MessageType } from '#entities/conversation/message-row.ts'

import type { SessionVault } from '../keys/key-ring.ts'
import { HeldVault } from '../keys/vault.ts'
import { isAct, type Opened } from '../message.ts'
import { isVoice } from '../outbox/voice/voice-note.ts'
import type { Scope } from '../scope.ts'
import { readHidden } from '../thread/kept-thread.ts'
import { openRows } from '../thread/open-rows.ts'
import { isErasedRow } from '../thread/thread-machine.ts'

export type Preview =
  /** `none`: nothing was written yet. `encrypted`: 'Message chiffré'. `act`: about the conversation, or a reaction taken back. */
  | { kind: 'none' | 'encrypted' | 'image' | 'voice' | 'post_share' | 'deleted' | 'act'; isMine: boolean }
  | { kind: 'text' | 'reaction' | 'named'; text: string; isMine: boolean }

interface Title {
  name: string
  /** Of the message that says so. */
  at: string
}

export class Previews {
  /** Changes with all that is shown of them. */
  readonly store = createStore<{ version: number }>()(() => ({ version: 0 }))
  readonly #scope: Scope
  readonly #opened = new Map<string, Opened>()
  readonly #titles = new Map<string, Title>()
  /** Removed for oneself, on this device. */
  readonly #hidden = new Set<string>()
  #isHiddenRead = false
  /** Groups whose name was looked for at the server. */
  readonly #searched = new Set<string>()

  constructor(scope: Scope) {
    this.#scope = scope
  }

  of({ last }: Pick<Conversation, 'last'>): Preview {
    const unopened = unopenedPreview(this.#scope.userId, last)
    if (!last || unopened.kind !== 'encrypted') return unopened
    const { isMine } = unopened
    if (this.#hidden.has(last.id)) return { kind: 'deleted', isMine }
    const result = this.#opened.get(last.id)
    if (result?.kind === 'open') return lineOf(result.body, { type: last.message_type, isMine })
    if (result?.kind !== 'legacy' || result.isMasked) return unopened
    return { kind: 'text', text: result.text, isMine }
  }

  titleOf(conversationId: string): string | null {
    return this.#titles.get(conversationId)?.name ?? null
  }

  /** Members name groups by messages: the newest word counts, and it is kept for the next visit. */
  noteNames(rows: readonly MessageRow[], results: readonly (readonly [string, Opened])[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [id, result] of results) {
      const row = byId.get(id)
      if (!row || result.kind !== 'open' || result.body.name === undefined) continue
      const title = { name: result.body.name, at: instantOf(row.created_at) }
      if ((this.#titles.get(row.conversation_id)?.at ?? '') >= title.at) continue
      this.#titles.set(row.conversation_id, title)
      this.#emit()
      void persistTitle(this.#scope.userId, row.conversation_id, title).catch(() => undefined)
    }
  }

  /** What a thread has opened need not be opened again for the list. */
  noteOpened(entries: readonly (readonly [string, Opened])[]): void {
    const last = entries.at(-1)
    if (!last || this.#opened.has(last[0])) return
    this.#opened.set(...last)
    this.#emit()
  }

  hide(id: string): void {
    this.#hidden.add(id)
    this.#emit()
  }

  /** Opens the last line of each, and finds the names of groups. */
  async lookAtLast(conversations: readonly Conversation[]): Promise<void> {
    await this.#readHiddenOnce()
    const vault = await this.#scope.part(HeldVault).open()
    const isUnopened = ({ last }: Conversation) =>
      last !== null && this.#opened.get(last.id)?.kind !== 'open' && this.#opened.get(last.id)?.kind !== 'legacy'
    const wanted = conversations.filter(isUnopened)
    const results = await Promise.all(
      wanted.map((conversation) =>
        openRows(vault, () => Promise.resolve(conversation), [conversation.last as MessageRow]).catch(
          (): [string, Opened][] => [],
        ),
      ),
    )
    for (const [id, result] of results.flat()) this.#opened.set(id, result)
    this.noteNames(
      wanted.flatMap(({ last }) => last ?? []),
      results.flat(),
    )
    if (results.some((found) => found.length > 0)) this.#emit()
    for (const conversation of conversations) this.#passOver(conversation)
    await this.lookForNames(conversations)
    for (const conversation of conversations) await this.#findName(vault, conversation).catch(() => undefined)
  }

  /** The names of groups that this device has kept. */
  async lookForNames(conversations: readonly Conversation[]): Promise<void> {
    const groups = conversations.filter(({ id, kind }) => kind === 'group' && !this.#titles.has(id))
    const isNamed = await Promise.all(groups.map(({ id }) => this.#readTitle(id).catch(() => false)))
    if (isNamed.includes(true)) this.#emit()
  }

  /** Left, or deleted for oneself. */
  async forgetTitle(conversationId: string): Promise<void> {
    if (this.#titles.delete(conversationId)) this.#emit()
    await keep(titleEntry(this.#scope.userId, conversationId), null)
  }

  /**
   * Sealed, a reaction or a change counts as a message that came (the server cannot tell them apart). Where it is all that
   * is unread there is nothing to read, and nobody is told to.
   */
  #passOver({ id, me, last }: Conversation): void {
    if (!last || last.sender_id === this.#scope.userId || me.unread !== 1 || me.state !== 'accepted') return
    const result = this.#opened.get(last.id)
    if (result?.kind === 'open' && isAct(result.body)) markRead(id, last.created_at)
  }

  /** Of a group whose name this device has never opened: what was said about it last, else what was said first. */
  async #findName(vault: SessionVault, conversation: Conversation): Promise<void> {
    const { id, kind, last } = conversation
    if (kind !== 'group' || last === null || this.#titles.has(id) || this.#searched.has(id)) return
    this.#searched.add(id)
    for (const rows of [await readQuiet(id), await readFirst(id)]) {
      this.noteNames(rows, await openRows(vault, () => Promise.resolve(conversation), rows))
      if (this.#titles.has(id)) return
    }
  }

  async #readHiddenOnce(): Promise<void> {
    if (this.#isHiddenRead) return
    this.#isHiddenRead = true
    const ids = await readHidden(this.#scope.userId)
    for (const id of ids) this.#hidden.add(id)
    if (ids.length > 0) this.#emit()
  }

  async #readTitle(conversationId: string): Promise<boolean> {
    const sealed = await readKept<SealedEntry>(titleEntry(this.#scope.userId, conversationId))
    const key = sealed && (await deviceKeyOf(this.#scope.userId))
    const title = key && (await openValue<Title>(key, sealed))
    if (!title || this.#titles.has(conversationId)) return false
    this.#titles.set(conversationId, title)
    return true
  }

  #emit(): void {
    this.store.setState(({ version }) => ({ version: version + 1 }))
  }
}

/** As long as nothing of it was opened. */
export function unopenedPreview(userId: string | null, last: Conversation['last']): Preview {
  if (!last) return { kind: 'none', isMine: false }
  return { kind: isErasedRow(last) ? 'deleted' : 'encrypted', isMine: last.sender_id === userId }
}

function lineOf(body: MessageBody, { type, isMine }: { type: MessageType; isMine: boolean }): Preview {
  const { del, react, name, vanish, text = '' } = body
  if (del !== undefined) return { kind: 'deleted', isMine }
  if (react?.e) return { kind: 'reaction', text: react.e, isMine }
  if (name !== undefined) return { kind: 'named', text: name, isMine }
  const isAct = [react, vanish, body.add, body.drop, body.gone, body.opened].some((said) => said !== undefined)
  if (isAct) return { kind: 'act', isMine }
  if ((body.att ?? []).some(isVoice)) return { kind: 'voice', isMine }
  if (type !== 'text') return { kind: type, isMine }
  return text === '' ? { kind: 'act', isMine } : { kind: 'text', text, isMine }
}

const fewRows = 12

const readQuiet = (conversation: string) =>
  read('encrypted_messages', '*', {
    conversation_id: `eq.${conversation}`,
    'metadata->>quiet': 'eq.true',
    order: 'created_at.desc',
    limit: fewRows,
  })

const readFirst = (conversation: string) =>
  read('encrypted_messages', '*', { conversation_id: `eq.${conversation}`, order: 'created_at', limit: fewRows })

const titleEntry = (userId: string, conversationId: string) => `${userId}.title.${conversationId}`

async function persistTitle(userId: string, conversationId: string, title: Title): Promise<void> {
  const key = await deviceKeyOf(userId)
  await keep(titleEntry(userId, conversationId), await sealValue(key, title))
}
