/** Plan → the one statement that answers it: body, counts and response settings come back as one row. */
import type { Statement } from '@platform/database'

import type { Body, Plan } from '../plan/plan.ts'
import type { MediaHandler } from '../schema/schema.ts'
import { ReadWriter, sourceName } from './read.ts'
import { callSql, mutationSql } from './source.ts'
import { Parameters, qualified } from './text.ts'

/** Positions of the answer's columns. */
export const answerColumns = {
  total: 0,
  rows: 1,
  body: 2,
  headers: 3,
  status: 4,
  inserted: 5,
  location: 6,
} as const

export interface Statements {
  readonly main: Statement
  /** The planner's guess at the total, as EXPLAIN in JSON. */
  readonly estimate: Statement | null
}

export function toStatements(plan: Plan): Statements {
  const main = writeMain(plan)
  const isEstimated = plan.source === null && (plan.count === 'planned' || plan.countsUpTo !== null)
  if (!isEstimated) return { main, estimate: null }
  const parameters = new Parameters()
  const text = `explain (format json) ${new ReadWriter(parameters).all(plan.read)}`
  return { main, estimate: { text, params: parameters.values } }
}

function writeMain(plan: Plan): Statement {
  const parameters = new Parameters()
  const read = new ReadWriter(parameters, plan.body.kind === 'handled')
  const source = sourceSql(plan, parameters, read)
  const page = read.page(plan.read, plan.source !== null)
  const outputs = [
    totalSql(plan, read),
    'count(*)',
    bodySql(plan.body, plan),
    `nullif(current_setting('response.headers', true), '')`,
    `nullif(current_setting('response.status', true), '')`,
    countsInserted(plan) ? `nullif(current_setting('pgrst.inserted', true), '')` : 'null',
    plan.locationKey.length > 0 ? 'case when count(*) = 1 then json_agg(pgrst_t.*)->0 end' : 'null',
  ]
  const text = `${source}select ${outputs.join(', ')} from (${page}) as pgrst_t`
  return { text: explained(text, plan), params: parameters.values }
}

function sourceSql({ source, sourceColumns }: Plan, parameters: Parameters, read: ReadWriter): string {
  if (source === null) return ''
  if (source.kind === 'call') return `with ${sourceName} as (${callSql(source, sourceColumns, parameters)}) `
  const columns = sourceColumns ?? { hasStar: false, names: [], needsRow: false }
  return `with ${sourceName} as (${mutationSql(source, columns, { parameters, read })}) `
}

const countsInserted = ({ source }: Plan) => source?.kind === 'insert' && source.conflict?.resolution === 'merge'

function totalSql(plan: Plan, read: ReadWriter): string {
  if (plan.count === null) return 'null'
  if (plan.source === null) return plan.count === 'planned' ? 'null' : readTotalSql(plan, read)
  return plan.source.kind === 'call' ? readTotalSql(plan, read) : 'count(*)'
}

function readTotalSql(plan: Plan, read: ReadWriter): string {
  const { limit, offset } = plan.read.window
  const cap = plan.source === null && plan.countsUpTo !== null ? ` limit ${plan.countsUpTo + 1}` : ''
  const all = `(select count(*) from (${read.all(plan.read)}${cap}) as pgrst_all)`
  if (limit === null) return all
  // A page that is not full tells the total by itself; PostgreSQL runs the count only where the case asks for it.
  const isLast = offset === 0 ? `count(*) < ${limit}` : `count(*) between 1 and ${limit - 1}`
  return `case when ${isLast} then count(*)${offset === 0 ? '' : ` + ${offset}`} else ${all} end`
}

function bodySql(body: Body, { source }: Plan): string {
  const isSet = source?.kind === 'call' && source.routine.returns.isSet
  switch (body.kind) {
    case 'none':
      return 'null'
    case 'array':
      return stripped(`coalesce(json_agg(pgrst_t.*), '[]')`, body.stripsNulls)
    case 'object':
      return stripped(`coalesce(json_agg(pgrst_t.*)->0, 'null')`, body.stripsNulls)
    case 'value':
      return isSet
        ? `coalesce(json_agg(pgrst_t.pgrst_scalar), '[]')`
        : `coalesce(json_agg(pgrst_t.pgrst_scalar)->0, 'null')`
    case 'text':
      // Not a cast: XML leaves out a first empty line only where it is written out.
      return `string_agg(format('%s', pgrst_t.pgrst_scalar), '')`
    case 'bytes':
      return `string_agg(pgrst_t.pgrst_scalar::bytea, '')`
    case 'csv':
      return csvBody
    case 'handled':
      return handledSql(body.handler)
    default:
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${qualified({ schema: body.schema, name: 'st_asgeojson' })}(pgrst_t.*)::json), '[]'))`
  }
}

const handledSql = ({ schema, name, table }: MediaHandler) =>
  `${qualified({ schema, name })}(pgrst_t${table === null ? '' : `::${qualified(table)}`})`

const stripped = (json: string, strips: boolean) => (strips ? `json_strip_nulls(${json})` : json)

/** Header from the first row's keys; a row's text form, without its parentheses, is a line of CSV. */
const csvBody = `(select string_agg(k, ',') from json_object_keys(json_agg(pgrst_t.*)->0) as k) || E'\\n' || string_agg(substring((pgrst_t.*)::text, 2, length((pgrst_t.*)::text) - 2), E'\\n')`

function explained(text: string, { explain }: Plan): string {
  if (explain === null) return text
  const options = [...explain.options, `format ${explain.format}`]
  return `explain (${options.join(', ')}) ${text}`
}
