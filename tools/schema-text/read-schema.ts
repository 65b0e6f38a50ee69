/** A database's schema as text: the same for two databases exactly when they are the same. */
import { codeQueries } from './code.ts'
import type { CatalogueReader, SchemaEntry } from './entry.ts'
import { objectQueries } from './objects.ts'
import { rightQueries } from './rights.ts'
import { readRows } from './rows.ts'
import { tableQueries } from './tables.ts'

const byName = (one: SchemaEntry, other: SchemaEntry): number =>
  one.kind === other.kind ? compare(one.name, other.name) : 0

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

/** Kinds in the order in which they can be made; within a kind by name. */
export async function readSchema(catalogue: CatalogueReader): Promise<SchemaEntry[]> {
  // Without a path every name is told with its schema.
  await catalogue.query(`select set_config('search_path', '', true)`)
  const found: SchemaEntry[] = []
  for (const query of [...objectQueries, ...tableQueries, ...codeQueries, ...rightQueries])
    found.push(...(await catalogue.query<SchemaEntry>(query)))
  found.push(...(await readRows(catalogue)))
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => found.filter((entry) => entry.kind === kind).sort(byName))
}

export const schemaText = (entries: readonly SchemaEntry[]): string =>
  entries.map(({ kind, name, text }) => `-- ${kind} ${name}\n${text}\n`).join('\n')
