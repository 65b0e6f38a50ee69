/** The words of one's messages, on this device alone (E2EE §10): what is kept of them, and what was opened a moment ago. */
import { createStore } from 'zustand/vanilla'

import { keep, readKept } from '#data/device/message-store.ts'
import { instantOf, type MessageRow } from '#entities/conversation/message-row.ts'

import type { Opened } from '../message.ts'
import type { Scope } from '../scope.ts'
import { readHidden } from '../thread/kept-thread.ts'
import { dropSegment, readSegments, readTexts, readWords, writeSegment } from './index-segments.ts'
import { emptyIndex, takeIn, type Coverage, type LoadedIndex, type Segment } from './inverted-index.ts'
import type { IndexEntry } from './search-words.ts'

export const mostMessages = 50_000
const mostBytes = 100_000_000

const coverageOf = (userId: string) => `${userId}.index-coverage`

export class SearchIndex {
  /** Changes with all that may be found. */
  readonly store = createStore<{ version: number }>()(() => ({ version: 0 }))
  readonly #userId: string
  readonly #over: AbortSignal
  readonly #otherTabs: BroadcastChannel
  #loading: Promise<LoadedIndex> | undefined
  #loaded: LoadedIndex | undefined
  /** Opened in this tab while the index is being read. */
  #early: IndexEntry[] = []
  /** What is written or read again, one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  /** See fill-index.ts. */
  filling: Promise<boolean> | undefined

  constructor({ userId, over }: Scope) {
    this.#userId = userId
    this.#over = over
    this.#otherTabs = new BroadcastChannel(`cortexia.index.${userId}`)
    this.#otherTabs.addEventListener('message', () => this.#loading && void this.readAgain().catch(() => undefined))
    over.addEventListener('abort', () => this.#otherTabs.close())
  }

  load(): Promise<LoadedIndex> {
    this.#loading ??= this.#read().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /** What other tabs have written meanwhile, or dropped. */
  async readAgain(): Promise<void> {
    const index = await this.load()
    await this.#inTurn(async () => {
      const known = new Map(index.segments.map((segment) => [segment.name, segment]))
      const segments = await readSegments(this.#userId, known)
      const names = new Set(segments.map(({ name }) => name))
      for (const [name, segment] of known) if (!names.has(name)) leaveOut(index, segment)
      for (const segment of segments) if (!known.has(segment.name)) takeIn(index, segment)
      index.words.clear()
      index.coverage = await this.#readCoverage()
    })
    this.#emit()
  }

  /** What was opened in this tab is found at once; it is kept when its turn comes, unless it is to disappear. */
  noteOpened(rows: readonly MessageRow[], opened: readonly (readonly [string, Opened])[]): void {
    if (!this.#loading) return
    const entries = allEntriesOf(rows, opened)
    if (!this.#loaded) {
      this.#early.push(...entries)
      return
    }
    this.#addFresh(this.#loaded, entries)
    this.#emit()
  }

  /** Removed for oneself: what is not shown is not found either. */
  hide(id: string): void {
    if (!this.#loaded) return
    this.#loaded.hidden.add(id)
    this.#emit()
  }

  /** Keeps what was opened, and how far the index reaches now. Called by one tab at a time. */
  async add(
    entries: readonly IndexEntry[],
    { conversationId, coverage }: { conversationId: string; coverage: Coverage },
  ): Promise<void> {
    const index = await this.load()
    await this.#inTurn(async () => {
      const added = entries.filter(({ id }) => !index.places.has(id))
      if (added.length > 0) {
        takeIn(index, await writeSegment(this.#userId, added))
        index.words.clear()
        await dropOldest(index)
      }
      index.coverage = { ...index.coverage, [conversationId]: coverage }
      await keep(coverageOf(this.#userId), index.coverage)
    })
    this.#emit({ isForAll: true })
  }

  /** Left, or deleted for oneself: a segment is of one conversation. `before`: only where it holds anything older. */
  async forget(conversationId: string, before?: string): Promise<void> {
    const index = await this.load()
    const hasForgotten = await this.#inTurn(async () => {
      const ofIt = index.segments.filter(({ facts }) => facts[0]?.c === conversationId)
      const isOlder = ({ facts }: Segment) => facts.some(({ at }) => before === undefined || at < before)
      const fresh = [...index.fresh.values()].filter(({ c, at }) => c === conversationId && !(before && at >= before))
      const isKept = ofIt.some(isOlder)
      if (!isKept && fresh.length === 0) return false
      for (const { id } of fresh) index.fresh.delete(id)
      if (isKept) {
        for (const segment of ofIt) await dropFrom(index, segment)
        const { [conversationId]: _gone, ...coverage } = index.coverage
        index.coverage = coverage
        await keep(coverageOf(this.#userId), coverage)
      }
      return true
    })
    if (hasForgotten) this.#emit({ isForAll: true })
  }

  async #read(): Promise<LoadedIndex> {
    const userId = this.#userId
    const segments = await readSegments(userId)
    const index = emptyIndex(userId, {
      words: (bucket) => readWords(userId, bucket),
      texts: (name) => readTexts(userId, name),
    })
    index.coverage = await this.#readCoverage()
    index.hidden = new Set(await readHidden(userId))
    for (const segment of segments) takeIn(index, segment)
    this.#addFresh(index, this.#early)
    this.#early = []
    this.#loaded = index
    return index
  }

  async #readCoverage(): Promise<Record<string, Coverage>> {
    return (await readKept<Record<string, Coverage>>(coverageOf(this.#userId))) ?? {}
  }

  #addFresh({ places, fresh }: LoadedIndex, entries: readonly IndexEntry[]): void {
    for (const entry of entries) if (!places.has(entry.id)) fresh.set(entry.id, entry)
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#turn.then(work)
    this.#turn = run.catch(() => undefined)
    return run
  }

  #emit({ isForAll = false } = {}): void {
    this.store.setState(({ version }) => ({ version: version + 1 }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin
    if (isForAll && !this.#over.aborted) this.#otherTabs.postMessage('changed')
  }
}

/** What may be written down: nothing that is to disappear. */
export function entriesOf(rows: readonly MessageRow[], opened: readonly (readonly [string, Opened])[]): IndexEntry[] {
  return allEntriesOf(rows, opened).filter(({ until }) => until === undefined)
}

function allEntriesOf(rows: readonly MessageRow[], opened: readonly (readonly [string, Opened])[]): IndexEntry[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return opened.flatMap(([id, result]) => {
    const row = byId.get(id)
    const entry = row && entryOf(row, result)
    return entry ? [entry] : []
  })
}

function entryOf(row: MessageRow, opened: Opened): IndexEntry | null {
  const at = instantOf(row.created_at)
  const until = row.expires_at ? { until: row.expires_at } : {}
  const facts = { id: row.id, c: row.conversation_id, s: row.sender_id, at, ...until }
  if (opened.kind === 'legacy') return opened.isMasked ? null : { ...facts, x: opened.text }
  if (opened.kind !== 'open') return null
  const { edit, del, react, text = '' } = opened.body
  if (del !== undefined) return { ...facts, x: '', to: del, del: true }
  if (edit !== undefined) return { ...facts, x: text, to: edit }
  return react || text === '' ? null : { ...facts, x: text }
}

/** So much and no more: what was written longest ago goes first. */
async function dropOldest(index: LoadedIndex): Promise<void> {
  const size = () => index.segments.reduce((sum, { bytes }) => sum + bytes, 0)
  while (index.places.size > mostMessages || size() > mostBytes) {
    const oldest = index.segments.toSorted((a, b) => (a.newest < b.newest ? -1 : 1))[0]
    if (!oldest) return
    await dropFrom(index, oldest)
  }
}

async function dropFrom(index: LoadedIndex, dropped: Segment): Promise<void> {
  await dropSegment(index.userId, dropped.name)
  leaveOut(index, dropped)
}

function leaveOut(index: LoadedIndex, dropped: Segment): void {
  index.segments = index.segments.filter((segment) => segment !== dropped)
  index.texts.delete(dropped.name)
  index.words.clear()
  for (const { id } of dropped.facts) if (index.places.get(id)?.segment === dropped) index.places.delete(id)
}
