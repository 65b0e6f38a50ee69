/** What the asking role may see of the exposed schema, for the root's document. */
import type { Database, Session, Statement } from '@platform/database'

import { keyOf } from '../schema/schema.ts'

export interface Visible {
  /** Commands by table key. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  readonly routines: ReadonlySet<string>
}

// A grant on a single column makes a table visible as much as one on the whole table does.
const text = `
select coalesce((
         select json_agg(json_build_array(c.relname, array_remove(array[
           case when has_any_column_privilege(c.oid, 'select') then 'select' end,
           case when has_any_column_privilege(c.oid, 'insert') then 'insert' end,
           case when has_any_column_privilege(c.oid, 'update') then 'update' end,
           case when has_table_privilege(c.oid, 'delete') then 'delete' end], null)))
         from pg_catalog.pg_class c
         where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p')), '[]'),
       coalesce((
         select json_agg(p.proname) from pg_catalog.pg_proc p
         where p.pronamespace = n.oid and has_function_privilege(p.oid, 'execute')), '[]')
from pg_catalog.pg_namespace n
where n.nspname = $1 and has_schema_privilege(n.oid, 'usage')`

export async function readVisible(
  database: Database,
  session: Session,
  schema: string,
  before: Statement | null,
): Promise<Visible> {
  const { rows } = await database.read(session, async (tx) => {
    if (before !== null) await tx.raw(before)
    return tx.raw({ text, params: [schema], name: 'rest_visible' })
  })
  const [tables, routines] = rows[0] ?? []
  const key = (name: string) => keyOf({ schema, name })
  return {
    tables: new Map(
      (JSON.parse(String(tables ?? '[]')) as [string, string[]][]).map(([name, commands]) => [
        key(name),
        new Set(commands),
      ]),
    ),
    routines: new Set((JSON.parse(String(routines ?? '[]')) as string[]).map(key)),
  }
}
