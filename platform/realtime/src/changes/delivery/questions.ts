import type { Column, Table } from '../catalog/tables.ts'
import { arrayOf, identifier, literal } from '../sql-text.ts'

/** A statement to prepare once and its arguments as SQL text; it answers the numbers (from 1) of what it found. */
export interface Question {
  readonly text: string
  readonly arguments: string
}

/** The values of a row's key, as texts. */
export type Key = readonly string[]

/**
 * Which of the rows with these keys are to be seen now, by whoever asks. A subquery per key, and no join: policies are
 * then asked about these rows only, whatever the planner thinks of the table's size.
 */
export function visibleQuestion(table: Table, keys: readonly Key[]): Question {
  return {
    text:
      `select array(select given.number::int from ${givenKeys(table.key)} ` +
      `where (select true from ${table.sqlName} as seen where ${sameKey(table.key)}))`,
    arguments: keyArrays(table.key, keys)
      .map((array) => literal(array))
      .join(', '),
  }
}

/**
 * Which of these rows, given as JSON and in no table any more, would be let through by a policy's condition. The row
 * goes by the table's name, as the condition calls it.
 */
export function policyQuestion(table: Table, condition: string, rows: readonly string[]): Question {
  const given = '"the given rows"'
  const number = '"the number of the row"'
  return {
    text:
      `select array(select ${number}::int from unnest($1::json[]) with ordinality as ${given} ("the row", ${number}) ` +
      `cross join lateral json_populate_record(null::${table.sqlName}, "the row") as ${identifier(table.name)} ` +
      `where ${condition})`,
    arguments: literal(arrayOf(rows)),
  }
}

/** Number and version of the rows with these keys, and columns that a change left out: for the owner. */
export function currentRowsQuery(table: Table, columns: readonly string[]): string {
  const values = columns.map((name) => `to_json(seen.${identifier(name)})::text`)
  return (
    `select given.number::int as number, seen.xmin::text as version, array[${values.join(', ')}]::text[] as values ` +
    `from ${givenKeys(table.key)} join ${table.sqlName} as seen on ${sameKey(table.key)}`
  )
}

export const keyArrays = (key: readonly Column[], keys: readonly Key[]): string[] =>
  key.map((_column, index) => arrayOf(keys.map((values) => values[index]!)))

export function givenKeys(key: readonly Column[]): string {
  const arrays = key.map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`)
  const names = key.map((_column, index) => `key${index}`)
  return `unnest(${arrays.join(', ')}) with ordinality as given (${[...names, 'number'].join(', ')})`
}

export const sameKey = (key: readonly Column[], row = 'seen') =>
  key.map(({ name }, index) => `${row}.${identifier(name)} = given.key${index}`).join(' and ')
