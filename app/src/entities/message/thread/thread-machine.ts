/**
 * A thread as a value: what is known of it, and what each piece of news makes of that. Rows, openings and read marks
 * may come in any order, late, twice or not at all and be read again: the same facts are the same thread on every tab
 * and device. Knows no network, no clock and no screen.
 */
import { instantOf, type MessageBody, type MessageRow } from '#entities/conversation/message-row.ts'

import { isAct, type Opened, type PendingMessage } from '../message.ts'

export interface ThreadState {
  me: string
  rows: ReadonlyMap<string, MessageRow>
  opened: ReadonlyMap<string, Opened>
  /** Own messages that the server has not confirmed, as all tabs of this device have queued them. */
  pending: readonly PendingMessage[]
  /** The other active members, and up to which instant each has read. */
  readers: ReadonlyMap<string, string>
  /** Removed for oneself, on this device. */
  hidden: ReadonlySet<string>
  /** Messages before which one is missing, by the word of their sender, although the server was asked. */
  missed: ReadonlySet<string>
  /** Nothing is older than what is there. */
  reachesStart: boolean
}

export type ThreadEvent =
  /** From the channel, a page, a catch-up or the answer to a post: it makes no difference. */
  | { type: 'rows'; rows: readonly MessageRow[]; reachesStart?: boolean }
  /** The newest page as the server has it; `known`: what was there when it was asked for. */
  | { type: 'page'; rows: readonly MessageRow[]; reachesStart: boolean; known: ReadonlySet<string> }
  /** Nothing older is one's own to read any more. */
  | { type: 'since'; instant: string }
  | { type: 'opened'; messages: Iterable<readonly [string, Opened]> }
  /** The outbox of this device, whole. */
  | { type: 'pending'; pending: readonly PendingMessage[] }
  | { type: 'members'; readers: Iterable<readonly [string, string | null]> }
  | { type: 'read'; userId: string; upTo: string }
  | { type: 'missed'; ids: readonly string[] }
  | { type: 'hidden'; ids: Iterable<string> }

export function emptyThread(me: string): ThreadState {
  return {
    me,
    rows: new Map(),
    opened: new Map(),
    pending: [],
    readers: new Map(),
    hidden: new Set(),
    missed: new Set(),
    reachesStart: false,
  }
}

export function reduceThread(state: ThreadState, event: ThreadEvent): ThreadState {
  switch (event.type) {
    case 'rows':
      return withRows(state, event.rows, event.reachesStart ?? false)
    case 'page':
      return withPage(state, event)
    case 'since':
      return without(state, ({ created_at: at }) => at < event.instant)
    case 'opened':
      return { ...state, opened: withOpened(state.opened, event.messages) }
    case 'pending':
      return { ...state, pending: event.pending }
    case 'members':
      return { ...state, readers: withMembers(state.readers, event.readers) }
    case 'read':
      return withRead(state, event.userId, instantOf(event.upTo))
    case 'missed':
      return isSameSet(state.missed, event.ids) ? state : { ...state, missed: new Set(event.ids) }
    default:
      return { ...state, hidden: new Set([...state.hidden, ...event.ids]) }
  }
}

/**
 * The first word about an id holds: a server that tells another later changes nothing. Only `is_read` moves, forward, and
 * what its sender has erased stays erased.
 */
function withRows(state: ThreadState, news: readonly MessageRow[], reachesStart: boolean): ThreadState {
  const rows = new Map(state.rows)
  let isChanged = reachesStart && !state.reachesStart
  for (const row of news) {
    const known = rows.get(row.id)
    const next = known ? mergeRow(known, row) : { ...row, created_at: instantOf(row.created_at) }
    if (next === known) continue
    rows.set(row.id, next)
    isChanged = true
  }
  return isChanged ? { ...state, rows, reachesStart: state.reachesStart || reachesStart } : state
}

/** What stood within the page and is not in it is gone: deleted for oneself, or expired. So is what lies beyond a hole. */
function withPage(
  state: ThreadState,
  { rows, reachesStart, known }: Extract<ThreadEvent, { type: 'page' }>,
): ThreadState {
  const told = new Set(rows.map(({ id }) => id))
  const isJoined = reachesStart || rows.some(({ id }) => known.has(id))
  const [{ created_at: at, id } = { created_at: '', id: '' }] = rows.slice(-1)
  const oldest = { created_at: at === '' ? '' : instantOf(at), id }
  const isGone = (row: MessageRow) => known.has(row.id) && !told.has(row.id)
  const left = without(state, (row) => isGone(row) && (!isJoined || reachesStart || byAge(row, oldest) > 0))
  return withRows(left, rows, reachesStart)
}

function without(state: ThreadState, isGone: (row: MessageRow) => boolean): ThreadState {
  const gone = new Set([...state.rows.values()].filter(isGone).map(({ id }) => id))
  if (gone.size === 0) return state
  const rows = new Map([...state.rows].filter(([id]) => !gone.has(id)))
  return { ...state, rows, opened: new Map([...state.opened].filter(([id]) => !gone.has(id))) }
}

function mergeRow(known: MessageRow, told: MessageRow): MessageRow {
  const isErased = isErasedRow(told) && !isErasedRow(known)
  if (!isErased && (known.is_read || !told.is_read)) return known
  const read = known.is_read || told.is_read
  return isErased ? { ...told, created_at: known.created_at, is_read: read } : { ...known, is_read: read }
}

/** Nothing is left but that something was written. */
export function isErasedRow({ iv }: Pick<MessageRow, 'iv'>): boolean {
  return iv === 'deleted'
}

function isSameSet(one: ReadonlySet<string>, other: readonly string[]): boolean {
  return one.size === other.length && other.every((id) => one.has(id))
}

/** What is open stays open; a failure gives way to a later success. */
function withOpened(
  opened: ThreadState['opened'],
  messages: Iterable<readonly [string, Opened]>,
): ThreadState['opened'] {
  const next = new Map(opened)
  for (const [id, result] of messages) {
    const known = next.get(id)
    if (!known || known.kind === 'failed') next.set(id, result)
  }
  return next
}

function withMembers(
  readers: ThreadState['readers'],
  members: Iterable<readonly [string, string | null]>,
): ThreadState['readers'] {
  return new Map(
    [...members].map(([userId, upTo]) => {
      const [known, told] = [readers.get(userId) ?? '', upTo === null ? '' : instantOf(upTo)]
      return [userId, known > told ? known : told]
    }),
  )
}

function withRead(state: ThreadState, userId: string, upTo: string): ThreadState {
  if (userId === state.me || (state.readers.get(userId) ?? '') >= upTo) return state
  return { ...state, readers: new Map(state.readers).set(userId, upTo) }
}

/** The order of a thread: the server's clock, then the ids, which a device makes in the order of its messages. */
function byAge(a: Pick<MessageRow, 'created_at' | 'id'>, b: Pick<MessageRow, 'created_at' | 'id'>): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

const sorted = new WeakMap<ThreadState['rows'], readonly MessageRow[]>()

/** Oldest first. Sorted once for each change of the rows, and what is sorted already costs a look. */
export function rowsOf({ rows }: Pick<ThreadState, 'rows'>): readonly MessageRow[] {
  const known = sorted.get(rows)
  if (known) return known
  const order = [...rows.values()].toSorted(byAge)
  sorted.set(rows, order)
  return order
}

/** Rows that nobody has tried to open, or whose failure may pass. */
export function unopenedOf({ rows, opened }: ThreadState, isPassing: (code: string) => boolean): MessageRow[] {
  return [...rows.values()].filter((row) => {
    if (isErasedRow(row)) return false
    const result = opened.get(row.id)
    return !result || (result.kind === 'failed' && isPassing(result.code))
  })
}

/** Where the thread begins for a keyset upwards. */
export function oldestOf(state: ThreadState): MessageRow | undefined {
  return rowsOf(state)[0]
}

/** The newest instant that the server has told; a catch-up begins a little before it. */
export function newestInstant({ rows }: ThreadState): string | null {
  let newest: string | null = null
  for (const { created_at: at } of rows.values()) if (newest === null || at > newest) newest = at
  return newest
}

export function newestOfOthers({ me, ...state }: ThreadState): string | null {
  return rowsOf(state).findLast(({ sender_id: sender }) => sender !== me)?.created_at ?? null
}

/** The signed words of a row, where they are open. */
export function bodyOf({ opened }: Pick<ThreadState, 'opened'>, id: string): MessageBody | null {
  const result = opened.get(id)
  return result?.kind === 'open' ? result.body : null
}

/** What waits and is not there yet: the answer to a post may come after the row itself. Ids are made in order. */
export function stillPending({ pending, rows }: ThreadState): PendingMessage[] {
  return pending.filter(({ id }) => !rows.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function actsPending(state: ThreadState): PendingMessage[] {
  return stillPending(state).filter(({ body, state: step }) => isAct(body) && step !== 'failed')
}
