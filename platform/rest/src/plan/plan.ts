/** What will be asked of the database, with every name resolved: the meeting point of plan, sql and respond. */
import type { Access } from '@platform/database'

import type { Preferences } from '../parse/preferences.ts'
import type { Aggregate, Field, OrderTerm, Operation, Window } from '../parse/query.ts'
import type { Column, MediaHandler, QualifiedName, Relationship, Routine, Table } from '../schema/schema.ts'

export interface PlannedField extends Field {
  /** SQL alias of the level the column belongs to. */
  readonly alias: string
  /** Null when the schema does not know the column: a computed one, or a function's output. */
  readonly type: string | null
  readonly isSearched: boolean
  /** Reads a filter's text as the column's domain. */
  readonly parser: QualifiedName | null
  /** What partial indexes compare the column with. */
  readonly indexConstants: readonly string[]
}

export type Filter =
  | {
      readonly kind: 'condition'
      readonly field: PlannedField
      readonly isNegated: boolean
      readonly operation: Operation
    }
  | { readonly kind: 'embedded'; readonly embed: Embed; readonly isNegated: boolean }
  | { readonly kind: 'and' | 'or'; readonly isNegated: boolean; readonly operands: readonly Filter[] }

export type Output =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'column'
      readonly field: PlannedField
      readonly name: string
      readonly cast: string | null
      readonly aggregate: Aggregate | null
      readonly aggregateCast: string | null
      /** Writes the column's domain as JSON. */
      readonly format: QualifiedName | null
    }
  | { readonly kind: 'count'; readonly name: string; readonly cast: string | null }
  /** What tells a row from none: `count()` of a spread counts it further up. */
  | { readonly kind: 'presence'; readonly name: string }
  | { readonly kind: 'embed'; readonly embed: Embed }
  | (Lifted & { readonly kind: 'lifted'; readonly embed: Embed })

/** A column of a to-one spread, by itself or aggregated over the rows of the level that it is spread into. */
export interface Lifted {
  /** The column of the spread's own rows. */
  readonly source: string
  readonly name: string
  readonly aggregate: Aggregate | null
  readonly aggregateCast: string | null
}

export interface PlannedOrder extends Pick<OrderTerm, 'direction' | 'nulls'> {
  readonly field: PlannedField
  /** The to-one embed the column is taken from. */
  readonly embed: Embed | null
  /** The name is that of something shown, not of a column. */
  readonly isOutput: boolean
}

/** One level of a read. */
export interface ReadNode {
  /** Null reads the rows of the mutation or function that the plan carries. */
  readonly from: QualifiedName | null
  readonly table: Table | null
  readonly alias: string
  readonly outputs: readonly Output[]
  readonly embeds: readonly Embed[]
  readonly where: readonly Filter[]
  readonly order: readonly PlannedOrder[]
  readonly window: Window
}

export interface Embed {
  /** Key in the parent's objects. */
  readonly name: string
  readonly relationship: Relationship
  readonly node: ReadNode
  /** SQL alias of the level that the embed hangs on, and of the junction between them. */
  readonly parentAlias: string
  readonly junctionAlias: string
  readonly isInner: boolean
  readonly isSpread: boolean
  /** What the parent shows of a spread with aggregates; null for all of its columns as they are. */
  readonly lifted: readonly Lifted[] | null
  /** `rel()`: filters, but shows nothing. */
  readonly isSilent: boolean
}

/** The columns that a mutation or a function hands to the read level. */
export interface SourceColumns {
  readonly hasStar: boolean
  readonly names: readonly string[]
  /** The row itself, for computed relationships. */
  readonly needsRow: boolean
}

export interface Insert {
  readonly kind: 'insert'
  readonly table: Table
  readonly columns: readonly Column[]
  readonly json: string
  readonly isArray: boolean
  readonly isEmpty: boolean
  readonly fillsDefaults: boolean
  readonly conflict: { readonly columns: readonly string[]; readonly resolution: 'merge' | 'ignore' } | null
  /** Conditions that the inserted row must meet: PUT's. */
  readonly where: readonly Filter[]
}

export interface Update {
  readonly kind: 'update'
  readonly table: Table
  readonly columns: readonly Column[]
  readonly json: string
  readonly isArray: boolean
  readonly fillsDefaults: boolean
  readonly where: readonly Filter[]
}

export interface Delete {
  readonly kind: 'delete'
  readonly table: Table
  readonly where: readonly Filter[]
}

export type Mutation = Insert | Update | Delete

export type CallArguments =
  | { readonly kind: 'none' }
  /** Values of the query string; a variadic one may come several times. */
  | { readonly kind: 'texts'; readonly values: readonly (readonly [name: string, values: readonly string[]])[] }
  /** Of an array the first object counts. */
  | { readonly kind: 'json'; readonly json: string; readonly isArray: boolean; readonly names: readonly string[] }
  | { readonly kind: 'unnamed'; readonly value: string | Buffer }

export interface Call {
  readonly kind: 'call'
  readonly routine: Routine
  readonly args: CallArguments
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'array' | 'object'; readonly stripsNulls: boolean }
  | { readonly kind: 'csv' }
  | { readonly kind: 'geojson'; readonly schema: string }
  /** A function's bare value as JSON. */
  | { readonly kind: 'value' }
  /** A function's bare value as it is. */
  | { readonly kind: 'text' | 'bytes' }
  /** The rows as an aggregate of the schema writes them. */
  | { readonly kind: 'handled'; readonly handler: MediaHandler }

export interface Explain {
  readonly format: 'text' | 'json'
  readonly options: readonly string[]
}

export interface Plan {
  readonly access: Access
  readonly source: Mutation | Call | null
  readonly sourceColumns: SourceColumns | null
  readonly read: ReadNode
  readonly body: Body
  readonly explain: Explain | null
  readonly contentType: string
  readonly count: Preferences['count']
  /** Up to here rows are counted one by one; null for all of them. */
  readonly countsUpTo: number | null
  /** Whether a filter is a regular expression. */
  readonly hasExpression: boolean
  /** One row exactly, or PGRST116. */
  readonly isSingular: boolean
  readonly maxAffected: number | null
  readonly rollsBack: boolean
  /** Primary key columns for `Location`, when the answer has one. */
  readonly locationKey: readonly string[]
}
