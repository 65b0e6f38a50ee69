/** A URL's query string → Query. */
import { unescape } from 'node:querystring'

import type { RestLimits } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { hasOperator } from './condition.ts'
import { parseFilter, parseLogic, parseTreePath } from './logic.ts'
import { parseOrder } from './order.ts'
import type { At, Query, Window } from './query.ts'
import { parseNames, parseSelect } from './select.ts'

type Pair = readonly [name: string, value: string | null]
type Part = 'order' | 'logic' | 'limit' | 'offset' | 'select' | 'columns' | 'on_conflict' | 'filter'

const reserved = new Map<string, Part>([
  ['order', 'order'],
  ['and', 'logic'],
  ['or', 'logic'],
  ['limit', 'limit'],
  ['offset', 'offset'],
])

const wholeNames = new Map<string, Part>([
  ['select', 'select'],
  ['columns', 'columns'],
  ['on_conflict', 'on_conflict'],
])

/** Only a function called by GET takes parameters without an operator as arguments. */
export interface QueryOptions {
  readonly takesArguments: boolean
  readonly limits: RestLimits
}

export function parseQuery(text: string, { takesArguments, limits }: QueryOptions): Query {
  const pairs = readPairs(text)
  const parts = Map.groupBy(namedPairs(pairs), ([name, value]) => partOf(name, value, takesArguments))
  const single = (part: Part) => parts.get(part)?.[0]?.[1]
  const columns = single('columns')
  const onConflict = single('on_conflict')
  return {
    select: parseSelect(single('select') ?? '*', limits),
    conditions: [
      ...(parts.get('filter') ?? []).map(([name, value]) => parseFilter(name, value)),
      ...(parts.get('logic') ?? []).map(([name, value]) => parseLogic(name, value, limits)),
    ],
    order: (parts.get('order') ?? []).map(([name, value]) => ({ path: pathOf(name), part: parseOrder(value) })),
    windows: readWindows(parts.get('limit') ?? [], parts.get('offset') ?? []),
    columns: columns === undefined ? null : parseNames(columns, 'columns parameter'),
    onConflict: onConflict === undefined ? null : parseNames(onConflict, 'on_conflict parameter'),
    args: parts.get('argument') ?? [],
    canonical: canonicalForm(pairs),
  }
}

const namedPairs = (pairs: readonly Pair[]) =>
  pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))

function partOf(name: string, value: string, takesArguments: boolean): Part | 'argument' {
  const whole = wholeNames.get(name)
  if (whole !== undefined) return whole
  const part = reserved.get(name.slice(name.lastIndexOf('.') + 1))
  if (part !== undefined) return part
  return takesArguments && !name.includes('.') && !hasOperator(value) ? 'argument' : 'filter'
}

const decode = (text: string) => unescape(text.replaceAll('+', ' '))

function readPairs(text: string): Pair[] {
  if (text === '') return []
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [decode(pair), null] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    })
}

const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

const canonicalForm = (pairs: readonly Pair[]) =>
  pairs
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encode(name)}=${encode(value ?? '')}`)
    .join('&')

const pathOf = (name: string) => (name.includes('.') ? parseTreePath(name).path : [])

const integer = /^-?[0-9]+$/

/** PostgreSQL counts rows in 64 bits; nothing real lies beyond what a double counts exactly. */
const readCount = (value: string) => (integer.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : null)

function readWindows(limits: readonly (readonly [string, string])[], offsets: readonly (readonly [string, string])[]) {
  const windows = new Map<string, At<Window>>()
  const windowAt = (name: string) => {
    const path = pathOf(name)
    return windows.get(path.join('\0')) ?? { path, part: { limit: null, offset: 0 } }
  }
  for (const [name, value] of limits) {
    const { path, part } = windowAt(name)
    const limit = readCount(value)
    if (limit !== null && limit < 0) throw requestErrors.range('Limit should be greater than or equal to zero.')
    windows.set(path.join('\0'), { path, part: { ...part, limit } })
  }
  for (const [name, value] of offsets) {
    const { path, part } = windowAt(name)
    const offset = Math.max(readCount(value) ?? 0, 0)
    windows.set(path.join('\0'), { path, part: { ...part, offset } })
  }
  return [...windows.values()]
}
