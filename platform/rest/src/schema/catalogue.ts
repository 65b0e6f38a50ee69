/** Reads the catalogue: the rows that `catalogue.sql` answers. */
import { readFileSync } from 'node:fs'

import { type Database, type Session, systemSession } from '@platform/database'

interface CatalogueTable {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly is_view: boolean
  readonly has_policies: boolean
  /** Bits of PostgreSQL's command types: 4 update, 8 insert, 16 delete. */
  readonly updatable: number
  readonly description: string | null
}

export interface CatalogueColumn {
  readonly table_id: number
  readonly attnum: number
  readonly name: string
  readonly is_required: boolean
  readonly type: string
  readonly default_expression: string | null
  readonly is_generated: boolean
  /** A `tsvector`, or a domain over it. */
  readonly is_searched: boolean
  readonly max_length: number | null
  readonly enum_values: readonly string[] | null
  /** Of all partial indexes of the table. */
  readonly index_predicates: readonly string[] | null
  readonly description: string | null
}

export interface CatalogueKey {
  readonly table_id: number
  readonly name: string
  readonly kind: 'p' | 'f'
  readonly target_id: number
  readonly own: readonly number[]
  readonly other: readonly number[] | null
  readonly is_unique: boolean
}

interface CatalogueView {
  readonly view_id: number
  readonly name: string
  readonly rule: string
}

export interface CatalogueRoutine {
  readonly schema: string
  readonly name: string
  readonly volatility: 'v' | 's' | 'i'
  readonly is_set: boolean
  readonly expected_rows: number
  readonly pronargs: number
  readonly defaults: number
  readonly is_variadic: boolean
  readonly argument_names: readonly string[]
  readonly argument_modes: readonly string[]
  readonly argument_types: readonly string[] | null
  readonly first_row_type: number | null
  readonly return_type: string
  readonly return_kind: string
  readonly is_row: boolean
  readonly is_bytes: boolean
  readonly row_name: string | null
  readonly row_schema: string | null
  readonly description: string | null
}

/** An implicit cast between a domain and JSON or text. */
export interface CatalogueRepresentation {
  readonly source: string
  readonly target: string
  readonly schema: string
  readonly name: string
}

/** An aggregate that returns a domain named like a media type. */
export interface CatalogueHandler {
  readonly schema: string
  readonly name: string
  readonly media_type: string
  /** Null for one that takes rows of any kind. */
  readonly table_schema: string | null
  readonly table_name: string | null
  readonly is_bytes: boolean
}

export interface Catalogue {
  readonly tables: readonly CatalogueTable[]
  readonly columns: readonly CatalogueColumn[]
  readonly keys: readonly CatalogueKey[]
  /** Names by table and attribute number, for the tables that keys mention. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly views: readonly CatalogueView[]
  readonly routines: readonly CatalogueRoutine[]
  /** Where `st_asgeojson` of PostGIS is; null where it is not. */
  readonly geoJsonSchema: string | null
  readonly representations: readonly CatalogueRepresentation[]
  readonly handlers: readonly CatalogueHandler[]
}

const text = readFileSync(new URL('catalogue.sql', import.meta.url), 'utf8')

export async function readCatalogue(system: Database, schemas: readonly string[]): Promise<Catalogue> {
  const session: Session = { ...systemSession, settings: { search_path: '' } }
  const { rows } = await system.once(session, { text, params: [schemas] }, 'read')
  const [row = []] = rows
  const parse = (at: number): unknown => JSON.parse(String(row[at] ?? '[]'))
  return {
    tables: parse(0) as Catalogue['tables'],
    columns: parse(1) as Catalogue['columns'],
    keys: parse(2) as Catalogue['keys'],
    attributes: parse(3) as Catalogue['attributes'],
    views: parse(4) as Catalogue['views'],
    routines: parse(5) as Catalogue['routines'],
    geoJsonSchema: row[6]?.toString() ?? null,
    representations: parse(7) as Catalogue['representations'],
    handlers: parse(8) as Catalogue['handlers'],
  }
}
