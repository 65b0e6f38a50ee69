/** The query language as values: what a URL asks for, before any schema is looked at. */

export type JsonStep =
  | { readonly kind: 'key'; readonly key: string; readonly asText: boolean }
  | { readonly kind: 'index'; readonly index: string; readonly asText: boolean }

export interface Field {
  readonly name: string
  readonly path: readonly JsonStep[]
}

export const quantifiable = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const
export const unquantifiable = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const
export const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const

export type CompareOperator = (typeof quantifiable)[number] | (typeof unquantifiable)[number]
export type SearchOperator = (typeof searchOperators)[number]
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Operation =
  | {
      readonly kind: 'compare'
      readonly operator: CompareOperator
      readonly quantifier: 'any' | 'all' | null
      readonly value: string
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'distinct'; readonly value: string }
  | {
      readonly kind: 'search'
      readonly operator: SearchOperator
      readonly config: string | null
      readonly value: string
    }

export interface Condition {
  readonly kind: 'condition'
  readonly field: Field
  readonly isNegated: boolean
  readonly operation: Operation
}

export interface Junction {
  readonly kind: 'and' | 'or'
  readonly isNegated: boolean
  readonly operands: readonly Logic[]
}

export type Logic = Condition | Junction

export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'

export interface ColumnItem {
  readonly kind: 'column'
  readonly field: Field
  readonly alias: string | null
  readonly cast: string | null
  readonly aggregate: Aggregate | null
  readonly aggregateCast: string | null
}

export interface CountItem {
  readonly kind: 'count'
  readonly alias: string | null
  readonly cast: string | null
}

export interface EmbedItem {
  readonly kind: 'embed'
  readonly name: string
  readonly alias: string | null
  readonly hint: string | null
  readonly join: 'inner' | 'left' | null
  readonly isSpread: boolean
  readonly items: readonly SelectItem[]
}

export type SelectItem = { readonly kind: 'star' } | ColumnItem | CountItem | EmbedItem

export interface OrderTerm {
  /** The to-one embed whose column orders, or null for a column of the level itself. */
  readonly relation: string | null
  readonly field: Field
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

/** A part of the query that belongs to the embed at `path`; the root's path is empty. */
export interface At<Part> {
  readonly path: readonly string[]
  readonly part: Part
}

export interface Window {
  readonly limit: number | null
  readonly offset: number
}

export interface Query {
  readonly select: readonly SelectItem[]
  readonly conditions: readonly At<Logic>[]
  readonly order: readonly At<readonly OrderTerm[]>[]
  readonly windows: readonly At<Window>[]
  readonly columns: readonly string[] | null
  readonly onConflict: readonly string[] | null
  /** Parameters of a function called by GET, in the order given. */
  readonly args: readonly (readonly [name: string, value: string])[]
  /** All parameters sorted by name, as `Content-Location` repeats them. */
  readonly canonical: string
}
