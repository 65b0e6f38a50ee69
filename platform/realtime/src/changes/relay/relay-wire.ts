/** What a relay tells the nodes, and on which channels of Redis. */
import type { Row, RowChange, Wanted } from '../row-change.ts'
import type { SentMessage } from '../row-changes.ts'

/** One thing that was committed. */
export type Item = { readonly place: string } & ({ readonly change: RowChange } | { readonly message: SentMessage })

/** Items of one topic; they count once the mark of their batch has come. */
export interface Parcel {
  /** Of this run of this relay. */
  readonly relay: string
  readonly items: readonly Item[]
}

export type Control = { readonly relay: string } & (
  | { readonly says: 'alive' }
  /** Whatever stands before `place` was told; this batch is what came after `after`, null for the first of a relay. */
  | { readonly says: 'mark'; readonly after: string | null; readonly place: string }
  /** What was committed before this cannot be told any more. */
  | { readonly says: 'lost' }
)

export const controlChannel = (prefix: string) => `${prefix}changes`
export const allTables = (prefix: string) => `${prefix}changes:rows:*`

export function channelOf(prefix: string, wanted: Wanted): string {
  if (wanted.about === 'topic') return `${prefix}changes:sent:${wanted.topic}`
  return `${prefix}changes:rows:${JSON.stringify([wanted.schema, wanted.table])}`
}

export const wantedOf = (item: Item): Wanted =>
  'message' in item
    ? { about: 'topic', topic: item.message.topic }
    : { about: 'table', schema: item.change.schema, table: item.change.table }

export const encodeControl = (control: Control): string => JSON.stringify(control)
export const decodeControl = (text: string): Control => JSON.parse(text) as Control

export function encodeParcel({ relay, items }: Parcel): string {
  return JSON.stringify({ relay, items: items.map(packed) })
}

/** Nodes trust each other: whoever can write to the bus is one. */
export function decodeParcel(text: string): Parcel {
  const { relay, items } = JSON.parse(text) as { relay: string; items: PackedItem[] }
  return { relay, items: items.map(unpacked) }
}

type PackedRow = readonly (readonly [string, string])[] | null
interface PackedItem {
  readonly place: string
  readonly change?: Omit<RowChange, 'record' | 'old' | 'committedAt'> & {
    readonly record: PackedRow
    readonly old: PackedRow
    readonly committedAt: number
  }
  readonly message?: Omit<SentMessage, 'binary' | 'insertedAt'> & {
    readonly binary: string | null
    readonly insertedAt: number
  }
}

function packed(item: Item): PackedItem {
  if ('message' in item) {
    const { binary, insertedAt, ...rest } = item.message
    const message = { ...rest, binary: binary?.toString('base64') ?? null, insertedAt: insertedAt.getTime() }
    return { place: item.place, message }
  }
  const { record, old, committedAt, ...rest } = item.change
  const change = { ...rest, record: packRow(record), old: packRow(old), committedAt: committedAt.getTime() }
  return { place: item.place, change }
}

function unpacked({ place, change, message }: PackedItem): Item {
  if (message !== undefined) {
    const binary = message.binary === null ? null : Buffer.from(message.binary, 'base64')
    return { place, message: { ...message, binary, insertedAt: new Date(message.insertedAt) } }
  }
  const { record, old, committedAt, ...rest } = change!
  return { place, change: { ...rest, record: toRow(record), old: toRow(old), committedAt: new Date(committedAt) } }
}

const packRow = (row: Row | null): PackedRow => (row === null ? null : [...row])
const toRow = (row: PackedRow): Row | null => (row === null ? null : new Map(row))
