/** POST, PATCH, PUT and DELETE on a table → Mutation. */
import { requestErrors, schemaErrors } from '../errors.ts'
import type { JsonPayload, Payload } from '../parse/payload.ts'
import type { ApiRequest } from '../parse/request.ts'
import type { Column, Table } from '../schema/schema.ts'
import type { Delete, Filter, Insert, Mutation, Update } from './plan.ts'

/** @param where the root's own filters */
export function planMutation(request: ApiRequest, table: Table, where: readonly Filter[]): Mutation {
  switch (request.method) {
    case 'POST':
      return planInsert(request, table)
    case 'PATCH':
      return planUpdate(request, table, where)
    case 'PUT':
      return planPut(request, table, where)
    default:
      return { kind: 'delete', table, where } satisfies Delete
  }
}

/** JSON that is neither object nor array names no row. */
const noRows: JsonPayload = {
  kind: 'json',
  text: '[]',
  shape: 'array',
  keys: [],
  isUniform: true,
  rows: 0,
  fields: null,
}

function jsonOf(payload: Payload | null): JsonPayload {
  if (payload?.kind !== 'json') throw requestErrors.body('Empty or invalid json')
  return payload.shape === 'scalar' ? noRows : payload
}

/** `columns=` decides what is written; without it the objects' own keys do, which then must agree. */
function writtenColumns(payload: JsonPayload, { query }: ApiRequest, table: Table): Column[] {
  if (query.columns === null && !payload.isUniform) throw requestErrors.body('All object keys must match')
  const names = new Set(query.columns ?? payload.keys)
  return [...names].map((name) => {
    const column = table.columns.get(name)
    if (column === undefined) throw schemaErrors.noColumn(table.name, name)
    return column
  })
}

function planInsert(request: ApiRequest, table: Table): Insert {
  const payload = jsonOf(request.payload)
  const { resolution, missing } = request.preferences
  const columns = writtenColumns(payload, request, table)
  const target = conflictColumns(request, table)
  return {
    kind: 'insert',
    table,
    columns,
    json: payload.text,
    isArray: payload.shape === 'array',
    isEmpty: payload.rows === 0,
    fillsDefaults: missing === 'default',
    conflict:
      resolution === null || target.length === 0
        ? null
        : { columns: target, resolution: resolution === 'merge-duplicates' ? 'merge' : 'ignore' },
    where: [],
  }
}

const conflictColumns = ({ query }: ApiRequest, table: Table): readonly string[] => query.onConflict ?? table.primaryKey

function planUpdate(request: ApiRequest, table: Table, where: readonly Filter[]): Update {
  const payload = jsonOf(request.payload)
  return {
    kind: 'update',
    table,
    columns: writtenColumns(payload, request, table),
    json: payload.text,
    isArray: payload.shape === 'array',
    fillsDefaults: request.preferences.missing === 'default',
    where,
  }
}

function planPut(request: ApiRequest, table: Table, where: readonly Filter[]): Insert {
  if (request.query.windows.some(({ path }) => path.length === 0)) throw requestErrors.putLimit()
  const named = where.map((filter) => (isKeyCondition(filter) ? filter.field.name : null))
  const key = table.primaryKey
  const isWholeKey = key.length > 0 && named.length === key.length && key.every((name) => named.includes(name))
  if (!isWholeKey) throw requestErrors.putFilters()
  const payload = jsonOf(request.payload)
  return {
    kind: 'insert',
    table,
    columns: writtenColumns(payload, request, table),
    json: payload.text,
    isArray: payload.shape === 'array',
    isEmpty: payload.rows === 0,
    fillsDefaults: request.preferences.missing === 'default',
    conflict: { columns: key, resolution: 'merge' },
    where,
  }
}

const isKeyCondition = (filter: Filter): filter is Extract<Filter, { kind: 'condition' }> =>
  filter.kind === 'condition' &&
  !filter.isNegated &&
  filter.field.path.length === 0 &&
  filter.operation.kind === 'compare' &&
  filter.operation.operator === 'eq' &&
  filter.operation.quantifier === null
