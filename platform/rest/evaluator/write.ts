/** A write → the answer it should have, and the tables as it should leave them. */
import { bodyOf, type Expected, isSingular, rangeOf, refusal } from './answer.ts'
import { assertReferences, assertRow, assertUnique, cascade, keyText, Refused, uniqueSets } from './constraints.ts'
import { lastSerial } from './fixture.ts'
import { type Column, mayWrite, personOf, type Table, type Type } from './model.ts'
import { allObjects, meets } from './read.ts'
import type { Delete, Insert, Update, Write } from './request.ts'
import { isList, isObject, jsonText, Num, parseJson, plainText, round, type Row, type Value } from './value.ts'
import type { Scene, World } from './world.ts'

export interface Outcome {
  readonly expected: Expected
  readonly world: World
}

interface Done {
  readonly world: World
  /** What the statement returns. */
  readonly rows: readonly Row[]
  /** How many of them are new; null where nobody asks. */
  readonly inserted: number | null
}

/** As the column keeps what JSON gave it. */
function kept(value: Value, type: Type): Value {
  if (value === null) return null
  if (type === 'numeric' && value instanceof Num) return round(value, 2)
  // jsonb sorts its keys, and its own text shows how.
  return type === 'json' && (isObject(value) || isList(value)) ? parseJson(jsonText(value)) : value
}

class Serials {
  #last = lastSerial

  next(): Num {
    this.#last += 1
    return new Num(this.#last)
  }
}

function fallbackOf({ fallback, type }: Column, insert: Insert, serials: Serials): Value {
  if (fallback === 'serial') return serials.next()
  if (fallback === 'user') return personOf[insert.role]
  return typeof fallback === 'string' && (type === 'numeric' || type === 'int' || type === 'bigint')
    ? new Num(fallback)
    : fallback
}

const columnsOf = ({ columns, rows }: Insert): readonly string[] => columns ?? Object.keys(rows[0] ?? {})

/** The rows as they are about to be written, with every default drawn. */
function completed(insert: Insert): Row[] {
  const { level, rows, fillsDefaults } = insert
  const columns = new Set(columnsOf(insert))
  const serials = new Serials()
  return rows.map((row) => {
    const entries = level.table.columns.map((column) => {
      const isWritten = columns.has(column.name)
      const drawn = !isWritten || fillsDefaults ? fallbackOf(column, insert, serials) : null
      const isGiven = isWritten && Object.hasOwn(row, column.name)
      return [column.name, isGiven ? kept(row[column.name] ?? null, column.type) : drawn] as const
    })
    return Object.fromEntries(entries)
  })
}

const isUniform = ({ rows }: Insert) => new Set(rows.map((row) => JSON.stringify(Object.keys(row).toSorted()))).size < 2

const isSame = (a: readonly string[], b: readonly string[]) => a.toSorted().join('\0') === b.toSorted().join('\0')

function conflictTarget(insert: Insert): readonly string[] | null {
  const { table } = insert.level
  if (insert.method === 'PUT') return table.key
  if (insert.resolution === null) return null
  const target = insert.onConflict ?? table.key
  if (!uniqueSets(table).some((columns) => isSame(columns, target))) throw new Refused(400, '42P10')
  return target
}

const mergesRows = ({ method, resolution, onConflict, level }: Insert) =>
  method === 'PUT' || (resolution === 'merge' && (onConflict ?? level.table.key).length > 0)

function insert(request: Insert, scene: Scene): Done {
  const { table, where } = request.level
  if (request.columns === null && !isUniform(request)) throw new Refused(400, 'PGRST102')
  const merges = mergesRows(request)
  if (request.rows.length === 0) return { world: scene.world, rows: [], inserted: merges ? 0 : null }
  const target = conflictTarget(request)
  const written = completed(request).filter((row) => request.method === 'POST' || meets(where, row, scene))
  const draft: Draft = { rows: [...(scene.world.get(table.name) ?? [])], touched: [], inserted: 0 }
  for (const row of written) {
    assertRow(table, row, request.role)
    const at = target === null ? -1 : draft.rows.findIndex((known) => isConflict(known, row, target))
    if (at < 0) add(draft, row)
    else if (merges) merge(draft, at, pick(row, columnsOf(request)))
    assertUnique(table, draft.rows)
  }
  const { rows, touched, inserted } = draft
  return { world: settled(scene.world, table, rows), rows: touched, inserted: merges ? inserted : null }
}

interface Draft {
  readonly rows: Row[]
  readonly touched: Row[]
  inserted: number
}

function add(draft: Draft, row: Row): void {
  draft.rows.push(row)
  draft.touched.push(row)
  draft.inserted += 1
}

/** No row is written twice by one statement. */
function merge({ rows, touched }: Draft, at: number, changes: Row): void {
  const known = rows[at] ?? {}
  if (touched.includes(known)) throw new Refused(500, '21000')
  const merged = { ...known, ...changes }
  rows[at] = merged
  touched.push(merged)
}

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

function isConflict(known: Row, row: Row, target: readonly string[]): boolean {
  const key = keyText(row, target)
  return key !== null && key === keyText(known, target)
}

function settled(world: World, table: Table, rows: readonly Row[]): World {
  const result = new Map(world).set(table.name, rows)
  assertReferences(result)
  return result
}

/** Policies and filters choose the rows; the answer's embeds see the tables as they were. */
const chosen =
  ({ level, role }: Write, scene: Scene) =>
  (row: Row) =>
    mayWrite(role, level.table.name, row) && meets(level.where, row, scene)

function update(request: Update, scene: Scene): Done {
  const { table } = request.level
  const names = Object.keys(request.changes)
  if (names.length === 0) return { world: scene.world, rows: [], inserted: null }
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const changes = Object.fromEntries(
    names.map((name) => [name, kept(request.changes[name] ?? null, types.get(name) ?? 'text')]),
  )
  const isChosen = chosen(request, scene)
  const touched: Row[] = []
  const rows: Row[] = []
  for (const row of scene.world.get(table.name) ?? []) {
    const changed = isChosen(row) ? { ...row, ...changes } : row
    rows.push(changed)
    if (changed === row) continue
    assertRow(table, changed, request.role)
    touched.push(changed)
  }
  assertUnique(table, rows)
  return { world: settled(scene.world, table, rows), rows: touched, inserted: null }
}

function remove(request: Delete, scene: Scene): Done {
  const { table } = request.level
  const isChosen = chosen(request, scene)
  const before = scene.world.get(table.name) ?? []
  const rest = before.filter((row) => !isChosen(row))
  const world = cascade(new Map(scene.world).set(table.name, rest))
  assertReferences(world)
  return { world, rows: before.filter(isChosen), inserted: null }
}

function perform(request: Write, scene: Scene): Done {
  if (request.method === 'PATCH') return update(request, scene)
  return request.method === 'DELETE' ? remove(request, scene) : insert(request, scene)
}

function statusOf(request: Write, { inserted }: Done, hasRows: boolean): number {
  if (request.method === 'POST') return inserted === 0 ? 200 : 201
  if (request.method === 'PUT' && inserted === 1) return 201
  return hasRows ? 200 : 204
}

function locationOf(request: Write, rows: readonly Row[]): string | null {
  const [row] = rows
  if (request.method !== 'POST' || request.returns !== 'headers-only' || row === undefined || rows.length > 1)
    return null
  const { name, key } = request.level.table
  const text = (value: Value) => encodeURIComponent(plainText(value))
  return `/${name}?${key.map((column) => `${encodeURIComponent(column)}=eq.${text(row[column] ?? null)}`).join('&')}`
}

function answer(request: Write, done: Done, scene: Scene): Expected {
  const { level, form, counts } = request
  const hasRows = request.returns === 'representation'
  const { rows } = done
  if (request.method === 'PUT' && rows.length !== 1) throw new Refused(400, 'PGRST115')
  if (isSingular(form) && rows.length !== 1) throw new Refused(406, 'PGRST116')
  const objects = hasRows ? allObjects({ ...level, where: [] }, rows, scene) : []
  const shown = request.method === 'PATCH' ? rangeOf(0, rows.length) : '*'
  return {
    status: statusOf(request, done, hasRows),
    code: null,
    contentRange: `${shown}/${counts ? rows.length : '*'}`,
    location: locationOf(request, rows),
    body: hasRows ? bodyOf(form, objects, level.order.length > 0) : undefined,
  }
}

export function answerWrite(request: Write, world: World): Outcome {
  const scene = { world, role: request.role }
  try {
    const done = perform(request, scene)
    return { expected: answer(request, done, scene), world: done.world }
  } catch (error) {
    if (error instanceof Refused) return { expected: refusal(error.status, error.code), world }
    throw error
  }
}
