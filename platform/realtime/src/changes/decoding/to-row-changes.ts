import { DatabaseError, systemSession, type Database } from '@platform/database'

import { jsonOfText } from '../catalog/json-text.ts'
import type { TypeCatalog } from '../catalog/types.ts'
import type { Row, RowChange } from '../row-change.ts'
import { literal } from '../sql-text.ts'
import type { DecodedChange } from './transactions.ts'

/** A value whose JSON only PostgreSQL knows: arrays, composites, types with a cast of their own. */
interface Riddle {
  readonly row: Map<string, string>
  readonly name: string
  readonly expression: string
}

/** Texts of the stream become PostgreSQL's own JSON, with one statement at most. */
export async function toRowChanges(
  changes: readonly DecodedChange[],
  types: TypeCatalog,
  system: Database,
): Promise<RowChange[]> {
  await types.learn(changes.flatMap(({ relation }) => relation.columns.map(({ typeOid }) => typeOid)))
  const riddles: Riddle[] = []
  const rows = changes.map((change) => toRowChange(change, types, riddles))
  if (riddles.length > 0) await solve(riddles, system)
  return rows
}

function toRowChange(change: DecodedChange, types: TypeCatalog, riddles: Riddle[]): RowChange {
  const { relation, kind, xid, committedAt, isOldWhole, isTransactionWhole } = change
  const unchanged: string[] = []
  const rowOf = (texts: DecodedChange['record']): Row | null => {
    if (texts === null) return null
    const row = new Map<string, string>()
    for (const { name, typeOid } of relation.columns) {
      const text = texts[name]
      if (text === undefined) continue
      const json = text === null ? 'null' : jsonOfText(text, types.get(typeOid).form)
      // The place is taken before the answer is known: columns keep their order.
      row.set(name, json ?? 'null')
      if (json === null) riddles.push({ row, name, expression: `${literal(text!)}::${types.get(typeOid).sqlName}` })
    }
    return row
  }
  for (const { name } of relation.columns)
    if (change.record !== null && change.record[name] === undefined) unchanged.push(name)
  return {
    schema: relation.schema,
    table: relation.name,
    kind,
    record: rowOf(change.record),
    old: rowOf(change.old),
    isOldWhole,
    unchanged,
    xid,
    committedAt,
    isTransactionWhole,
  }
}

async function solve(riddles: readonly Riddle[], system: Database): Promise<void> {
  const text = `select array[${riddles.map(({ expression }) => `to_json(${expression})::text`).join(', ')}] as answers`
  const session = { ...systemSession, settings: { TimeZone: 'UTC' } }
  const read = system.read(session, (tx) => tx.query<{ answers: string[] }>(text))
  const [found] = await read.catch((error: unknown) => {
    // A type that is gone by now, or has lost a value.
    if (error instanceof DatabaseError) return []
    throw error
  })
  for (const [index, { row, name }] of riddles.entries()) row.set(name, found?.answers[index] ?? 'null')
}
