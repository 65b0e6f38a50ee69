/**
 * A thread as a value: what is known of it, and what each piece of news makes of that. Rows, openings and read marks
 * may come in any order, late, twice or not at all and be read again: the same facts are the same thread on every tab
 * and device. Knows no network, no clock and no screen.
 */
import { instantOf, type MessageBody, type MessageRow } from '#data/message-row.ts'

import { isAct, type Opened, type PendingMessage } from './message.ts'

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
  /** Nothing is older than what is there. */
  reachesStart: boolean
}

export type ThreadEvent =
  /** From the channel, a page, a catch-up or the answer to a post: it makes no difference. */
  | { type: 'rows'; rows: readonly MessageRow[]; reachesStart?: boolean }
  | { type: 'opened'; messages: Iterable<readonly [string, Opened]> }
  /** The outbox of this device, whole. */
  | { type: 'pending'; pending: readonly PendingMessage[] }
  | { type: 'members'; readers: Iterable<readonly [string, string | null]> }
  | { type: 'read'; userId: string; upTo: string }
  | { type: 'hidden'; ids: Iterable<string> }

export function emptyThread(me: string): ThreadState {
  return {
    me,
    rows: new Map(),
    opened: new Map(),
    pending: [],
    readers: new Map(),
    hidden: new Set(),
    reachesStart: false,
  }
}

export function reduceThread(state: ThreadState, event: ThreadEvent): ThreadState {
  switch (event.type) {
    case 'rows':
      return withRows(state, event.rows, event.reachesStart ?? false)
    case 'opened':
      return { ...state, opened: withOpened(state.opened, event.messages) }
    case 'pending':
      return { ...state, pending: event.pending }
    case 'members':
      return { ...state, readers: withMembers(state.readers, event.readers) }
    case 'read':
      return withRead(state, event.userId, instantOf(event.upTo))
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

/**
 * Counters that are missing between two of the same device and epoch: something was withheld, or lost on its way.
 * Where the thread does not reach its start, what lies before the oldest is not missed.
 */
export function gapsOf({ rows }: ThreadState): string[] {
  const counters = new Map<string, number[]>()
  for (const { sender_id: sender, metadata } of rows.values()) {
    const e2ee = metadata?.e2ee
    if (!e2ee) continue
    const series = `${sender} ${e2ee.epoch} ${e2ee.d}`
    const numbers = counters.get(series)
    if (numbers) numbers.push(e2ee.n)
    else counters.set(series, [e2ee.n])
  }
  return [...counters].flatMap(([series, numbers]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return sorted.flatMap((n, place) => (place > 0 && n - (sorted[place - 1] ?? n) > 1 ? [`${series} ${n}`] : []))
  })
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
