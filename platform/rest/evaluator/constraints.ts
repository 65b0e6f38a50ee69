/** What the bookshop's tables refuse. */
import type { Column, Role, Table } from './model.ts'
import { mayWrite, tableNamed } from './model.ts'
import { foreignKeys, type ForeignKey } from './relations.ts'
import { compareNumbers, jsonText, Num, type Row } from './value.ts'
import type { World } from './world.ts'

/** A write that does not happen. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const limits = { least: new Num(1), most: new Num(5) }

const isRated = (row: Row) => {
  const { rating } = row
  return (
    !(rating instanceof Num) || (compareNumbers(rating, limits.least) >= 0 && compareNumbers(rating, limits.most) <= 0)
  )
}

/** Of one new row, in PostgreSQL's order: policies, missing values, checks. */
export function assertRow(table: Table, row: Row, role: Role): void {
  if (!mayWrite(role, table.name, row)) throw new Refused(role === 'anon' ? 401 : 403, '42501')
  const lacks = ({ name, isRequired }: Column) => isRequired && (row[name] ?? null) === null
  if (table.columns.some(lacks)) throw new Refused(400, '23502')
  if (table.name === 'reviews' && !isRated(row)) throw new Refused(400, '23514')
}

export const uniqueSets = ({ key, unique }: Table): readonly (readonly string[])[] => [
  key,
  ...unique.map((name) => [name]),
]

/** Null equals nothing, not even null. */
export function keyText(row: Row, columns: readonly string[]): string | null {
  const values = columns.map((name) => row[name] ?? null)
  return values.includes(null) ? null : JSON.stringify(values.map(jsonText))
}

export function assertUnique(table: Table, rows: readonly Row[]): void {
  for (const columns of uniqueSets(table)) {
    const keys = rows.map((row) => keyText(row, columns)).filter((key) => key !== null)
    if (new Set(keys).size < keys.length) throw new Refused(409, '23505')
  }
}

const holds = ({ from, column, to }: ForeignKey, world: World): boolean => {
  const known = new Set((world.get(to) ?? []).map((row) => keyText(row, tableNamed(to).key.slice(0, 1))))
  return (world.get(from) ?? []).every((row) => row[column] === null || known.has(keyText(row, [column])))
}

/** Checked when all rows are written. */
export function assertReferences(world: World): void {
  if (!foreignKeys.every((key) => holds(key, world))) throw new Refused(409, '23503')
}

/** Rows that go with those they belong to. */
export function cascade(world: World): World {
  const left = new Map(world)
  for (const { from, column, to, cascades } of foreignKeys) {
    if (!cascades) continue
    const known = new Set((left.get(to) ?? []).map((row) => keyText(row, tableNamed(to).key.slice(0, 1))))
    const rows = left.get(from) ?? []
    left.set(
      from,
      rows.filter((row) => row[column] === null || known.has(keyText(row, [column]))),
    )
  }
  return left
}
