import type { Table, Type } from '../model.ts'
import type { Field, Step } from '../request.ts'
/** Columns and paths into their JSON, at random. */
import type { Dice } from './dice.ts'

export const fieldOf = (column: string, type: Type): Field => ({ column, path: [], type })

/** Keys that the fixture's JSON has, and some that it has not. */
const jsonPaths: Readonly<Record<string, readonly (readonly (string | number)[])[]>> = {
  'books.details': [['pages'], ['size', 'h'], ['signed'], ['nothing']],
  'books.tags': [[0], [-1], [7]],
  'authors.details': [['city'], ['prizes', 0, 'name'], ['prizes', -1, 'year'], ['a,b', 'c.d'], ['it\'s "x"'], ['gone']],
  'select.it\'s "x"': [['and'], ['or', 0], ['n']],
}

/** Of columns whose every text is a number. */
export const isNumberPath = ({ column, path }: Field): boolean =>
  column === 'details' && path.length === 1 && path[0]?.key === 'pages'

function pathField(dice: Dice, column: string, keys: readonly (string | number)[]): Field {
  const isText = dice.chance(50)
  const path = keys.map((key, at): Step => ({ key, asText: isText && at === keys.length - 1 }))
  return { column, path, type: isText ? 'text' : 'json' }
}

/** A path, for the columns that have any. */
export function pathInto(dice: Dice, table: Table, column: string): Field | null {
  const paths = jsonPaths[`${table.name}.${column}`]
  return paths === undefined ? null : pathField(dice, column, dice.pick(paths))
}

export function columnsOf(table: Table, except: ReadonlySet<string>): Field[] {
  const own = table.columns.filter(({ name }) => !except.has(name)).map(({ name, type }) => fieldOf(name, type))
  return table.name === 'books' && !except.has('price_with_tax') ? [...own, fieldOf('price_with_tax', 'numeric')] : own
}

export function someField(dice: Dice, table: Table, except: ReadonlySet<string>): Field | null {
  const fields = columnsOf(table, except)
  if (fields.length === 0) return null
  const field = dice.pick(fields)
  const path = dice.chance(field.type === 'json' ? 70 : 15) ? pathInto(dice, table, field.column) : null
  return path ?? field
}
