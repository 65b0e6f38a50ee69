/** ApiRequest + Schema → Plan: the second stage; everything that a schema can refuse is refused here. */
import type { RestConfig } from '../config.ts'
import { requestErrors, schemaErrors } from '../errors.ts'
import { inspectPatterns } from '../parse/patterns.ts'
import type { Query } from '../parse/query.ts'
import type { ApiRequest } from '../parse/request.ts'
import { keyOf, type Routine, type Schema, type Table } from '../schema/schema.ts'
import { mostSimilar } from '../schema/similar.ts'
import { planCall } from './call.ts'
import { planMutation } from './mutate.ts'
import { negotiate } from './output.ts'
import type { Body, Mutation, Plan, ReadNode, Embed, Filter, SourceColumns } from './plan.ts'
import { planRead, type ReadContext, type RootLevel } from './read.ts'

export function planRequest(request: ApiRequest, schema: Schema, config: RestConfig): Plan {
  const { invalid, handling } = request.preferences
  const plan =
    request.target.kind === 'routine'
      ? planRoutine(request, schema, config)
      : request.method === 'GET' || request.method === 'HEAD'
        ? planTable(request, schema, config)
        : planChange(request, schema, config)
  if (handling === 'strict' && invalid.length > 0) throw requestErrors.preferences(invalid)
  return plan
}

export function findTable(request: ApiRequest, schema: Schema): Table {
  const name = request.target.kind === 'table' ? request.target.name : ''
  const table = schema.tables.get(keyOf({ schema: request.schema, name }))
  if (table !== undefined) return table
  const names = [...schema.tables.values()].filter((known) => known.schema === request.schema)
  throw schemaErrors.noTable(
    request.schema,
    name,
    mostSimilar(
      name,
      names.map((known) => known.name),
      0.75,
    ),
  )
}

const contextOf = (schema: Schema, { maxRows, allowsAggregates }: RestConfig): ReadContext => ({
  schema,
  maxRows,
  allowsAggregates,
})

const bodyFor = ({ method, preferences }: ApiRequest, body: Body): Body =>
  method === 'HEAD' || (method === 'POST' && preferences.return === 'minimal') ? { kind: 'none' } : body

function planTable(request: ApiRequest, schema: Schema, config: RestConfig): Plan {
  const table = findTable(request, schema)
  const node = planRead(
    { from: table, origin: table, table, alias: table.name },
    rangedQuery(request),
    contextOf(schema, config),
  )
  const form = negotiate(request.accept, { routine: null, table, isWhole: isWhole(request), schema, config })
  return {
    ...form,
    ...effects(request, config),
    access: 'read',
    source: null,
    sourceColumns: null,
    read: node,
    body: bodyFor(request, form.body),
  }
}

/** The rows of `Range` within those of `limit` and `offset`. */
function rangedQuery({ query, range }: ApiRequest): Query {
  if (range.first === 0 && range.last === null) return query
  const root = query.windows.find(({ path }) => path.length === 0)?.part ?? { limit: null, offset: 0 }
  const offset = Math.max(root.offset, range.first)
  const ends = [root.limit === null ? null : root.offset + root.limit, range.last === null ? null : range.last + 1]
  const end = Math.min(...ends.map((value) => value ?? Infinity))
  if (end < offset || (end === offset && root.limit !== 0)) {
    throw requestErrors.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const window = { limit: end === Infinity ? null : end - offset, offset }
  return { ...query, windows: [...query.windows.filter(({ path }) => path.length > 0), { path: [], part: window }] }
}

function effects({ preferences, query }: ApiRequest, config: RestConfig) {
  return {
    count: preferences.count,
    countsUpTo: preferences.count === 'estimated' ? config.maxRows : null,
    hasExpression: query.conditions.map(({ part }) => inspectPatterns(part, config.limits)).includes(true),
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : null,
    rollsBack: preferences.tx === 'rollback' && config.allowsRollback,
    locationKey: [],
  }
}

const isWhole = ({ query: { select } }: ApiRequest) => select.length === 1 && select[0]?.kind === 'star'

const isRoot = ({ path }: { readonly path: readonly string[] }) => path.length === 0

function planChange(request: ApiRequest, schema: Schema, config: RestConfig): Plan {
  const table = findTable(request, schema)
  const { query } = request
  const context = { ...contextOf(schema, config), maxRows: Infinity }
  const level = { origin: table, table, alias: table.name }
  // The root's window caps reads only; filters of the root choose the rows that change.
  const shown: Query = { ...query, windows: query.windows.filter((window) => !isRoot(window)) }
  const whole = planRead({ ...level, from: null }, shown, context)
  const mutation = planMutation(request, table, whole.where)
  if (config.requiresFilter) assertFiltered(mutation)
  const form = negotiate(request.accept, { routine: null, table, isWhole: isWhole(request), schema, config })
  const wanted = request.preferences.return
  const locationKey = wanted === 'headers-only' && request.method === 'POST' ? table.primaryKey : []
  const read = wanted === 'representation' ? { ...whole, where: [] } : keyNode(whole, locationKey)
  return {
    ...form,
    ...effects(request, config),
    access: 'write',
    source: mutation,
    sourceColumns: sourceColumns(read),
    read,
    body: wanted === 'representation' ? form.body : { kind: 'none' },
    // A PUT that is not one row has an answer of its own, whatever is accepted.
    isSingular: form.isSingular && request.method !== 'PUT',
    locationKey,
  }
}

/** Nothing of the row but, for `Location`, its key. */
function keyNode(node: ReadNode, key: readonly string[]): ReadNode {
  const outputs = key.map((name) => ({
    kind: 'column' as const,
    field: { name, path: [], alias: node.alias, type: null, isSearched: false, parser: null, indexConstants: [] },
    name,
    cast: 'text',
    aggregate: null,
    aggregateCast: null,
    format: null,
  }))
  return { ...node, outputs, embeds: [], where: [], order: [] }
}

function assertFiltered(mutation: Mutation): void {
  if (mutation.kind === 'update' && mutation.columns.length > 0 && mutation.where.length === 0) {
    throw requestErrors.needsFilter('UPDATE')
  }
  if (mutation.kind === 'delete' && mutation.where.length === 0) throw requestErrors.needsFilter('DELETE')
}

function planRoutine(request: ApiRequest, schema: Schema, config: RestConfig): Plan {
  const name = request.target.kind === 'routine' ? request.target.name : ''
  const call = planCall(request, name, schema)
  const { routine } = call
  const { returns } = routine
  const isComposite = returns.kind === 'composite'
  const query = isComposite ? rangedQuery(request) : valueQuery(request)
  const read = planRead(resultLevel(routine, schema), query, contextOf(schema, config))
  const { table } = returns
  const form = negotiate(request.accept, {
    routine,
    table,
    isWhole: table !== null && isWhole(request),
    schema,
    config,
  })
  const plain = effects(request, config)
  if (plain.maxAffected !== null && !returns.isSet) throw requestErrors.maxAffectedCall()
  return {
    ...form,
    ...plain,
    access: callAccess(request, routine),
    source: call,
    sourceColumns: isComposite ? sourceColumns(read) : null,
    read,
    body: bodyFor(request, form.body),
    isSingular: form.isSingular && isComposite,
  }
}

/** Functions that promise not to write may be called on a read-only transaction by any method. */
const callAccess = ({ method }: ApiRequest, { volatility }: Routine) =>
  method === 'POST' && volatility === 'volatile' ? 'write' : 'read'

/** Bare values have no columns to select, filter or order by. */
const valueQuery = (request: ApiRequest): Query => ({
  ...rangedQuery(request),
  select: [{ kind: 'star' }],
  order: [],
  conditions: [],
})

function resultLevel(routine: Routine, schema: Schema): RootLevel {
  const { kind, table } = routine.returns
  return {
    from: null,
    origin: table ?? routine,
    table: table === null ? null : (schema.tables.get(keyOf(table)) ?? null),
    alias: kind === 'composite' ? (table?.name ?? routine.name) : 'pgrst_call',
  }
}

/** The columns that a mutation or function must hand on, so that the read level above it finds all it names. */
function sourceColumns(node: ReadNode): SourceColumns {
  const names = new Set<string>()
  let hasStar = false
  for (const output of node.outputs) {
    if (output.kind === 'star') hasStar = true
    else if (output.kind === 'column') names.add(output.field.name)
  }
  for (const { field, embed } of node.order) if (embed === null) names.add(field.name)
  for (const filter of node.where) addFilter(filter, names)
  for (const embed of node.embeds) for (const name of joinColumns(embed)) names.add(name)
  const known = node.table?.columns
  return {
    hasStar,
    names: [...names].filter((name) => !hasStar || (known !== undefined && !known.has(name))),
    needsRow: node.embeds.some(({ relationship }) => relationship.kind === 'computed'),
  }
}

function addFilter(filter: Filter, names: Set<string>): void {
  if (filter.kind === 'condition') names.add(filter.field.name)
  else if (filter.kind !== 'embedded') for (const operand of filter.operands) addFilter(operand, names)
}

function joinColumns({ relationship }: Embed): string[] {
  switch (relationship.kind) {
    case 'computed':
      return []
    case 'many-to-many':
      return relationship.originColumns.map(([own]) => own)
    default:
      return relationship.columns.map(([own]) => own)
  }
}
