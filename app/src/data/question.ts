/** What is asked of rest/v1: tables, columns, functions, arguments and answers as the database's own types name them. */
import type { Database } from '@product/contract'
import type { UnstableGetResult as GetResult } from '@supabase/postgrest-js'

type Schema = Database['public']
type Relations = Schema['Tables'] & Schema['Views']
type Functions = Schema['Functions']

export type RelationName = keyof Relations
export type RpcName = keyof Functions
export type Row<Name extends RelationName> = Relations[Name]['Row']
export type Answer<Name extends RpcName> = Functions[Name]['Returns']

/** `{}` where it takes none; what is undefined is left out. */
export type Arguments<Name extends RpcName> = [Functions[Name]['Args']] extends [never]
  ? Readonly<Record<string, never>>
  : OrUndefined<Functions[Name]['Args']>

type OrUndefined<Given> = {
  [Key in keyof Given]: Given[Key] | (undefined extends Given[Key] ? undefined : never)
}

/** The relation whose rows a function answers. */
type RowsOf<Name extends RpcName> = Functions[Name] extends { SetofOptions: { to: infer To extends RelationName } }
  ? To
  : never

/** A row with what the `select` names; one of several where it is one of several. */
export type Selected<Name extends RelationName, Select extends string> = Select extends string
  ? GetResult<Schema, Row<Name>, Name, Relations[Name]['Relationships'], Select, { PostgrestVersion: '12' }>
  : never

/** `{ id: 'eq.42', order: 'created_at.desc', limit: 1 }`: columns, those of what is embedded, how many in which order. */
export type Conditions<Name extends RelationName> = {
  readonly [Key in (keyof Row<Name> & string) | 'or' | 'and' | 'order' | 'limit' | 'offset']?: string | number
} & { readonly [Key in `${string}.${string}` | `${string}->>${string}`]?: string | number }

/** A request, and the type of its answer. */
export interface Question<Reply> {
  /** Or `rpc/` and a function. */
  readonly table: string
  /** PostgREST query parameters; what is null or undefined is left out. */
  readonly params: Readonly<Record<string, string | number | boolean | null | undefined>>
  /** Arguments of a function, which is then called by POST. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Never there. */
  readonly reply?: Reply
}

export function tableQuestion<Name extends RelationName, const Select extends string>(
  table: Name,
  select: Select,
  conditions?: Conditions<Name>,
): Question<Selected<Name, Select>[]> {
  return { table, params: { select, ...conditions } }
}

/** The columns of a function's rows, and which of them; without, its whole answer. */
export interface Shape<Name extends RpcName, Select extends string> {
  readonly select?: Select
  readonly conditions?: Conditions<RowsOf<Name>>
  /** What changes nothing may be asked by GET. */
  readonly method?: 'GET' | 'POST'
}

export type Reply<Name extends RpcName, Select extends string> = [Select] extends ['']
  ? Answer<Name>
  : Selected<RowsOf<Name>, Select>[]

export function rpcQuestion<Name extends RpcName, const Select extends string = ''>(
  name: Name,
  args: Arguments<Name>,
  { select, conditions, method = 'POST' }: Shape<Name, Select> = {},
): Question<Reply<Name, Select>> {
  const params = { select, ...conditions }
  const table = `rpc/${name}`
  return method === 'GET' ? { table, params: { ...args, ...params } } : { table, params, body: { ...args } }
}
