/**
 * What somebody has begun to write, by conversation: kept until it is sent, sealed on the device. Each by itself: no tab
 * undoes what another has written elsewhere, and nothing is written that this tab has not changed.
 */
import { useSyncExternalStore } from 'react'

import {
  deviceKeyOf,
  keep,
  openValue,
  readAllKept,
  readKept,
  sealValue,
  type SealedEntry,
} from '#data/device/message-store.ts'
import { getSession, useUserId, watchSession } from '#data/session.ts'

interface Drafts {
  userId: string
  byConversation: ReadonlyMap<string, string>
  /** Changed here and not kept yet. */
  unkept: Set<string>
  /** To and from the other tabs: the conversation whose draft is another now. */
  tabs: BroadcastChannel
}

const saveAfterMs = 400
const listeners = new Set<() => void>()
const none: ReadonlyMap<string, string> = new Map()
let drafts: Drafts | undefined
let saving: ReturnType<typeof setTimeout> | undefined

const prefixOf = (userId: string) => `${userId}.draft.`

export function useDraft(conversationId: string): string {
  useUserId()
  return useSyncExternalStore(watch, () => readDraft(conversationId))
}

export function readDraft(conversationId: string): string {
  return ownDrafts()?.byConversation.get(conversationId) ?? ''
}

export function keepDraft(conversationId: string, text: string): void {
  const own = ownDrafts()
  if (!own || readDraft(conversationId) === text) return
  own.unkept.add(conversationId)
  change(conversationId, text)
  clearTimeout(saving)
  // What was sent must not be found again as a draft, however soon the page goes.
  saving = setTimeout(() => void saveDrafts(), text === '' ? 0 : saveAfterMs)
}

/** At once, where the page may be gone in a moment. */
export async function saveDrafts(): Promise<void> {
  clearTimeout(saving)
  const own = ownDrafts()
  if (!own) return
  const { userId, unkept, tabs } = own
  const changed = [...unkept]
  unkept.clear()
  for (const id of changed) {
    const text = own.byConversation.get(id) ?? ''
    const entry = text === '' ? null : await sealValue(await deviceKeyOf(userId), text)
    // Signed out meanwhile: nothing is written behind it.
    if (drafts?.tabs !== tabs) return
    await keep(`${prefixOf(userId)}${id}`, entry)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin
    if (drafts?.tabs === tabs) tabs.postMessage(id)
  }
}

/** With the session, in every tab. */
export function forgetDrafts(): void {
  clearTimeout(saving)
  drafts?.tabs.close()
  drafts = undefined
  for (const notify of listeners) notify()
}

/** Of whoever is signed in; undefined where nobody is. */
function ownDrafts(): Drafts | undefined {
  const session = getSession()
  if (session.status !== 'signed-in') return undefined
  const { id: userId } = session.user
  if (drafts?.userId === userId) return drafts
  drafts?.tabs.close()
  const tabs = new BroadcastChannel(`cortexia.drafts.${userId}`)
  drafts = { userId, byConversation: none, unkept: new Set(), tabs }
  tabs.addEventListener('message', ({ data: id }: MessageEvent<string>) => {
    void readOne(userId, id).catch(() => undefined)
  })
  void readDrafts(userId).catch(() => undefined)
  return drafts
}

/** What was typed before it could be read stands. */
async function readDrafts(userId: string): Promise<void> {
  const kept = await readAllKept<SealedEntry>(prefixOf(userId))
  for (const [id, sealed] of kept) await take(userId, id, sealed)
}

async function readOne(userId: string, id: string): Promise<void> {
  await take(userId, id, await readKept<SealedEntry>(`${prefixOf(userId)}${id}`))
}

async function take(userId: string, id: string, sealed: SealedEntry | null): Promise<void> {
  const text = sealed && (await openValue<string>(await deviceKeyOf(userId), sealed))
  if (drafts?.userId === userId && !drafts.unkept.has(id)) change(id, text ?? '')
}

function change(conversationId: string, text: string): void {
  if (!drafts) return
  const byConversation = new Map(drafts.byConversation)
  byConversation.delete(conversationId)
  if (text !== '') byConversation.set(conversationId, text)
  drafts = { ...drafts, byConversation }
  for (const notify of listeners) notify()
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

watchSession(() => {
  const session = getSession()
  if (drafts && (session.status !== 'signed-in' || session.user.id !== drafts.userId)) forgetDrafts()
})
globalThis.addEventListener?.('pagehide', () => void saveDrafts().catch(() => undefined))
