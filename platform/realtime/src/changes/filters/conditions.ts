import { systemSession, type Database } from '@platform/database'

import type { Column, Table } from '../catalog/tables.ts'
import type { Row } from '../row-change.ts'
import { arrayOf, identifier, literal } from '../sql-text.ts'
import type { Condition, Operator } from './filter-grammar.ts'

/** A condition on one table's column. True, false, or null where it cannot be told, which never matches. */
export type CompiledCondition = HereCondition | ThereCondition

/** Decided here, on the values' JSON. */
interface HereCondition {
  readonly where: 'here'
  readonly column: string
  holds(json: string): boolean
}

/** Decided by PostgreSQL: an expression on the column. */
export interface ThereCondition {
  readonly where: 'there'
  readonly column: string
  readonly expression: string
}

const SYMBOLS: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
}

const PATTERNS: ReadonlySet<Operator> = new Set(['like', 'ilike', 'match', 'imatch'])

function expressionOf(operand: string, { operator, isNegated, values }: Condition, type: string): string {
  const negation = isNegated ? 'not ' : ''
  if (operator === 'is') return `${negation}(${operand} is ${values[0]})`
  if (operator === 'in') return `${negation}(${operand} = any(${literal(arrayOf(values))}::${type}[]))`
  return `${negation}(${operand} ${SYMBOLS[operator]} ${literal(values[0]!)}::${type})`
}

/** The value as PostgreSQL understands it, and proof that the operator applies to it. */
function probeOf(condition: Condition, type: string): string {
  const { operator, values } = condition
  const sample = operator === 'is' || values[0] === undefined ? `null::${type}` : `${nullable(values[0])}::${type}`
  const asJson = PATTERNS.has(operator) || operator === 'is' ? [] : values
  const sent = asJson.map((value) => `to_json(${nullable(value)}::${type})::text`).join(', ')
  return `select ${expressionOf(sample, condition, type)} as holds, array[${sent}]::text[] as values`
}

const nullable = (value: string | null) => (value === null ? 'null' : literal(value))

/** A pattern that a client made up may take for ever. */
const LONGEST_PROBE = '1000'

/** Asks PostgreSQL whether the condition makes sense, in its own words when not. */
export async function compileCondition(database: Database, column: Column, condition: Condition) {
  const session = { ...systemSession, settings: { statement_timeout: LONGEST_PROBE, TimeZone: 'UTC' } }
  const { path } = condition
  const [probe] = await database.read(session, async (tx) => {
    if (path !== undefined) await tx.query(`select ${within(`null::${column.sqlType}`, path)}`)
    return tx.query<{ values: (string | null)[] }>(probeOf(condition, typeOf(column, condition)))
  })
  if (path !== undefined) return thereCondition(column, condition)
  return hereCondition(column, condition, probe?.values ?? []) ?? thereCondition(column, condition)
}

const typeOf = (column: Column, { path }: Condition) => (path === undefined ? column.sqlType : 'text')

/** The text that the keys lead to. */
function within(operand: string, path: readonly string[]): string {
  const [last = '', ...keys] = path.toReversed()
  return `(${[operand, ...keys.toReversed().map(literal)].join(' -> ')} ->> ${literal(last)})`
}

function thereCondition(column: Column, condition: Condition): ThereCondition {
  const whole = `changed.${identifier(column.name)}`
  const operand = condition.path === undefined ? whole : within(whole, condition.path)
  return {
    where: 'there',
    column: column.name,
    expression: expressionOf(operand, condition, typeOf(column, condition)),
  }
}

function hereCondition(column: Column, condition: Condition, values: readonly (string | null)[]): HereCondition | null {
  const test = testOf(column, condition, values)
  return test === null ? null : { where: 'here', column: column.name, holds: test }
}

type Test = (json: string) => boolean

function testOf(column: Column, { operator, isNegated, values }: Condition, jsons: readonly (string | null)[]) {
  if (operator === 'is' && values[0] === 'null') return (json: string) => (json === 'null') !== isNegated
  if (!column.isExact || jsons.includes(null)) return null
  const wanted = new Set(jsons)
  const unlessNull = (isIn: boolean): Test => {
    return (json) => json !== 'null' && wanted.has(json) === isIn
  }
  if (operator === 'eq' || operator === 'in') return unlessNull(!isNegated)
  if (operator === 'neq') return unlessNull(isNegated)
  if (operator === 'isdistinct') return (json: string) => wanted.has(json) === isNegated
  return null
}

/** How long the conditions of one batch of changes may take together. */
const LONGEST_LOOK = '2000'

/**
 * Which of the rows satisfy which of the expressions: one array of answers per row, one statement for all.
 * The rows come as JSON of the columns that the expressions name.
 */
export async function askConditions(
  database: Database,
  table: Table,
  conditions: readonly ThereCondition[],
  rows: readonly string[],
): Promise<(boolean | null)[][]> {
  const names = new Set(conditions.map(({ column }) => column))
  const columns = table.columns
    .filter(({ name }) => names.has(name))
    .map(({ name, sqlType }) => `${identifier(name)} ${sqlType}`)
  const answers = conditions.map(({ expression }) => expression).join(', ')
  const text = `
    select json_build_array(${answers})::text as answers
    from unnest($1::json[]) with ordinality as given (row, number)
    cross join lateral json_to_record(given.row) as changed (${columns.join(', ')})
    order by number`
  const session = { ...systemSession, settings: { statement_timeout: LONGEST_LOOK, TimeZone: 'UTC' } }
  const found = await database.read(session, (tx) => tx.query<{ answers: string }>(text, [rows]))
  return found.map(({ answers: json }) => JSON.parse(json) as (boolean | null)[])
}

/** The columns that the conditions need, as the JSON of a row. */
export function rowFor(conditions: readonly ThereCondition[], row: Row): string {
  const members = new Map<string, string>()
  for (const { column } of conditions) {
    const json = row.get(column)
    if (json !== undefined) members.set(column, json)
  }
  return `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}
