/** A read → the answer it should have. */
import { readable } from './model.ts'
import { allObjects, Bag, type Shown, type ShownRow, slice } from './read.ts'
import type { Form, Level, Logic, Read } from './request.ts'
import type { World } from './world.ts'
import { visibleRows } from './world.ts'

export interface Expected {
  readonly status: number
  /** Of a refusal. */
  readonly code: string | null
  readonly contentRange: string | null
  readonly location: string | null
  /** Undefined for no body at all. */
  readonly body: Shown | undefined
}

export const refusal = (status: number, code: string): Expected => ({
  status,
  code,
  contentRange: null,
  location: null,
  body: undefined,
})

export const isSingular = (form: Form): boolean => form === 'object' || form === 'stripped-object'

export const rangeOf = (first: number, rows: number): string => (rows === 0 ? '*' : `${first}-${first + rows - 1}`)

export function bodyOf(form: Form, objects: readonly ShownRow[], isOrdered: boolean): Shown {
  const shown = form.startsWith('stripped') ? objects.map((object) => withoutNulls(object) as ShownRow) : objects
  if (isSingular(form)) return shown[0] ?? null
  return isOrdered || shown.length < 2 ? shown : new Bag(shown)
}

function withoutNulls(value: Shown): Shown {
  if (value instanceof Bag) return new Bag(value.items.map(withoutNulls))
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value as ShownRow).filter(([, member]) => member !== null)
  return Object.fromEntries(entries.map(([key, member]) => [key, withoutNulls(member)]))
}

/** The columns of the level's own table that the request touches. */
function touched(level: Level): string[] {
  const inLogic = (logic: Logic): string[] => {
    if (logic.kind === 'condition') return [logic.field.column]
    return logic.kind === 'embedded' ? [] : logic.operands.flatMap(inLogic)
  }
  const shown = level.items.flatMap((item) => {
    if (item.kind === 'star') return level.table.columns.map(({ name }) => name)
    return item.kind === 'column' ? [item.field.column] : []
  })
  return [...shown, ...level.where.flatMap(inLogic), ...level.order.map(({ field }) => field.column)]
}

function mayRead({ role, level }: Pick<Read, 'role' | 'level'>): boolean {
  const allowed = readable(role, level.table.name)
  return allowed === null || (allowed.length > 0 && touched(level).every((column) => allowed.includes(column)))
}

/** The rows asked for by limit and offset that the Range header asks for as well. */
function windowOf({ level, range }: Read): Pick<Level, 'limit' | 'offset'> | null {
  const { limit, offset } = level
  if (range === null) return { limit, offset }
  const [first, last] = range
  const from = Math.max(offset, first)
  const to = Math.min(limit === null ? Infinity : offset + limit, last === null ? Infinity : last + 1)
  if ((last !== null && last < first) || to < from || (to === from && limit !== 0)) return null
  return { limit: to === Infinity ? null : to - from, offset: from }
}

export function answerRead(read: Read, world: World): Expected {
  const scene = { world, role: read.role }
  const window = windowOf(read)
  if (window === null) return refusal(416, 'PGRST103')
  if (!mayRead(read)) return refusal(read.role === 'anon' ? 401 : 403, '42501')
  const objects = allObjects(read.level, visibleRows(read.level.table.name, scene), scene)
  const shown = slice(objects, window)
  if (isSingular(read.form) && shown.length !== 1) return refusal(406, 'PGRST116')
  const isBeyond = read.counts && window.offset > objects.length
  return isBeyond ? refusal(416, 'PGRST103') : page(read, { shown, first: window.offset, total: objects.length })
}

interface Page {
  readonly shown: readonly ShownRow[]
  readonly first: number
  readonly total: number
}

function page({ method, level, form, counts }: Read, { shown, first, total }: Page): Expected {
  return {
    status: counts && shown.length < total ? 206 : 200,
    code: null,
    contentRange: `${rangeOf(first, shown.length)}/${counts ? total : '*'}`,
    location: null,
    body: method === 'HEAD' ? undefined : bodyOf(form, shown, level.order.length > 0),
  }
}
