/** Functions, with their arguments and answers, as supabase-js reads them. */
import type { Argument, Routine } from './catalogue.ts'
import type { Refinements } from './refinements.ts'
import { orNull, scriptType } from './script-type.ts'

/** In which group of the schema a row type stands: `Tables`, `Views` or `CompositeTypes`. */
export type GroupOf = (row: string) => string

function renderArguments({ name, arguments: given }: Routine, refinements: Refinements): string {
  if (given.length === 0) return 'never'
  const typed = given.map((argument) => {
    const type = refinements.at(`${name}(${argument.name})`, argumentType(argument))
    return `${argument.name}${argument.isOptional ? '?' : ''}: ${type}`
  })
  return `{ ${typed.join('; ')} }`
}

/** The catalogue does not say which arguments take null; one that is null when left out does. */
const argumentType = ({ type, isNullByDefault }: Argument) =>
  orNull(type.startsWith('_') ? `readonly ${scriptType(type)}` : scriptType(type), isNullByDefault)

function renderReturns(routine: Routine, groupOf: GroupOf, refinements: Refinements): string {
  const { name, row, type, outputs, isSet } = routine
  const list = isSet ? '[]' : ''
  if (outputs.length > 0) {
    const columns = outputs.map(
      (column) => `${column.name}: ${refinements.at(`${name}().${column.name}`, scriptType(column.type))}`,
    )
    return `{ ${columns.join('; ')} }${list}`
  }
  if (row === null) return `${refinements.at(`${name}()`, scriptType(type))}${list}`
  return refinements.at(`${name}()`, `${rowType(row, groupOf)}${list}`)
}

const rowType = (row: string, groupOf: GroupOf): string => {
  const group = groupOf(row)
  return `Database['public']['${group}']['${row}']${group === 'CompositeTypes' ? '' : `['Row']`}`
}

function renderFunction(routine: Routine, groupOf: GroupOf, refinements: Refinements): string {
  const { row, fieldOf, isSet, arguments: given } = routine
  const args =
    fieldOf === null ? renderArguments(routine, refinements) : `{ ${given[0]?.name}: ${rowType(fieldOf, groupOf)} }`
  const isTable = row !== null && groupOf(row) !== 'CompositeTypes'
  const setof = isTable
    ? `; SetofOptions: { from: '*'; to: '${row}'; isOneToOne: ${!isSet}; isSetofReturn: ${isSet} }`
    : ''
  return `{ Args: ${args}; Returns: ${renderReturns(routine, groupOf, refinements)}${setof} }`
}

export function renderFunctions(
  routines: readonly Routine[],
  groupOf: GroupOf,
  refinements: Refinements,
): readonly string[] {
  const byName = Map.groupBy(routines, ({ name }) => name)
  return [...byName].map(
    ([name, own]) =>
      `      ${name}: ${own.map((routine) => renderFunction(routine, groupOf, refinements)).join(' | ')}`,
  )
}
