import { objectOf } from '../catalog/json-text.ts'
import type { Table } from '../catalog/tables.ts'
import type { Row, RowChange } from '../row-change.ts'

/** How much of a change somebody is told. */
export interface View {
  /** The columns that the role may read. */
  readonly columns: ReadonlySet<string>
  /** The columns that the binding asks for; null for all. The key always comes along. */
  readonly select: readonly string[] | null
  /** Whether `old_record` is cut to the primary key. */
  readonly isOldCut: boolean
}

const LARGEST = 1024 * 1024
/** Of a change that is too large only values up to this size are told. */
const SMALL_VALUE = 64

/** The `data` of a `postgres_changes` frame (WIRE §4.8). */
export function changeData(change: RowChange, table: Table, view: View): string {
  const isTooLarge = sizeOf(change) > LARGEST
  const columns = table.columns.filter(
    ({ name, isKey }) => view.columns.has(name) && (view.select === null || isKey || view.select.includes(name)),
  )
  const told = (row: Row, isCut: boolean): [string, string][] =>
    columns.flatMap(({ name, isKey, typeName }): [string, string][] => {
      const json = row.get(name)
      if (json === undefined || (isCut && !isKey)) return []
      return isTooLarge && Buffer.byteLength(json) > SMALL_VALUE
        ? []
        : [[name, typeName === 'bytea' ? bare(json) : json]]
    })
  const { record, old } = change
  return objectOf([
    ...naming(change),
    ['commit_timestamp', JSON.stringify(change.committedAt.toISOString())],
    ['columns', JSON.stringify(columns.map(({ name, typeName }) => ({ name, type: typeName })))],
    ...(record === null ? [] : [['record', objectOf(told(record, false))] as const]),
    ...(old === null ? [] : [['old_record', objectOf(told(old, view.isOldCut))] as const]),
    ['errors', isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'],
  ])
}

/** Bytes are told without the `\x` in front, as the original tells them. */
const bare = (json: string) => json.replace(/^"\\\\x/, '"')

export type ChangeProblem = 400 | 401 | 500

const PROBLEMS: Readonly<Record<ChangeProblem, string>> = {
  400: 'Error 400: Bad Request, no primary key',
  401: 'Error 401: Unauthorized',
  500: 'Error 500: Internal Server Error, RLS policy evaluation failed',
}

/** That something changed, and why it cannot be told what. */
export const problemData = (change: RowChange, problem: ChangeProblem): string =>
  objectOf([...naming(change), ['errors', JSON.stringify([PROBLEMS[problem]])]])

const naming = ({ schema, table, kind }: RowChange): [string, string][] => [
  ['schema', JSON.stringify(schema)],
  ['table', JSON.stringify(table)],
  ['type', JSON.stringify(kind)],
]

function sizeOf({ record, old }: RowChange): number {
  let bytes = 0
  for (const row of [record, old]) for (const json of row?.values() ?? []) bytes += Buffer.byteLength(json)
  return bytes
}
