import { instantOf, type MessageRow } from '#data/message-row.ts'
import {
  deviceKeyOf,
  dropKept,
  keep,
  openValue,
  readAllKept,
  readKept,
  sealValue,
  type SealedEntry,
} from '#data/message-store.ts'

import type { Opened } from './message.ts'
import { settle, type IndexEntry, type IndexedMessage } from './search-words.ts'
/**
 * The words of one's messages, on this device alone (E2EE §10). A log of sealed segments in IndexedDB, read into memory
 * by the first search: 10 000 messages are a megabyte, and looking through them takes less than keeping postings would.
 */

/** What of a conversation is in the index. */
export interface Coverage {
  newest: string
  oldest: string
  reachesStart: boolean
}

const segmentLength = 500

interface LoadedIndex {
  userId: string
  entries: Map<string, IndexEntry>
  coverage: Record<string, Coverage>
  /** Not in a full segment yet. */
  open: { name: string; entries: IndexEntry[] }
  sorted: readonly IndexedMessage[] | null
}

const prefixOf = (userId: string) => `${userId}.index.`
const listeners = new Set<() => void>()
let loading: { userId: string; index: Promise<LoadedIndex> } | undefined
let loaded: LoadedIndex | undefined

export function watchIndex(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function loadIndex(userId: string): Promise<LoadedIndex> {
  if (loading?.userId !== userId) loading = { userId, index: readIndex(userId) }
  return loading.index
}

async function readIndex(userId: string): Promise<LoadedIndex> {
  const key = await deviceKeyOf(userId)
  const segments = await readAllKept<SealedEntry>(prefixOf(userId))
  const contents = await Promise.all(segments.map(([, segment]) => openValue<IndexEntry[]>(key, segment)))
  // What a former key has sealed is gone: it is filled anew.
  const isWhole = contents.every((content) => content !== null)
  if (!isWhole) await dropKept(prefixOf(userId))
  const coverage = isWhole ? await readKept<Record<string, Coverage>>(`${userId}.indexed`) : null
  const entries = new Map<string, IndexEntry>()
  if (isWhole) for (const entry of contents.flatMap((content) => content ?? [])) entries.set(entry.id, entry)
  loaded = { userId, entries, coverage: coverage ?? {}, open: newSegment(), sorted: null }
  return loaded
}

const newSegment = () => ({ name: crypto.randomUUID(), entries: [] as IndexEntry[] })

/** Newest first, edits and deletions applied. */
export function indexedMessages(index: LoadedIndex): readonly IndexedMessage[] {
  index.sorted ??= settle([...index.entries.values()])
  return index.sorted
}

/** What was opened in this tab is found at once; it is kept when its turn comes. */
export function noteOpened(
  userId: string,
  rows: readonly MessageRow[],
  opened: readonly (readonly [string, Opened])[],
): void {
  if (loaded?.userId !== userId) return
  for (const entry of entriesOf(rows, opened)) loaded.entries.set(entry.id, entry)
  loaded.sorted = null
  for (const notify of listeners) notify()
}

export function entriesOf(rows: readonly MessageRow[], opened: readonly (readonly [string, Opened])[]): IndexEntry[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return opened.flatMap(([id, result]) => {
    const row = byId.get(id)
    const entry = row && entryOf(row, result)
    return entry ? [entry] : []
  })
}

function entryOf(row: MessageRow, opened: Opened): IndexEntry | null {
  // What is to disappear is not written down anywhere.
  if (row.expires_at !== null && row.expires_at !== undefined) return null
  const facts = { id: row.id, c: row.conversation_id, s: row.sender_id, at: instantOf(row.created_at) }
  if (opened.kind === 'legacy') return opened.isMasked ? null : { ...facts, x: opened.text }
  if (opened.kind !== 'open') return null
  const { edit, del, react, text = '' } = opened.body
  if (del !== undefined) return { ...facts, x: '', to: del, del: true }
  if (edit !== undefined) return { ...facts, x: text, to: edit }
  return react || text === '' ? null : { ...facts, x: text }
}

/** Keeps what was opened, and how far the index reaches now. Called by one tab at a time. */
export async function addToIndex(
  index: LoadedIndex,
  entries: readonly IndexEntry[],
  { conversationId, coverage }: { conversationId: string; coverage: Coverage },
): Promise<void> {
  for (const entry of entries) index.entries.set(entry.id, entry)
  index.sorted = null
  index.coverage = { ...index.coverage, [conversationId]: coverage }
  index.open.entries.push(...entries)
  const key = await deviceKeyOf(index.userId)
  const { name, entries: kept } = index.open
  if (kept.length >= segmentLength) index.open = newSegment()
  if (entries.length > 0) await keep(`${prefixOf(index.userId)}${name}`, await sealValue(key, kept))
  await keep(`${index.userId}.indexed`, index.coverage)
  for (const notify of listeners) notify()
}

/** For a sign-out. */
export function forgetIndex(): void {
  loading = undefined
  loaded = undefined
}
