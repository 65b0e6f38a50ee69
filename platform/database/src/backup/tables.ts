/** Which tables there are to copy, with the columns that are written and not computed. */
import type pg from 'pg'

export interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  /** Quoted, with commas between them. */
  readonly columns: string
}

export interface Sequence {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/** What has run is compared, not copied. */
const ledgers = "('platform_migrations', 'supabase_migrations')"
const own = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and n.nspname not in ${ledgers}
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Partitions come and go, often by the day: their rows are those of the whole, and find a place there again. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      coalesce(string_agg(quote_ident(a.attname), ',' order by a.attnum), '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't' and ${own}
    group by n.nspname, c.relname order by n.nspname, c.relname`)
  return rows
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${own} order by 1`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push({ name, ...found.rows[0]! })
  }
  return sequences
}
