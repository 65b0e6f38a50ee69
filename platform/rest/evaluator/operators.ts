/** What each operator of the wire means, on plain values. Null is SQL's "unknown". */
import { bindings, type Type } from './model.ts'
import type { Condition, Operator } from './request.ts'
import { compareJson, compareNumbers, compareText, isList, isObject, Num, plainText, type Value } from './value.ts'

export type Truth = boolean | null

export function compare(type: Type, a: Value, b: Value): number {
  if (a instanceof Num && b instanceof Num && type !== 'json') return compareNumbers(a, b)
  if (type === 'enum') return bindings.indexOf(plainText(a)) - bindings.indexOf(plainText(b))
  if (type === 'bool') return Number(a) - Number(b)
  if (type === 'json' || type === 'texts') return compareJson(a, b)
  return compareText(plainText(a), plainText(b))
}

/** Half-open, as PostgreSQL keeps ranges of days; `~` lies after every date. */
interface Range {
  readonly from: string
  readonly to: string
}

function readRange(value: Value): Range | null {
  const found = /^\[?\(?([^,]*),([^)]*)\)$/.exec(plainText(value))
  return found === null ? null : { from: found[1] ?? '', to: found[2] === '' ? '~' : (found[2] ?? '') }
}

const holdsRange = (a: Range | null, b: Range | null) => b === null || (a !== null && a.from <= b.from && b.to <= a.to)

const rangeTests: Partial<Record<Operator, (a: Range, b: Range) => boolean>> = {
  ov: (a, b) => a.from < b.to && b.from < a.to,
  sl: (a, b) => a.to <= b.from,
  sr: (a, b) => b.to <= a.from,
  nxr: (a, b) => a.to <= b.to,
  nxl: (a, b) => a.from >= b.from,
  adj: (a, b) => a.to === b.from || b.to === a.from,
}

function testRange(operator: Operator, a: Value, b: Value): boolean {
  const [left, right] = [readRange(a), readRange(b)]
  if (operator === 'cs') return holdsRange(left, right)
  if (operator === 'cd') return holdsRange(right, left)
  return left !== null && right !== null && rangeTests[operator]!(left, right)
}

function holdsJson(a: Value, b: Value): boolean {
  if (isList(b)) return isList(a) && b.every((wanted) => a.some((item) => holdsJson(item, wanted)))
  if (isObject(b)) {
    return (
      isObject(a) && Object.entries(b).every(([key, wanted]) => Object.hasOwn(a, key) && holdsJson(a[key]!, wanted))
    )
  }
  return !isList(a) && !isObject(a) && compareJson(a, b) === 0
}

function testList(operator: Operator, a: Value, b: Value): boolean {
  const [left, right] = [isList(a) ? a : [], isList(b) ? b : []]
  if (operator === 'cs') return right.every((item) => left.includes(item))
  if (operator === 'cd') return left.every((item) => right.includes(item))
  return left.some((item) => right.includes(item))
}

const signs = /[.*+?^${}()|[\]\\/]/g

/** `%`, `_`, a backslash before either, and the wire's `*`. */
function likePattern(pattern: string): RegExp {
  const parts = pattern.replaceAll('*', '%').match(/\\[\s\S]|[\s\S]/gu) ?? []
  const source = parts.map((part) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    return (part.startsWith('\\') ? part.slice(1) : part).replaceAll(signs, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`, 'su')
}

const patternTests: Partial<Record<Operator, (text: string, pattern: string) => boolean>> = {
  like: (text, pattern) => likePattern(pattern).test(text),
  ilike: (text, pattern) => likePattern(pattern.toLowerCase()).test(text.toLowerCase()),
  match: (text, pattern) => new RegExp(pattern, 's').test(text),
  imatch: (text, pattern) => new RegExp(pattern, 'is').test(text),
}

const orderTests: Partial<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}

export function test(operator: Operator, type: Type, a: Value, b: Value): Truth {
  if (a === null || b === null) return null
  const ordered = orderTests[operator]
  if (ordered !== undefined) return ordered(compare(type, a, b))
  const pattern = patternTests[operator]
  if (pattern !== undefined) return pattern(plainText(a), plainText(b))
  if (type === 'range') return testRange(operator, a, b)
  if (type === 'texts') return testList(operator, a, b)
  return operator === 'cs' ? holdsJson(a, b) : holdsJson(b, a)
}

export const not = (truth: Truth): Truth => (truth === null ? null : !truth)
export const all = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(null) ? null : true
export const any = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(null) ? null : false

const isTests = {
  null: (value: Value) => value === null,
  not_null: (value: Value) => value !== null,
  unknown: (value: Value) => value === null,
  true: (value: Value) => value === true,
  false: (value: Value) => value === false,
}

/** The `simple` configuration, on texts of plain words. */
function search(text: string, operator: string, groups: readonly (readonly string[])[]): boolean {
  const words: readonly string[] = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  if (operator === 'phfts') return ` ${words.join(' ')} `.includes(` ${(groups[0] ?? []).join(' ')} `)
  return groups.some((group) => group.every((word) => words.includes(word)))
}

export function holds(condition: Condition, type: Type, value: Value): Truth {
  switch (condition.kind) {
    case 'compare':
      return test(condition.operator, type, value, condition.value)
    case 'quantified': {
      const truths = condition.values.map((wanted) => test(condition.operator, type, value, wanted))
      return condition.quantifier === 'any' ? any(truths) : all(truths)
    }
    case 'in':
      return any(condition.values.map((wanted) => test('eq', type, value, wanted)))
    case 'is':
      return isTests[condition.value](value)
    case 'distinct':
      return value === null ? condition.value !== null : compare(type, value, condition.value) !== 0
    default:
      return value === null ? null : search(plainText(value), condition.operator, condition.groups)
  }
}
