/**
 * What somebody has begun to write, by conversation: kept until it is sent, sealed on the device. Each by itself: no tab
 * undoes what another has written elsewhere, and nothing is written that this tab has not changed.
 */
import { createStore } from 'zustand/vanilla'

import {
  deviceKeyOf,
  keep,
  openValue,
  readAllKept,
  readKept,
  sealValue,
  type SealedEntry,
} from '#data/device/message-store.ts'
import { getSession } from '#data/session.ts'

import { scopeOf, usePart, type Scope } from '../scope.ts'

const saveAfterMs = 400

export class Drafts {
  /** By conversation. */
  readonly store = createStore<ReadonlyMap<string, string>>()(() => new Map())
  readonly #scope: Scope
  /** Changed here and not kept yet. */
  readonly #unkept = new Set<string>()
  /** To and from the other tabs: the conversation whose draft is another now. */
  readonly #tabs: BroadcastChannel
  #saving: ReturnType<typeof setTimeout> | undefined

  constructor(scope: Scope) {
    this.#scope = scope
    this.#tabs = new BroadcastChannel(`cortexia.drafts.${scope.userId}`)
    this.#tabs.addEventListener('message', ({ data: id }: MessageEvent<string>) => {
      void this.#readOne(id).catch(() => undefined)
    })
    const { over: signal } = scope
    addEventListener('pagehide', () => void this.save().catch(() => undefined), { signal })
    signal.addEventListener('abort', () => {
      clearTimeout(this.#saving)
      this.#tabs.close()
    })
    void this.#readAll().catch(() => undefined)
  }

  of(conversationId: string): string {
    return this.store.getState().get(conversationId) ?? ''
  }

  keep(conversationId: string, text: string): void {
    if (this.of(conversationId) === text) return
    this.#unkept.add(conversationId)
    this.#change(conversationId, text)
    clearTimeout(this.#saving)
    // What was sent must not be found again as a draft, however soon the page goes.
    this.#saving = setTimeout(() => void this.save(), text === '' ? 0 : saveAfterMs)
  }

  /** At once, where the page may be gone in a moment. */
  async save(): Promise<void> {
    clearTimeout(this.#saving)
    const { userId, over } = this.#scope
    const changed = [...this.#unkept]
    this.#unkept.clear()
    for (const id of changed) {
      const text = this.of(id)
      const entry = text === '' ? null : await sealValue(await deviceKeyOf(userId), text)
      // Signed out meanwhile: nothing is written behind it.
      if (over.aborted) return
      await keep(`${prefixOf(userId)}${id}`, entry)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin
      if (!over.aborted) this.#tabs.postMessage(id)
    }
  }

  /** What was typed before it could be read stands. */
  async #readAll(): Promise<void> {
    const kept = await readAllKept<SealedEntry>(prefixOf(this.#scope.userId))
    for (const [id, sealed] of kept) await this.#take(id, sealed)
  }

  async #readOne(id: string): Promise<void> {
    await this.#take(id, await readKept<SealedEntry>(`${prefixOf(this.#scope.userId)}${id}`))
  }

  async #take(id: string, sealed: SealedEntry | null): Promise<void> {
    const text = sealed && (await openValue<string>(await deviceKeyOf(this.#scope.userId), sealed))
    if (!this.#scope.over.aborted && !this.#unkept.has(id)) this.#change(id, text ?? '')
  }

  #change(conversationId: string, text: string): void {
    const drafts = new Map(this.store.getState())
    drafts.delete(conversationId)
    if (text !== '') drafts.set(conversationId, text)
    this.store.setState(drafts, true)
  }
}

const prefixOf = (userId: string) => `${userId}.draft.`

export function useDraft(conversationId: string): string {
  return usePart(Drafts, (drafts) => drafts.get(conversationId) ?? '', '')
}

/** Of whoever is signed in, as the next two; nothing where nobody is. */
export function readDraft(conversationId: string): string {
  return ownDrafts()?.of(conversationId) ?? ''
}

export function keepDraft(conversationId: string, text: string): void {
  ownDrafts()?.keep(conversationId, text)
}

export async function saveDrafts(): Promise<void> {
  await ownDrafts()?.save()
}

function ownDrafts(): Drafts | undefined {
  const session = getSession()
  return session.status === 'signed-in' ? scopeOf(session.user.id).part(Drafts) : undefined
}
