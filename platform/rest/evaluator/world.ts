/** The tables' rows in memory, and who sees which of them. */
import { type Role, sees, type Table, tables } from './model.ts'
import { test } from './operators.ts'
import type { Relation } from './relations.ts'
import { Num, round, type Row, times, type Value } from './value.ts'

export type World = ReadonlyMap<string, readonly Row[]>

/** Who looks, and at what. */
export interface Scene {
  readonly world: World
  readonly role: Role
}

const pick = (row: Row, names: Readonly<Record<string, string>>): Row =>
  Object.fromEntries(Object.entries(names).map(([name, origin]) => [name, row[origin] ?? null]))

/** Views run as their owner, who sees everything. */
const views: Readonly<Record<string, (world: World) => readonly Row[]>> = {
  printed_books: (world) =>
    (world.get('books') ?? [])
      .filter((row) => row['in_print'] === true)
      .map((row) => pick(row, { id: 'id', title: 'title', author_id: 'author_id', price: 'price' })),
  writers: (world) => (world.get('authors') ?? []).map((row) => pick(row, { writer_id: 'id', writer_name: 'name' })),
}

export const storedTables: readonly Table[] = [...tables.values()].filter(({ isView }) => !isView)

export function visibleRows(table: string, { world, role }: Scene): readonly Row[] {
  const rows = views[table]?.(world) ?? world.get(table) ?? []
  return rows.filter((row) => sees(role, table, row))
}

const joins = (pairs: Relation['pairs'], own: Row, other: Row) =>
  pairs.every(([left, right]) => test('eq', 'int', own[left] ?? null, other[right] ?? null) === true)

export function relatedRows(relation: Relation, row: Row, scene: Scene): readonly Row[] {
  const { via, pairs } = relation
  const targets = visibleRows(relation.to, scene)
  if (via === null) return targets.filter((target) => joins(pairs, row, target))
  const between = visibleRows(via.table, scene).filter((link) => joins(pairs, row, link))
  return between.flatMap((link) => targets.filter((target) => joins(via.pairs, link, target)))
}

/** `price_with_tax(books)`. */
const withTax = (price: Value) => (price instanceof Num ? round(times(price, new Num('1.25')), 2) : null)

export const columnValue = (row: Row, column: string): Value =>
  column === 'price_with_tax' ? withTax(row['price'] ?? null) : (row[column] ?? null)
