import { systemSession, type Database } from '@platform/database'

import type { Row, RowChange } from '../row-change.ts'

export interface OutboxRow {
  readonly id: string
  /** The lower 32 bits. */
  readonly xid: number
  readonly at: Date
  readonly schema: string
  readonly table: string
  readonly kind: RowChange['kind']
  /** `relreplident`. */
  readonly identity: string
  /** The columns that identify a row, as the replica identity says. */
  readonly identityColumns: readonly string[]
  readonly recordNames: readonly string[] | null
  readonly recordValues: readonly string[] | null
  readonly oldNames: readonly string[] | null
  readonly oldValues: readonly string[] | null
}

const PAGE = 200

/**
 * What is to be seen now and was not before, in the order of writing: transactions that wrote the same row waited for
 * each other, so each row's changes come in the order of their commits, and nobody waits for the slowest transaction.
 */
const READ_PAGE = `
  select
    outbox.id::text as id,
    (outbox.xid::text::numeric % 4294967296)::float8 as xid,
    outbox.at,
    n.nspname as schema,
    c.relname as "table",
    outbox.kind,
    c.relreplident::text as identity,
    array(
      select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = c.oid and (case when c.relreplident = 'i' then indisreplident else indisprimary end)
    ) as "identityColumns",
    case when record is not null then array(select key from json_each(record)) end as "recordNames",
    case when record is not null then array(select value::text from json_each(record)) end as "recordValues",
    case when old is not null then array(select key from json_each(old)) end as "oldNames",
    case when old is not null then array(select value::text from json_each(old)) end as "oldValues"
  from realtime.outbox
  join pg_class as c on c.oid = outbox.relation
  join pg_namespace as n on n.oid = c.relnamespace
  where outbox.xid >= pg_snapshot_xmin($1::pg_snapshot) and outbox.id > $3::bigint
    and not pg_visible_in_snapshot(outbox.xid, $1::pg_snapshot)
    and pg_visible_in_snapshot(outbox.xid, $2::pg_snapshot)
  order by outbox.id
  limit ${PAGE}`

export interface Span {
  /** Snapshots: what was read already, and what is to be read. */
  readonly seen: string
  readonly now: string
}

export function readPage(system: Database, { seen, now }: Span, after: string): Promise<OutboxRow[]> {
  return system.read(systemSession, (tx) => tx.query<OutboxRow>(READ_PAGE, [seen, now, after]))
}

export const isLastPage = (rows: readonly OutboxRow[]) => rows.length < PAGE

const toRow = (names: readonly string[] | null, values: readonly string[] | null): Row | null =>
  names === null ? null : new Map(names.map((name, index) => [name, values?.[index] ?? 'null']))

/** Of the row before only what the table's replica identity tells, as from the log. */
export function toRowChange(row: OutboxRow, isTransactionWhole: boolean): RowChange {
  const isOldWhole = row.identity === 'f'
  const old = toRow(row.oldNames, row.oldValues)
  const identity = new Set(row.identityColumns)
  return {
    schema: row.schema,
    table: row.table,
    kind: row.kind,
    record: toRow(row.recordNames, row.recordValues),
    old: old === null || isOldWhole ? old : new Map([...old].filter(([name]) => identity.has(name))),
    isOldWhole: isOldWhole && old !== null,
    unchanged: [],
    xid: row.xid,
    committedAt: row.at,
    isTransactionWhole,
  }
}
