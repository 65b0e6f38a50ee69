/** A request as the tests speak of it: written to the wire by print.ts, answered by answer.ts. */
import type { Role, Table, Type } from './model.ts'
import type { Relation } from './relations.ts'
import type { Row, Value } from './value.ts'

export interface Step {
  readonly key: string | number
  readonly asText: boolean
}

export interface Field {
  readonly column: string
  readonly path: readonly Step[]
  /** Of what the path leads to. */
  readonly type: Type
}

export type Cast = 'text' | 'int' | 'numeric'
export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'

export interface ColumnItem {
  readonly kind: 'column'
  readonly field: Field
  readonly alias: string | null
  readonly cast: Cast | null
  readonly aggregate: Aggregate | null
  readonly aggregateCast: Cast | null
}

export interface CountItem {
  readonly kind: 'count'
  readonly alias: string | null
  readonly cast: Cast | null
}

export interface Embed {
  readonly kind: 'embed'
  readonly relation: Relation
  readonly name: string
  readonly hint: string | null
  readonly alias: string | null
  readonly join: 'inner' | 'left' | null
  readonly isSpread: boolean
  readonly level: Level
}

export type Item = { readonly kind: 'star' } | ColumnItem | CountItem | Embed

export const scalarOperators = ['eq', 'gte', 'gt', 'lte', 'lt'] as const
export const patternOperators = ['like', 'ilike', 'match', 'imatch'] as const
export const setOperators = ['cs', 'cd', 'ov'] as const
export const rangeOperators = ['sl', 'sr', 'nxr', 'nxl', 'adj'] as const

export type Operator =
  | 'neq'
  | (typeof scalarOperators)[number]
  | (typeof patternOperators)[number]
  | (typeof setOperators)[number]
  | (typeof rangeOperators)[number]

export type Search = 'fts' | 'plfts' | 'phfts' | 'wfts'

export type Condition =
  | { readonly kind: 'compare'; readonly operator: Operator; readonly value: Value }
  | {
      readonly kind: 'quantified'
      readonly operator: Operator
      readonly quantifier: 'any' | 'all'
      readonly values: readonly Value[]
    }
  | { readonly kind: 'in'; readonly values: readonly Value[] }
  | { readonly kind: 'is'; readonly value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { readonly kind: 'distinct'; readonly value: Value }
  /** Each group is a set of words that must all be there; one group is enough. */
  | { readonly kind: 'search'; readonly operator: Search; readonly groups: readonly (readonly string[])[] }

export type Logic =
  | { readonly kind: 'condition'; readonly field: Field; readonly isNegated: boolean; readonly condition: Condition }
  | { readonly kind: 'embedded'; readonly embed: Embed; readonly isNull: boolean }
  | { readonly kind: 'and' | 'or'; readonly isNegated: boolean; readonly operands: readonly Logic[] }

export interface OrderTerm {
  readonly field: Field
  /** The to-one embed whose column orders. */
  readonly embed: Embed | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

export interface Level {
  readonly table: Table
  readonly items: readonly Item[]
  readonly where: readonly Logic[]
  readonly order: readonly OrderTerm[]
  readonly limit: number | null
  readonly offset: number
}

export type Form = 'array' | 'object' | 'stripped-array' | 'stripped-object'

/** Choices of spelling that mean the same. */
export interface Style {
  readonly quotesNames: boolean
  readonly quotesValues: boolean
}

interface Common {
  readonly role: Role
  readonly level: Level
  readonly counts: boolean
  readonly form: Form
  readonly style: Style
}

export interface Read extends Common {
  readonly method: 'GET' | 'HEAD'
  readonly range: readonly [first: number, last: number | null] | null
}

export type Returning = 'minimal' | 'headers-only' | 'representation' | null

interface Writing extends Common {
  readonly returns: Returning
}

export interface Insert extends Writing {
  readonly method: 'POST' | 'PUT'
  readonly rows: readonly Row[]
  /** One row without the brackets. */
  readonly isBare: boolean
  readonly columns: readonly string[] | null
  readonly fillsDefaults: boolean
  readonly resolution: 'merge' | 'ignore' | null
  readonly onConflict: readonly string[] | null
}

export interface Update extends Writing {
  readonly method: 'PATCH'
  readonly changes: Row
}

export interface Delete extends Writing {
  readonly method: 'DELETE'
}

export type Write = Insert | Update | Delete
export type Request = Read | Write

/** The last key of a JSON path names it, and an aggregate names itself. */
export function nameOf(item: ColumnItem | CountItem | Embed): string {
  if (item.alias !== null) return item.alias
  if (item.kind === 'embed') return item.name
  if (item.kind === 'count') return 'count'
  if (item.aggregate !== null) return item.aggregate
  const key = item.field.path.findLast((step) => typeof step.key === 'string')
  return key === undefined ? item.field.column : String(key.key)
}

export const addressOf = (embed: Embed): string => embed.alias ?? embed.name

export const isSilent = (embed: Embed): boolean =>
  embed.level.items.every((item) => item.kind === 'embed' && isSilent(item))

export const isGrouped = ({ items }: Level): boolean =>
  items.some((item) => item.kind === 'count' || (item.kind === 'column' && item.aggregate !== null))

/** The keys that the level's objects have. */
export function outputNames(level: Level): string[] {
  return level.items.flatMap((item): string[] => {
    if (item.kind === 'star') return level.table.columns.map(({ name }) => name)
    if (item.kind !== 'embed') return [nameOf(item)]
    if (isSilent(item)) return []
    return item.isSpread ? outputNames(item.level) : [nameOf(item)]
  })
}
