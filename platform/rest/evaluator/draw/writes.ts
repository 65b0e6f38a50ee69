import { type Column, columnNamed, type Role, roles, type Table, tableNamed } from '../model.ts'
import { foreignKeys } from '../relations.ts'
import type { Delete, Form, Insert, Level, Logic, Returning, Update, Write } from '../request.ts'
import { Num, type Row, type Value } from '../value.ts'
import type { World } from '../world.ts'
/** Writes at random. */
import type { Dice } from './dice.ts'
import { fieldOf } from './fields.ts'
import { someLevel } from './levels.ts'
import { someStyle } from './reads.ts'
import { someValue } from './values.ts'

const written = [
  'books',
  'genres',
  'publishers',
  'reviews',
  'authors',
  'stock',
  'covers',
  'sections',
  'select',
  'book_genres',
]
const forms: readonly Form[] = ['stripped-array', 'object', 'stripped-object']
const returnings: readonly Returning[] = ['representation', 'representation', 'minimal', 'headers-only', null]

const someReturning = (dice: Dice): Returning => dice.pick(returnings)

interface Draft {
  readonly table: Table
  readonly world: World
  readonly role: Role
}

function common(dice: Dice, { table, world, role }: Draft) {
  const bounds = { world, depth: 2, isFlat: false, allowsTotals: false, allowsInner: false, isWritten: true }
  return {
    role,
    level: someLevel(dice, table, bounds),
    counts: dice.chance(30),
    form: dice.chance(20) ? dice.pick(forms) : ('array' as const),
    style: someStyle(dice),
    returns: someReturning(dice),
  }
}

function columnValue(dice: Dice, table: Table, column: Column, world: World): Value {
  if (dice.chance(column.isRequired ? 3 : 15)) return null
  const reference = foreignKeys.find(({ from, column: own }) => from === table.name && own === column.name)
  if (reference !== undefined && dice.chance(92)) {
    const target = tableNamed(reference.to)
    return dice.pick(world.get(reference.to) ?? [])[target.key[0] ?? ''] ?? null
  }
  return ownValue(dice, table, column)
}

/** Few keys, so that they meet; ratings and numbers of books that some constraint minds. */
function ownValue(dice: Dice, table: Table, { name, type }: Column): Value {
  if (name === 'rating') return new Num(dice.pick(['1', '5', '3', '5', '3', '6']))
  if (name === 'isbn') return dice.pick(['777-7777777', '888-8888888', '111-1111111'])
  return table.key.includes(name) && type === 'int' ? new Num(dice.upTo(7) + 2) : someValue(dice, type)
}

const writable = (table: Table) => table.columns.filter(({ isGenerated }) => !isGenerated)

/** Most required columns, and some of the others. */
function someColumns(dice: Dice, table: Table): Column[] {
  return writable(table).filter((column) => {
    const isNeeded = column.isRequired && column.fallback === null
    return isNeeded ? !dice.chance(4) : dice.chance(35)
  })
}

function someRow(dice: Dice, { table, world }: Draft, columns: readonly Column[]): Row {
  return Object.fromEntries(columns.map((column) => [column.name, columnValue(dice, table, column, world)]))
}

const names = (columns: readonly Column[]) => columns.map(({ name }) => name)

/** The row with the key of one that is there. */
function meeting(dice: Dice, { table, world }: Draft, row: Row): Row {
  const known = dice.pick(world.get(table.name) ?? [])
  const given = Object.keys(row).filter((name) => table.key.includes(name))
  return { ...row, ...Object.fromEntries(given.map((name) => [name, known[name] ?? null])) }
}

function someInsert(dice: Dice, draft: Draft): Insert {
  const columns = someColumns(dice, draft.table)
  const isMixed = dice.chance(35)
  const count = dice.pick([1, 1, 2, 3, 0])
  const upserts = columns.length > 0 && (draft.table.name !== 'reviews' || draft.role === 'service') && dice.chance(45)
  const rows = Array.from({ length: count }, () => {
    const own = isMixed ? columns.filter(() => !dice.chance(20)) : columns
    const row = someRow(dice, draft, own)
    if (isMixed && columns.length > 0 && dice.chance(20)) return { ...row, 'no column': 'x' }
    return upserts && dice.chance(60) ? meeting(dice, draft, row) : row
  })
  const listed = isMixed ? dice.chance(90) || rows.some((row) => 'no column' in row) : dice.chance(25)
  const base = common(dice, draft)
  return {
    ...base,
    level: { ...base.level, where: [], limit: null, offset: 0 },
    method: 'POST',
    rows,
    isBare: rows.length === 1 && dice.chance(50),
    columns: listed && columns.length > 0 ? names(columns) : null,
    fillsDefaults: dice.chance(40),
    resolution: upserts ? dice.pick(['merge', 'ignore']) : null,
    onConflict: upserts && dice.chance(40) ? someTarget(dice, draft.table) : null,
  }
}

const someTarget = (dice: Dice, { key, unique }: Table): readonly string[] =>
  dice.pick([key, ...unique.map((name) => [name]), key.toReversed()])

const keyCondition = (table: Table, name: string, value: Value): Logic => ({
  kind: 'condition',
  field: fieldOf(name, columnNamed(table, name)?.type ?? 'int'),
  isNegated: false,
  condition: { kind: 'compare', operator: 'eq', value },
})

function somePut(dice: Dice, draft: Draft): Insert {
  const { table, world } = draft
  const keys = writable(table).filter(({ name }) => table.key.includes(name))
  const others = someColumns(dice, table).filter(({ name }) => !table.key.includes(name))
  const given = (column: Column) =>
    columnValue(dice, table, column, world) ?? (column.type === 'text' ? 'x' : new Num('50'))
  const key: Row = Object.fromEntries(keys.map((column) => [column.name, given(column)]))
  const row = { ...key, ...someRow(dice, draft, others) }
  const asked = dice.chance(12) ? Object.fromEntries(keys.map((column) => [column.name, given(column)])) : key
  const base = common(dice, draft)
  const where = table.key.map((name) => keyCondition(table, name, asked[name] ?? null))
  return {
    ...base,
    level: { ...base.level, where, limit: null, offset: 0 },
    method: 'PUT',
    rows: [row],
    isBare: dice.chance(80),
    columns: null,
    fillsDefaults: dice.chance(30),
    resolution: null,
    onConflict: null,
  }
}

/** Often of a few rows only: a filter by key beside the others. */
function narrowed(dice: Dice, { table, world }: Draft, level: Level): Level {
  if (dice.chance(25)) return level
  const row = dice.pick(world.get(table.name) ?? [])
  return { ...level, where: [...level.where, ...table.key.map((name) => keyCondition(table, name, row[name] ?? null))] }
}

function someUpdate(dice: Dice, draft: Draft): Update {
  const base = common(dice, draft)
  const level = narrowed(dice, draft, base.level)
  const columns = dice.some(writable(draft.table), dice.upTo(3))
  return { ...base, level, method: 'PATCH', changes: someRow(dice, draft, columns) }
}

function someDelete(dice: Dice, draft: Draft): Delete {
  const base = common(dice, draft)
  return { ...base, level: narrowed(dice, draft, base.level), method: 'DELETE' }
}

/** The roles that may write most appear most. */
const writers: readonly Role[] = ['service', 'service', ...roles]

export function someWrite(dice: Dice, world: World): Write {
  const draft = { table: tableNamed(dice.pick(written)), world, role: dice.pick(writers) }
  const kind = dice.upTo(9)
  if (kind < 5) return someInsert(dice, draft)
  if (kind < 7) return someUpdate(dice, draft)
  if (kind < 8 && (draft.table.name !== 'reviews' || draft.role === 'service')) return somePut(dice, draft)
  return kind < 9 ? someUpdate(dice, draft) : someDelete(dice, draft)
}
