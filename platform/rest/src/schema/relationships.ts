/** Foreign keys, seen from both ends, through views and through junction tables → relationships by table. */
import type { Catalogue, CatalogueKey } from './catalogue.ts'
import { type Face, type Faces, primaryKeysOf, shownAs } from './faces.ts'
import {
  type ColumnPairs,
  type ComputedRelationship,
  type DirectRelationship,
  type JunctionRelationship,
  keyOf,
  type Relationship,
} from './schema.ts'

type Detected = DirectRelationship | JunctionRelationship

/** A foreign key between two faces. */
interface Link {
  readonly constraint: string
  readonly isUnique: boolean
  readonly from: Face
  readonly to: Face
  readonly columns: ColumnPairs
}

export function findRelationships(catalogue: Catalogue, faces: Faces): Map<string, Relationship[]> {
  const links = catalogue.keys.filter(({ kind }) => kind === 'f').flatMap((key) => linksOf(key, faces))
  const direct = links.flatMap(bothWays)
  const junctions = junctionRelationships(links, primaryKeysOf(catalogue, faces))
  const computed = computedRelationships(catalogue)
  const overridden = new Set(computed.map(({ origin, routine }) => `${keyOf(origin)}\0${routine.name}`))
  const detected = [...direct, ...junctions].filter(
    ({ origin, target }) => !overridden.has(`${keyOf(origin)}\0${target.name}`),
  )
  return Map.groupBy<string, Relationship>([...detected.toSorted(byPlace), ...computed], ({ origin }) => keyOf(origin))
}

function linksOf(key: CatalogueKey, faces: ReadonlyMap<number, readonly Face[]>): Link[] {
  const { own, other } = key
  return (faces.get(key.table_id) ?? []).flatMap((from) =>
    (faces.get(key.target_id) ?? []).flatMap((to) => {
      const pairs = own.map((attribute, at) =>
        shownAs(from, attribute).flatMap((name) =>
          shownAs(to, other?.[at] ?? 0).map((otherName) => [name, otherName] as const),
        ),
      )
      return everyChoice(pairs).map((columns) => ({
        constraint: key.name,
        isUnique: key.is_unique,
        from,
        to,
        columns,
      }))
    }),
  )
}

/** One of each list: a view that shows a column of a key twice is related by either. */
const everyChoice = <Item>(lists: readonly (readonly Item[])[]): Item[][] =>
  lists.reduce<Item[][]>((chosen, list) => chosen.flatMap((items) => list.map((item) => [...items, item])), [[]])

const kinds = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'] as const

/** The order in which several that fit are told: by target, kind, constraint and columns. */
function byPlace(a: Detected, b: Detected): number {
  const [left, right] = [placeOf(a), placeOf(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : left[at]! < right[at]! ? -1 : 1
}

function placeOf(relationship: Detected): string[] {
  const { target, kind } = relationship
  const place = [target.schema, target.name, String(kinds.indexOf(kind))]
  if (relationship.kind !== 'many-to-many') return [...place, relationship.constraint, ...relationship.columns.flat()]
  const { junction, originConstraint, targetConstraint, originColumns, targetColumns } = relationship
  return [...place, keyOf(junction), originConstraint, targetConstraint, ...[...originColumns, ...targetColumns].flat()]
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

/** A junction's primary key holds the columns of both its foreign keys. A view of a junction is one of its own. */
function junctionRelationships(
  links: readonly Link[],
  keys: ReadonlyMap<string, readonly string[]>,
): JunctionRelationship[] {
  const byJunction = Map.groupBy(
    links.filter(({ isUnique }) => !isUnique),
    ({ from }) => keyOf(from.name),
  )
  return [...byJunction].flatMap(([junction, own]) => {
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
