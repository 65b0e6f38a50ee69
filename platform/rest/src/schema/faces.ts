/** Which exposed tables and views show a base table's columns, and under which names. */
import type { Catalogue, CatalogueColumn } from './catalogue.ts'
import { keyOf, type QualifiedName } from './schema.ts'
import { type Origin, readOrigins } from './view-lineage.ts'

export interface Face {
  readonly name: QualifiedName
  readonly isView: boolean
  /** Base attribute number → the face's columns. */
  readonly columns: ReadonlyMap<number, readonly string[]>
}

/** By base table id. */
export type Faces = ReadonlyMap<number, readonly Face[]>

/** The face's columns that show a base attribute; none where it is hidden. */
export const shownAs = ({ columns }: Face, attribute: number): readonly string[] => columns.get(attribute) ?? []

export function findFaces({ tables, columns, views }: Catalogue): Faces {
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

/** Base table id → the base attributes that the columns show, with all the columns of each. */
function shownColumns(columns: readonly CatalogueColumn[], origins: Lineage): Map<number, Map<number, string[]>> {
  const bases = new Map<number, Map<number, string[]>>()
  for (const { table_id, attnum, name } of columns) {
    const origin = baseOf({ tableId: table_id, attribute: attnum }, origins)
    if (origin === null) continue
    const base = bases.get(origin.tableId) ?? new Map<number, string[]>()
    base.set(origin.attribute, [...(base.get(origin.attribute) ?? []), name])
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

/** Primary keys by name; a view has the keys of all tables whose key columns it shows, by the first column of each. */
export function primaryKeysOf({ keys }: Pick<Catalogue, 'keys'>, faces: Faces): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { kind, table_id, own } of keys) {
    if (kind !== 'p') continue
    for (const face of faces.get(table_id) ?? []) {
      const names = own.flatMap((attribute) => shownAs(face, attribute).slice(0, 1))
      if (names.length < own.length) continue
      found.set(keyOf(face.name), [...(found.get(keyOf(face.name)) ?? []), ...names])
    }
  }
  return found
}
