/** An expected answer beside the actual one → what differs, or null. */
import type { Expected } from './answer.ts'
import type { Table } from './model.ts'
import { Bag, type Shown } from './read.ts'
import { Approximate, isList, isObject, jsonNull, jsonText, Num, numberOf, type Row, type Value } from './value.ts'
import { storedTables, type World } from './world.ts'

export interface Actual {
  readonly status: number
  readonly contentRange: string | null
  readonly location: string | null
  /** Undefined for no body at all. */
  readonly body: Value | undefined
}

const isRow = (value: Shown): value is { readonly [key: string]: Shown } =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function fits(expected: Shown, actual: Value): boolean {
  if (expected === jsonNull) return actual === null
  if (expected instanceof Bag) return isList(actual) && fitsInAnyOrder(expected.items, actual)
  if (expected instanceof Approximate || expected instanceof Num)
    return actual instanceof Num && isSame(expected, actual)
  if (Array.isArray(expected)) return isList(actual) && fitsInOrder(expected, actual)
  if (isRow(expected)) return isObject(actual) && fitsRow(expected, actual)
  return expected === actual
}

/** Digit by digit, but for averages. */
function isSame(expected: Num | Approximate, actual: Num): boolean {
  if (expected instanceof Num) return expected.text === actual.text
  return Math.abs(numberOf(actual) - expected.value) <= 1e-9 * Math.abs(expected.value)
}

const fitsInOrder = (expected: readonly Shown[], actual: readonly Value[]): boolean =>
  expected.length === actual.length && expected.every((item, at) => fits(item, actual[at]!))

/** Keys come in the order in which they were selected. */
function fitsRow(expected: { readonly [key: string]: Shown }, actual: { readonly [key: string]: Value }): boolean {
  const names = Object.keys(expected)
  const isSameShape = JSON.stringify(names) === JSON.stringify(Object.keys(actual))
  return isSameShape && names.every((name) => fits(expected[name]!, actual[name]!))
}

function fitsInAnyOrder(expected: readonly Shown[], actual: readonly Value[]): boolean {
  const left = [...actual]
  const areFound = expected.every((item) => {
    const at = left.findIndex((candidate) => fits(item, candidate))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return areFound && left.length === 0
}

const shownText = (value: Shown): string => {
  if (value instanceof Bag) return `in any order [${value.items.map(shownText).join(', ')}]`
  if (Array.isArray(value)) return `[${value.map(shownText).join(', ')}]`
  if (!isRow(value)) return jsonText(value as Value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${shownText(member)}`)
    .join(', ')}}`
}

const told = (what: string, wanted: string, got: string) => `${what}: expected ${wanted}, got ${got}`

const bodyText = (body: Shown | undefined) => (body === undefined ? 'nothing' : shownText(body))

function refusalDifference(code: string, { body }: Actual): string | null {
  // The answer to HEAD has no body that could name a code.
  if (body === undefined) return null
  return isObject(body) && body['code'] === code ? null : told('code', code, bodyText(body))
}

export function difference(expected: Expected, actual: Actual): string | null {
  const { status, code, body } = expected
  if (status !== actual.status) {
    return told('status', `${status} ${code ?? ''}`, `${actual.status} ${bodyText(actual.body)}`)
  }
  if (code !== null) return refusalDifference(code, actual)
  for (const header of ['contentRange', 'location'] as const) {
    if (expected[header] !== actual[header]) return told(header, String(expected[header]), String(actual[header]))
  }
  const hasBody = body !== undefined && actual.body !== undefined
  const isSameBody = hasBody ? fits(body, actual.body) : body === actual.body
  return isSameBody ? null : told('body', bodyText(body), bodyText(actual.body))
}

const stored = (table: Table, rows: readonly Row[]): Row[] => {
  const names = table.columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name)
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
}

/** Tables after a write, beside what they should hold. */
export function worldDifference(expected: World, actual: World): string | null {
  for (const table of storedTables) {
    const wanted = new Bag(stored(table, expected.get(table.name) ?? []))
    const got = stored(table, actual.get(table.name) ?? [])
    if (!fits(wanted, got)) return `table ${table.name}: expected ${shownText(wanted)}\n got ${shownText(got)}`
  }
  return null
}
