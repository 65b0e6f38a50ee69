/** Last lines and names of groups, opened on this device and kept for the session. */
import { deviceKeyOf, keep, openValue, readKept, sealValue, type SealedEntry } from '#data/device/message-store.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { markRead } from '#entities/conversation/mark-read.ts'
import { instantOf, type MessageBody, type MessageRow, type MessageType } from '#entities/conversation/message-row.ts'

import { vaultOf } from '../keys/vault.ts'
import { isAct, type Opened } from '../message.ts'
import { readHidden } from '../thread/kept-thread.ts'
import { openRows } from '../thread/open-rows.ts'
import { isErasedRow } from '../thread/thread-machine.ts'

export type Preview =
  /** `none`: nothing was written yet. `encrypted`: 'Message chiffré'. `act`: a reaction, an edit, a name. */
  | { kind: 'none' | 'encrypted' | 'image' | 'post_share' | 'deleted' | 'act'; isMine: boolean }
  | { kind: 'text'; text: string; isMine: boolean }

const listeners = new Set<() => void>()
const opened = new Map<string, Opened>()
const titles = new Map<string, Title>()
/** Removed for oneself, on this device. */
const hidden = new Set<string>()
let hiddenOf: string | undefined

interface Title {
  name: string
  /** Of the message that says so. */
  at: string
}

export function watchPreviews(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function tell(): void {
  previewOf.version += 1
  for (const notify of listeners) notify()
}

previewOf.version = 0

export function previewOf(userId: string | null, { last }: Pick<Conversation, 'last'>): Preview {
  if (!last) return { kind: 'none', isMine: false }
  const isMine = last.sender_id === userId
  if (isErasedRow(last) || hidden.has(last.id)) return { kind: 'deleted', isMine }
  const result = opened.get(last.id)
  if (result?.kind === 'open') return lineOf(result.body, { type: last.message_type, isMine })
  if (result?.kind !== 'legacy' || result.isMasked) return { kind: 'encrypted', isMine }
  return { kind: 'text', text: result.text, isMine }
}

function lineOf(body: MessageBody, { type, isMine }: { type: MessageType; isMine: boolean }): Preview {
  const { del, react, name, vanish, text = '' } = body
  if (del !== undefined) return { kind: 'deleted', isMine }
  const isAct = [react, name, vanish, body.add, body.drop, body.gone].some((said) => said !== undefined)
  if (isAct) return { kind: 'act', isMine }
  if (type !== 'text') return { kind: type, isMine }
  return text === '' ? { kind: 'act', isMine } : { kind: 'text', text, isMine }
}

export function titleOf(conversationId: string): string | null {
  return titles.get(conversationId)?.name ?? null
}

/** Members name groups by messages: the newest word counts, and it is kept for the next visit. */
export function noteNames(
  userId: string,
  rows: readonly MessageRow[],
  results: readonly (readonly [string, Opened])[],
): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, result] of results) {
    const row = byId.get(id)
    if (!row || result.kind !== 'open' || result.body.name === undefined) continue
    const title = { name: result.body.name, at: instantOf(row.created_at) }
    if ((titles.get(row.conversation_id)?.at ?? '') >= title.at) continue
    titles.set(row.conversation_id, title)
    tell()
    void keepTitle(userId, row.conversation_id, title).catch(() => undefined)
  }
}

/** What a thread has opened need not be opened again for the list. */
export function notePreviews(entries: readonly (readonly [string, Opened])[]): void {
  const last = entries.at(-1)
  if (!last || opened.has(last[0])) return
  opened.set(...last)
  tell()
}

export function hideLine(id: string): void {
  hidden.add(id)
  tell()
}

async function readHiddenOnce(userId: string): Promise<void> {
  if (hiddenOf === userId) return
  hiddenOf = userId
  const ids = await readHidden(userId)
  for (const id of ids) hidden.add(id)
  if (ids.length > 0) tell()
}

/** Opens the last line of each, and finds the names of groups. */
export async function lookAtLast(userId: string, conversations: readonly Conversation[]): Promise<void> {
  await readHiddenOnce(userId)
  const vault = await vaultOf(userId)
  const isUnopened = ({ last }: Conversation) =>
    last !== null && opened.get(last.id)?.kind !== 'open' && opened.get(last.id)?.kind !== 'legacy'
  const wanted = conversations.filter(isUnopened)
  const results = await Promise.all(
    wanted.map((conversation) =>
      openRows(vault, () => Promise.resolve(conversation), [conversation.last as MessageRow]).catch(
        (): [string, Opened][] => [],
      ),
    ),
  )
  for (const [id, result] of results.flat()) opened.set(id, result)
  if (results.some((found) => found.length > 0)) tell()
  for (const conversation of conversations) passOver(userId, conversation)
  await lookForNames(userId, conversations)
}

/**
 * Sealed, a reaction or a change counts as a message that came (the server cannot tell them apart). Where it is all that
 * is unread there is nothing to read, and nobody is told to.
 */
function passOver(userId: string, { id, me, last }: Conversation): void {
  if (!last || last.sender_id === userId || me.unread !== 1 || me.state !== 'accepted') return
  const result = opened.get(last.id)
  if (result?.kind === 'open' && isAct(result.body)) markRead(id, last.created_at)
}

/** The names of groups that this device has kept. */
export async function lookForNames(userId: string, conversations: readonly Conversation[]): Promise<void> {
  const groups = conversations.filter(({ id, kind }) => kind === 'group' && !titles.has(id))
  const isNamed = await Promise.all(groups.map(({ id }) => readTitle(userId, id).catch(() => false)))
  if (isNamed.includes(true)) tell()
}

/** Left, or deleted for oneself. */
export async function forgetTitle(userId: string, conversationId: string): Promise<void> {
  if (titles.delete(conversationId)) tell()
  await keep(titleEntry(userId, conversationId), null)
}

export function forgetPreviews(): void {
  opened.clear()
  titles.clear()
  hidden.clear()
  hiddenOf = undefined
  tell()
}

const titleEntry = (userId: string, conversationId: string) => `${userId}.title.${conversationId}`

async function keepTitle(userId: string, conversationId: string, title: Title): Promise<void> {
  const key = await deviceKeyOf(userId)
  await keep(titleEntry(userId, conversationId), await sealValue(key, title))
}

async function readTitle(userId: string, conversationId: string): Promise<boolean> {
  const sealed = await readKept<SealedEntry>(titleEntry(userId, conversationId))
  const key = sealed && (await deviceKeyOf(userId))
  const title = key && (await openValue<Title>(key, sealed))
  if (!title || titles.has(conversationId)) return false
  titles.set(conversationId, title)
  return true
}
