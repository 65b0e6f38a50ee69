/** What somebody has begun to write, by conversation: kept until it is sent, sealed on the device. */
import { useSyncExternalStore } from 'react'

import { deviceKeyOf, keep, openValue, readKept, sealValue, type SealedEntry } from '#data/message-store.ts'
import { getSession, useUserId } from '#data/session.ts'

const saveAfterMs = 400
const listeners = new Set<() => void>()
let drafts: { userId: string; byConversation: ReadonlyMap<string, string> } | undefined
let saving: ReturnType<typeof setTimeout> | undefined

const entryOf = (userId: string) => `${userId}.drafts`

export function useDraft(conversationId: string): string {
  useUserId()
  return useSyncExternalStore(watch, () => readDraft(conversationId))
}

export function readDraft(conversationId: string): string {
  return all().get(conversationId) ?? ''
}

export function keepDraft(conversationId: string, text: string): void {
  if (readDraft(conversationId) === text) return
  const next = new Map(all())
  next.delete(conversationId)
  if (text !== '') next.set(conversationId, text)
  change(next)
  clearTimeout(saving)
  // What was sent must not be found again as a draft, however soon the page goes.
  saving = setTimeout(() => void saveDrafts(), text === '' ? 0 : saveAfterMs)
}

/** At once, where the page may be gone in a moment. */
export async function saveDrafts(): Promise<void> {
  clearTimeout(saving)
  if (!drafts) return
  const { userId, byConversation } = drafts
  const key = await deviceKeyOf(userId)
  await keep(entryOf(userId), byConversation.size === 0 ? null : await sealValue(key, [...byConversation]))
}

export function forgetDrafts(): void {
  clearTimeout(saving)
  drafts = undefined
}

function all(): ReadonlyMap<string, string> {
  const session = getSession()
  const userId = session.status === 'signed-in' ? session.user.id : ''
  if (drafts?.userId !== userId) {
    drafts = { userId, byConversation: new Map() }
    if (userId !== '') void readDrafts(userId).catch(() => undefined)
  }
  return drafts.byConversation
}

/** What was typed before it could be read stands. */
async function readDrafts(userId: string): Promise<void> {
  const sealed = await readKept<SealedEntry>(entryOf(userId))
  const key = sealed && (await deviceKeyOf(userId))
  const kept = key && (await openValue<[string, string][]>(key, sealed))
  if (kept && drafts?.userId === userId) change(new Map([...kept, ...drafts.byConversation]))
}

function change(byConversation: ReadonlyMap<string, string>): void {
  if (drafts) drafts = { ...drafts, byConversation }
  for (const notify of listeners) notify()
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

globalThis.addEventListener?.('pagehide', () => void saveDrafts().catch(() => undefined))
