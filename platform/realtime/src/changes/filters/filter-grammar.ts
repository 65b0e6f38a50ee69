/** From a binding's `filter` to its conditions, all of which must hold: `a=eq.1,b=not.in.(x,"y, z")` (WIRE §4.8). */

export const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const

export type Operator = (typeof operators)[number]

export interface Condition {
  readonly column: string
  /** Of a JSON column, the keys that lead to the text that is meant: `data->a->>b`. */
  readonly path?: readonly string[]
  readonly operator: Operator
  readonly isNegated: boolean
  /** One, except for `in`. A null is an unquoted `null` in the list of an `in`. */
  readonly values: readonly (string | null)[]
}

export class FilterError extends Error {
  override readonly name = 'FilterError'
}

/** As on the hosted service. */
const MOST_VALUES = 100
/** A filter is evaluated for every change. */
const LONGEST_FILTER = 10_000
const MOST_CONDITIONS = 20

/** @throws {FilterError} */
export function parseFilter(text: string): Condition[] {
  if (text.length > LONGEST_FILTER) throw new FilterError(`filter must not be longer than ${LONGEST_FILTER} characters`)
  if (text.trim() === '') return []
  const segments = splitAtCommas(text)
  if (segments.length > MOST_CONDITIONS) throw new FilterError(`too many conditions. Maximum ${MOST_CONDITIONS}`)
  return segments.map((segment) => parseCondition(segment.trim()))
}

function parseCondition(segment: string): Condition {
  if (segment === '') throw new FilterError('filter must not contain empty segments (check for extra commas)')
  const equals = segment.indexOf('=')
  if (equals < 0) throw new FilterError(JSON.stringify([segment]))
  const place = placeOf(segment.slice(0, equals))
  const rest = segment.slice(equals + 1)
  const isNegated = rest.startsWith('not.')
  const test = isNegated ? rest.slice(4) : rest
  const dot = test.indexOf('.')
  if (dot < 0) throw new FilterError(JSON.stringify([test]))
  const name = test.slice(0, dot)
  const value = test.slice(dot + 1)
  const operator = operators.find((known) => known === name)
  if (operator === undefined) throw new FilterError(JSON.stringify([name, value]))
  return { ...place, operator, isNegated, values: operator === 'in' ? listOf(value) : [valueOf(operator, value)] }
}

function placeOf(text: string): Pick<Condition, 'column' | 'path'> {
  const [head = '', last, ...more] = text.split('->>')
  const [column = '', ...keys] = head.split('->')
  if (last === undefined || last === '' || more.length > 0) return { column: text }
  return { column, path: [...keys, last] }
}

const KEYWORDS = new Set(['null', 'true', 'false', 'unknown'])

function valueOf(operator: Operator, text: string): string {
  const value = unquote(text)
  if (operator === 'is' && !KEYWORDS.has(value)) {
    throw new FilterError('invalid value for is filter: must be null, true, false, or unknown')
  }
  return value
}

function listOf(text: string): (string | null)[] {
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw new FilterError('`in` filter value must be wrapped by parentheses')
  }
  const list = text.slice(1, -1)
  if (list.trim() === '') return []
  const values = splitAtCommas(list).map((element) => element.trim())
  if (values.length > MOST_VALUES) throw new FilterError(`too many values for \`in\` filter. Maximum ${MOST_VALUES}`)
  return values.map((value) => (/^null$/i.test(value) ? null : unquote(value)))
}

/** Commas within parentheses or quotes separate nothing; a quote opens only where a value begins. */
function splitAtCommas(text: string): string[] {
  const segments: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!
    if (isQuoted) {
      if (character === '\\') index += 1
      else if (character === '"') isQuoted = false
    } else if (character === '"') isQuoted = opensQuote(text, start, index)
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      segments.push(text.slice(start, index))
      start = index + 1
    }
  }
  segments.push(text.slice(start))
  return segments
}

const opensQuote = (text: string, start: number, index: number) =>
  text.slice(start, index).trim() === '' || '.(,'.includes(text[index - 1]!)

const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s

function unquote(text: string): string {
  const inner = QUOTED.exec(text)?.[1]
  return inner === undefined ? text : inner.replaceAll(/\\(.)/gs, '$1')
}
