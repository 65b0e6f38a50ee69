/** A `phx_join` payload as the channel understands it (WIRE §4.4). What is malformed counts as not said. */

import type { Binding } from '../changes/row-changes.ts'
import { isRecord } from '../wire/client-frames.ts'

type Fields = Readonly<Record<string, unknown>>

export interface JoinWishes {
  readonly isPrivate: boolean
  readonly acknowledge: boolean
  readonly echo: boolean
  /** Null when none is asked for; `since` in epoch milliseconds. */
  readonly replay: { readonly since: number; readonly limit: number } | 'malformed' | null
  readonly replicationReady: boolean
  readonly presence: PresenceWishes
  readonly rows: RowWishes
  /** The token that the join brings along, else null. */
  readonly token: string | null
}

export interface PresenceWishes {
  /** Null where the client leaves it to the server. */
  readonly key: string | null
  readonly isOn: boolean
}

export interface RowWishes {
  readonly bindings: readonly Binding[]
  /** The entries as they came, to be answered with an id each: the client compares key by key. */
  readonly entries: readonly Fields[]
  /** Milliseconds that the join's answer waits for the subscription; null answers at once. */
  readonly waitMs: number | null
  /** The topic alone said which rows: their changes come as events of their own, `INSERT`, `UPDATE` and `DELETE`. */
  readonly isByTopic: boolean
}

const MOST_REPLAYED = 25
const LONGEST_KEY = 256
const MOST_BINDINGS = 100
const WAIT_MS = { usual: 15_000, most: 20_000 } as const

// What most joins wish for, once for all of them: ten thousand idle channels hold no objects that are alike.
const nothing: readonly never[] = []
const noRows: RowWishes = { bindings: nothing, entries: nothing, waitMs: null, isByTopic: false }
const unnamed = { on: { key: null, isOn: true }, off: { key: null, isOn: false } }

export function readJoin(payload: Fields, name: string): JoinWishes {
  const config = fieldsAt(payload, 'config')
  const broadcast = fieldsAt(config, 'broadcast')
  const presence = fieldsAt(config, 'presence')
  return {
    isPrivate: config['private'] === true,
    acknowledge: broadcast['ack'] === true,
    echo: broadcast['self'] === true,
    replay: readReplay(broadcast['replay']),
    replicationReady: broadcast['replication_ready'] === true,
    presence: readPresence(presence),
    rows: isRecord(payload['config']) ? readRows(config) : topicOnly(name),
    token: textOf(payload['user_token']) ?? textOf(payload['access_token']),
  }
}

function fieldsAt(parent: Fields, key: string): Fields {
  const value = parent[key]
  return isRecord(value) ? value : {}
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** NOTE: JSON may say `1e999`, or a year that no date reaches. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(new Date(value).getTime())

function readReplay(value: unknown): JoinWishes['replay'] {
  if (!isRecord(value)) return null
  const { since, limit = MOST_REPLAYED } = value
  if (typeof limit !== 'number' || !isTime(since)) return 'malformed'
  return { since, limit: limit >= 1 ? Math.min(Math.floor(limit), MOST_REPLAYED) : MOST_REPLAYED }
}

function readPresence({ key: value, enabled }: Fields): PresenceWishes {
  const isOn = enabled === true
  const key = typeof value === 'number' ? String(value) : textOf(value)
  if (key === null) return isOn ? unnamed.on : unnamed.off
  return { key: key.slice(0, LONGEST_KEY), isOn }
}

function readRows(config: Fields): RowWishes {
  const list = config['postgres_changes']
  const entries = Array.isArray(list) ? list.filter(isRecord).slice(0, MOST_BINDINGS) : nothing
  if (entries.length === 0) return noRows
  const waitMs = readWait(fieldsAt(config, 'postgres_changes_options'))
  return { entries, bindings: entries.map(toBinding), waitMs, isByTopic: false }
}

function readWait({ wait, timeout }: Fields): number | null {
  if (wait !== true) return null
  return typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, WAIT_MS.most) : WAIT_MS.usual
}

function toBinding(entry: Fields): Binding {
  const [table, filter] = [textOf(entry['table']), textOf(entry['filter'])]
  const columns = entry['select']
  return {
    event: textOf(entry['event']) ?? '*',
    schema: textOf(entry['schema']) ?? 'public',
    ...(table !== null && { table }),
    ...(filter !== null && { filter }),
    ...(Array.isArray(columns) && { select: columns.filter((column) => typeof column === 'string') }),
  }
}

/** Clients from before channels had a configuration name a table by their topic: `schema:table:filter`. */
function topicOnly(name: string): RowWishes {
  const [schema = '', table, ...filter] = name.split(':')
  const entry = {
    event: '*',
    schema,
    ...(table !== undefined && { table }),
    ...(filter.length > 0 && { filter: filter.join(':') }),
  }
  return { entries: [], bindings: [entry], waitMs: null, isByTopic: true }
}
