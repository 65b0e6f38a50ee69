/** Foreign keys, seen from both ends, through views and through junction tables → relationships by table. */
import type { Catalogue, CatalogueColumn, CatalogueKey } from './catalogue.ts'
import {
  type ColumnPairs,
  type ComputedRelationship,
  type DirectRelationship,
  type JunctionRelationship,
  keyOf,
  type QualifiedName,
  type Relationship,
} from './schema.ts'
import { type Origin, readOrigins } from './view-lineage.ts'

/** An exposed table or view that shows a base table's columns under names of its own. */
interface Face {
  readonly name: QualifiedName
  readonly isView: boolean
  /** Base attribute number → the face's column. */
  readonly columns: ReadonlyMap<number, string>
}

/** A foreign key between two faces. */
interface Link {
  readonly constraint: string
  readonly isUnique: boolean
  readonly from: Face
  readonly to: Face
  readonly columns: ColumnPairs
}

export function findRelationships(catalogue: Catalogue): Map<string, Relationship[]> {
  const faces = findFaces(catalogue)
  const links = catalogue.keys.filter(({ kind }) => kind === 'f').flatMap((key) => linksOf(key, faces))
  const direct = links.flatMap(bothWays)
  const junctions = junctionRelationships(links, primaryKeys(catalogue, faces))
  const computed = computedRelationships(catalogue)
  const overridden = new Set(computed.map(({ origin, routine }) => `${keyOf(origin)}\0${routine.name}`))
  const detected = [...direct, ...junctions].filter(
    ({ origin, target }) => !overridden.has(`${keyOf(origin)}\0${target.name}`),
  )
  return Map.groupBy<string, Relationship>([...detected, ...computed], ({ origin }) => keyOf(origin))
}

/** Every base table id → the exposed tables and views that show it. */
function findFaces({ tables, columns, views }: Catalogue): Map<number, Face[]> {
  const origins = new Map(views.map(({ view_id, rule }) => [view_id, readOrigins(rule)]))
  const byTable = Map.groupBy(columns, ({ table_id }) => table_id)
  const faces = new Map<number, Face[]>()
  for (const { oid, schema, name, is_view } of tables) {
    for (const [tableId, shown] of shownColumns(byTable.get(oid) ?? [], origins)) {
      faces.set(tableId, [...(faces.get(tableId) ?? []), { name: { schema, name }, isView: is_view, columns: shown }])
    }
  }
  return faces
}

/** Base table id → the base attributes that the columns show, the first column of each. */
function shownColumns(columns: readonly CatalogueColumn[], origins: Lineage): Map<number, Map<number, string>> {
  const bases = new Map<number, Map<number, string>>()
  for (const { table_id, attnum, name } of columns) {
    const origin = baseOf({ tableId: table_id, attribute: attnum }, origins)
    if (origin === null) continue
    const base = bases.get(origin.tableId) ?? new Map<number, string>()
    if (!base.has(origin.attribute)) base.set(origin.attribute, name)
    bases.set(origin.tableId, base)
  }
  return bases
}

/** View id → origins of its columns. */
type Lineage = ReadonlyMap<number, ReadonlyMap<number, Origin>>

/** Follows views upon views down to a table's column. */
function baseOf(start: Origin, origins: Lineage): Origin | null {
  let at: Origin | undefined = start
  for (let hops = 0; at !== undefined && hops < 32; hops += 1) {
    const view = origins.get(at.tableId)
    if (view === undefined) return at
    at = view.get(at.attribute)
  }
  return null
}

function linksOf(key: CatalogueKey, faces: ReadonlyMap<number, readonly Face[]>): Link[] {
  const { own, other } = key
  return (faces.get(key.table_id) ?? []).flatMap((from) =>
    (faces.get(key.target_id) ?? []).flatMap((to) => {
      const columns = own.map(
        (attribute, at) => [from.columns.get(attribute), to.columns.get(other?.[at] ?? 0)] as const,
      )
      const isShown = columns.every((pair) => pair[0] !== undefined && pair[1] !== undefined)
      return isShown
        ? [{ constraint: key.name, isUnique: key.is_unique, from, to, columns: columns as unknown as ColumnPairs }]
        : []
    }),
  )
}

const reverse = (columns: ColumnPairs): ColumnPairs => columns.map(([own, other]) => [other, own])

function bothWays({ constraint, isUnique, from, to, columns }: Link): DirectRelationship[] {
  return [
    {
      kind: isUnique ? 'one-to-one' : 'many-to-one',
      constraint,
      ownsKey: true,
      origin: from.name,
      target: to.name,
      isToTargetView: to.isView,
      columns,
    },
    {
      kind: isUnique ? 'one-to-one' : 'one-to-many',
      constraint,
      ownsKey: false,
      origin: to.name,
      target: from.name,
      isToTargetView: from.isView,
      columns: reverse(columns),
    },
  ]
}

function primaryKeys({ keys }: Catalogue, faces: ReadonlyMap<number, readonly Face[]>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { kind, table_id, own } of keys) {
    if (kind !== 'p') continue
    for (const face of faces.get(table_id) ?? []) {
      const names = own.map((attribute) => face.columns.get(attribute))
      if (names.every((name) => name !== undefined)) found.set(keyOf(face.name), names)
    }
  }
  return found
}

/** A junction's primary key holds the columns of both its foreign keys. */
function junctionRelationships(
  links: readonly Link[],
  keys: ReadonlyMap<string, readonly string[]>,
): JunctionRelationship[] {
  // Tables come last, so that of two with the same ends the table is the one that stays.
  const tablesLast = links.toSorted((a, b) => Number(b.from.isView) - Number(a.from.isView))
  const byJunction = Map.groupBy(tablesLast, ({ from }) => keyOf(from.name))
  const found = [...byJunction].flatMap(([junction, own]) => {
    const primary = keys.get(junction) ?? []
    const inKey = own.filter(({ columns }) => columns.every(([column]) => primary.includes(column)))
    return inKey.flatMap((first) =>
      inKey
        .filter((second) => second.constraint !== first.constraint)
        .map((second): JunctionRelationship => ({
          kind: 'many-to-many',
          origin: first.to.name,
          target: second.to.name,
          isToTargetView: second.to.isView,
          junction: first.from.name,
          originConstraint: first.constraint,
          targetConstraint: second.constraint,
          originColumns: reverse(first.columns),
          targetColumns: second.columns,
        })),
    )
  })
  return withoutRepetitions(found)
}

/** A view of a junction table joins the same two tables once more: once is enough. */
function withoutRepetitions(relationships: readonly JunctionRelationship[]): JunctionRelationship[] {
  const ends = ({ origin, target, originConstraint, targetConstraint }: JunctionRelationship) =>
    [keyOf(origin), keyOf(target), originConstraint, targetConstraint].join('\0')
  return [...new Map(relationships.map((relationship) => [ends(relationship), relationship])).values()]
}

/** A function from one table's row to rows of another table. */
function computedRelationships({ routines, tables }: Catalogue): ComputedRelationship[] {
  const byId = new Map(tables.map((table) => [table.oid, table]))
  return routines.flatMap((routine): ComputedRelationship[] => {
    const origin = routine.pronargs === 1 ? byId.get(routine.first_row_type ?? 0) : undefined
    if (origin === undefined || routine.row_name === null || routine.row_schema === null) return []
    return [
      {
        kind: 'computed',
        origin: { schema: origin.schema, name: origin.name },
        target: { schema: routine.row_schema, name: routine.row_name },
        isToTargetView: false,
        routine: { schema: routine.schema, name: routine.name },
        isToOne: !routine.is_set || routine.expected_rows === 1,
      },
    ]
  })
}
