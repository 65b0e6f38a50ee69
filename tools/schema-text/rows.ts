/** The rows that migrations bring: prices, buckets, templates. What the database draws by itself is told by a name. */
import { isOurs, type CatalogueReader, type SchemaEntry } from './entry.ts'

interface FilledTable {
  readonly table: string
  /** Columns with the hour at which the row came. */
  readonly times: string[]
  /** Columns whose identifier was drawn: another one in every database. */
  readonly drawn: string[]
}

type Row = Record<string, unknown>

const tablesQuery = `
  select c.oid::regclass::text as table,
    array(select a.attname::text from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.atttypid = 'timestamptz'::regtype) as times,
    array(select a.attname::text from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.atttypid = 'uuid'::regtype) as drawn
  from pg_class c
  where c.relkind = 'r' and not c.relispartition and ${isOurs('c.relnamespace')}
    -- The ledgers of migrations: how a schema came to be is not what it is.
    and c.relname <> 'schema_migrations'
  order by 1`

async function readTable(catalogue: CatalogueReader, { table, times, drawn }: FilledTable) {
  const rows = await catalogue.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)
  return rows
    .map(({ row }) => {
      const told = { ...row }
      for (const column of times) if (told[column] !== null) told[column] = '<now>'
      const names = drawn.map((column) => String(row[column]))
      for (const column of drawn) told[column] = '<drawn>'
      return { names, told, place: JSON.stringify(told) }
    })
    .sort((one, other) => (one.place < other.place ? -1 : 1))
}

/** Every drawn identifier becomes the place of its row, wherever another row names it. */
export async function readRows(catalogue: CatalogueReader): Promise<SchemaEntry[]> {
  const labels = new Map<string, string>()
  const found: { table: string; told: Row }[] = []
  for (const filled of await catalogue.query<FilledTable>(tablesQuery)) {
    for (const [index, { names, told }] of (await readTable(catalogue, filled)).entries()) {
      for (const name of names) labels.set(name, `<${filled.table} ${index + 1}>`)
      found.push({ table: filled.table, told })
    }
  }
  const numbers = new Map<string, number>()
  return found.map(({ table, told }) => {
    const number = (numbers.get(table) ?? 0) + 1
    numbers.set(table, number)
    const text = JSON.stringify(told, (_key, value: unknown) =>
      typeof value === 'string' ? (labels.get(value) ?? value) : value,
    )
    return { kind: 'row', name: `${table} ${String(number).padStart(4, '0')}`, text }
  })
}
