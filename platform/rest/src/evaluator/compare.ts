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

export function fits(expected: Shown, actual: Value): boolean {
  if (expected instanceof Bag) return isList(actual) && fitsInAnyOrder(expected.items, actual)
  if (expected instanceof Approximate) {
    return actual instanceof Num && Math.abs(numberOf(actual) - expected.value) <= 1e-9 * Math.abs(expected.value)
  }
  if (expected instanceof Num) return actual instanceof Num && expected.text === actual.text
  if (Array.isArray(expected)) {
    return isList(actual) && expected.length === actual.length && expected.every((item, at) => fits(item, actual[at]!))
  }
  if (expected === jsonNull) return actual === null
  if (isRow(expected)) return isObject(actual) && fitsRow(expected, actual)
  return expected === actual
}

/** Keys come in the order in which they were selected. */
function fitsRow(expected: { readonly [key: string]: Shown }, actual: { readonly [key: string]: Value }): boolean {
  const names = Object.keys(expected)
  return (
    names.length === Object.keys(actual).length &&
    names.every((name) => Object.hasOwn(actual, name) && fits(expected[name]!, actual[name]!))
  )
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

export function difference(expected: Expected, actual: Actual): string | null {
  const { status, code, contentRange, location, body } = expected
  const told = (what: string, wanted: string, got: string) => `${what}: expected ${wanted}, got ${got}`
  const gotBody = actual.body === undefined ? 'nothing' : jsonText(actual.body)
  if (status !== actual.status) return told('status', `${status} ${code ?? ''}`, `${actual.status} ${gotBody}`)
  if (code !== null) {
    const got = actual.body !== undefined && isObject(actual.body) ? actual.body['code'] : gotBody
    return got === code || actual.body === undefined ? null : told('code', code, gotBody)
  }
  if (contentRange !== actual.contentRange)
    return told('Content-Range', String(contentRange), String(actual.contentRange))
  if (location !== actual.location) return told('Location', String(location), String(actual.location))
  if (body === undefined || actual.body === undefined) {
    return body === actual.body ? null : told('body', body === undefined ? 'nothing' : shownText(body), gotBody)
  }
  return fits(body, actual.body) ? null : told('body', shownText(body), gotBody)
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
