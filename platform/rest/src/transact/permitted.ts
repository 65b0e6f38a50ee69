/** What a role may do with one table or function, for OPTIONS. */
import type { Database, Session, Statement } from '@platform/database'

import type { QualifiedName } from '../schema/schema.ts'

// A grant on a single column lets through as much as one on the whole table does.
const tableText = `
select array_to_json(array_remove(array[
         case when has_any_column_privilege(c.oid, 'select') then 'select' end,
         case when has_any_column_privilege(c.oid, 'insert') then 'insert' end,
         case when has_any_column_privilege(c.oid, 'update') then 'update' end,
         case when has_table_privilege(c.oid, 'delete') then 'delete' end], null))
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 and has_schema_privilege(n.oid, 'usage')`

const routineText = `
select '["execute"]'
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where n.nspname = $1 and p.proname = $2 and has_schema_privilege(n.oid, 'usage')
  and has_function_privilege(p.oid, 'execute')
limit 1`

type Privilege = 'select' | 'insert' | 'update' | 'delete' | 'execute'

export interface Permitted {
  readonly database: Database
  readonly session: Session
  readonly before: Statement | null
}

export async function readPermitted(
  kind: 'table' | 'routine',
  { schema, name }: QualifiedName,
  { database, session, before }: Permitted,
): Promise<ReadonlySet<Privilege>> {
  const text = kind === 'table' ? tableText : routineText
  const { rows } = await database.read(session, async (tx) => {
    if (before !== null) await tx.raw(before)
    return tx.raw({ text, params: [schema, name], name: `rest_permitted_${kind}` })
  })
  return new Set(JSON.parse(String(rows[0]?.[0] ?? '[]')) as Privilege[])
}
