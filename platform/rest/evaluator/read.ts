import type { Type } from './model.ts'
/** A level of a read → its objects, the slow and obvious way. */
import { all, any, compare, holds, not, type Truth } from './operators.ts'
import {
  type ColumnItem,
  type Embed,
  type Field,
  isGrouped,
  isSilent,
  type Item,
  type Level,
  type Logic,
  nameOf,
  type OrderTerm,
  outputNames,
  type Aggregate,
  type Cast,
} from './request.ts'
import {
  isList,
  isObject,
  jsonNull,
  jsonText,
  Num,
  parseJson,
  type Row,
  type Value,
  Approximate,
  numberOf,
  plainText,
  round,
  sum,
} from './value.ts'
import { columnValue, relatedRows, type Scene } from './world.ts'

/** Rows whose order the request leaves open. */
export class Bag {
  readonly items: readonly Shown[]

  constructor(items: readonly Shown[]) {
    this.items = items
  }
}

export type Shown = Value | Bag | readonly Shown[] | { readonly [key: string]: Shown }
export type ShownRow = Readonly<Record<string, Shown>>

export function fieldValue({ column, path }: Field, row: Row): Value {
  let value = columnValue(row, column)
  for (const { key, asText } of path) {
    const found: Value | undefined = stepInto(value, key)
    if (found === undefined) return null
    value = asText ? textOf(found) : found === null ? jsonNull : found
  }
  return value
}

function stepInto(value: Value, key: string | number): Value | undefined {
  if (typeof key === 'number') return isList(value) ? value.at(key) : undefined
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

const textOf = (value: Value): Value =>
  value === null || value === jsonNull ? null : typeof value === 'string' ? value : jsonText(value)

function truthOf(logic: Logic, row: Row, scene: Scene): Truth {
  switch (logic.kind) {
    case 'condition': {
      const truth = holds(logic.condition, logic.field.type, fieldValue(logic.field, row))
      return logic.isNegated ? not(truth) : truth
    }
    case 'embedded':
      return hasRelated(logic.embed, row, scene) !== logic.isNull
    default: {
      const truths = logic.operands.map((operand) => truthOf(operand, row, scene))
      const truth = logic.kind === 'and' ? all(truths) : any(truths)
      return logic.isNegated ? not(truth) : truth
    }
  }
}

export const meets = (where: readonly Logic[], row: Row, scene: Scene): boolean =>
  where.every((logic) => truthOf(logic, row, scene) === true)

const embedsOf = (level: Level) => level.items.filter((item): item is Embed => item.kind === 'embed')

const passes = (level: Level, row: Row, scene: Scene): boolean =>
  meets(level.where, row, scene) &&
  embedsOf(level).every((embed) => embed.join !== 'inner' || hasRelated(embed, row, scene))

const hasRelated = (embed: Embed, row: Row, scene: Scene): boolean =>
  relatedRows(embed.relation, row, scene).some((target) => passes(embed.level, target, scene))

/** All objects of the level before its window, ordered as asked. */
export function allObjects(level: Level, rows: readonly Row[], scene: Scene): ShownRow[] {
  const found = rows.filter((row) => passes(level, row, scene))
  const groups = isGrouped(level) ? group(level, found, scene) : found.map((row) => [row])
  const keys = groups.map((members) => level.order.map((term) => orderKey(term, members[0] ?? {}, scene)))
  const order = groups.map((_, at) => at).toSorted((a, b) => compareKeys(level.order, keys[a] ?? [], keys[b] ?? []))
  return order.map((at) => show(level, groups[at] ?? [], scene))
}

function group(level: Level, rows: readonly Row[], scene: Scene): (readonly Row[])[] {
  const plain = level.items.filter((item) => !(item.kind === 'count' || (item.kind === 'column' && item.aggregate)))
  const hasKeys = plain.some((item) => item.kind !== 'embed' || !isSilent(item))
  if (!hasKeys) return [rows]
  const keyOf = (row: Row) =>
    JSON.stringify(plain.map((item) => jsonText(showItem(item, level, [row], scene) as Value)))
  return [...Map.groupBy(rows, keyOf).values()]
}

/** What is grouped by is jsonb, which has an order of keys of its own. */
const sorted = (part: ShownRow): ShownRow =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [name, parseJson(jsonText(value as Value))]))

function show(level: Level, members: readonly Row[], scene: Scene): ShownRow {
  const parts = level.items.map((item) => {
    const part = showItem(item, level, members, scene)
    return item.kind === 'embed' && isGrouped(level) ? sorted(part) : part
  })
  return Object.assign({}, ...parts) as ShownRow
}

function showItem(item: Item, level: Level, members: readonly Row[], scene: Scene): ShownRow {
  const row = members[0] ?? {}
  switch (item.kind) {
    case 'star':
      return Object.fromEntries(level.table.columns.map(({ name }) => [name, row[name] ?? null]))
    case 'count':
      return { [nameOf(item)]: castValue(new Num(members.length), item.cast) }
    case 'column':
      return { [nameOf(item)]: showColumn(item, members) }
    default:
      return isSilent(item)
        ? {}
        : item.isSpread
          ? showSpread(item, row, scene)
          : { [nameOf(item)]: showEmbed(item, row, scene) }
  }
}

function showColumn(item: ColumnItem, members: readonly Row[]): Value {
  const values = members.map((row) => castValue(fieldValue(item.field, row), item.cast, item.field.type))
  if (item.aggregate === null) return values[0] === jsonNull ? null : (values[0] ?? null)
  const type = item.cast === null ? item.field.type : item.cast
  return castValue(aggregateOf(item.aggregate, type, values), item.aggregateCast)
}

const isOrdered = ({ order }: Level) => order.length > 0

const inOrder = (level: Level, items: readonly Shown[]): Shown =>
  isOrdered(level) || items.length < 2 ? items : new Bag(items)

/** A to-one embed has one row or none, whatever window it was given. */
function embeddedObjects({ relation, level }: Embed, row: Row, scene: Scene): readonly ShownRow[] {
  const objects = allObjects(level, relatedRows(relation, row, scene), scene)
  return relation.isToOne ? objects : slice(objects, level)
}

function showEmbed(embed: Embed, row: Row, scene: Scene): Shown {
  const objects = embeddedObjects(embed, row, scene)
  return embed.relation.isToOne ? (objects[0] ?? null) : inOrder(embed.level, objects)
}

function showSpread(embed: Embed, row: Row, scene: Scene): ShownRow {
  const objects = embeddedObjects(embed, row, scene)
  const valueOf = (name: string): Shown =>
    embed.relation.isToOne
      ? (objects[0]?.[name] ?? null)
      : inOrder(
          embed.level,
          objects.map((object) => object[name] ?? null),
        )
  return Object.fromEntries(outputNames(embed.level).map((name) => [name, valueOf(name)]))
}

export const slice = <T>(rows: readonly T[], { limit, offset }: Pick<Level, 'limit' | 'offset'>): readonly T[] =>
  rows.slice(offset, limit === null ? undefined : offset + limit)

function orderKey({ field, embed }: OrderTerm, row: Row, scene: Scene): Value {
  if (embed === null) return fieldValue(field, row)
  const target = relatedRows(embed.relation, row, scene).find((candidate) => passes(embed.level, candidate, scene))
  return target === undefined ? null : fieldValue(field, target)
}

function compareKeys(terms: readonly OrderTerm[], a: readonly Value[], b: readonly Value[]): number {
  for (const [at, term] of terms.entries()) {
    const order = compareKey(term, a[at] ?? null, b[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** Nulls come last upwards and first downwards, unless the term says otherwise. */
function compareKey({ field, direction, nulls }: OrderTerm, a: Value, b: Value): number {
  if (a === null && b === null) return 0
  if (a === null || b === null) {
    const areFirst = (nulls ?? (direction === 'desc' ? 'first' : 'last')) === 'first'
    return (a === null) === areFirst ? -1 : 1
  }
  const order = compare(field.type, a, b)
  return direction === 'desc' ? -order : order
}

function castValue(value: Value, cast: Cast | null, type: Type = 'text'): Value {
  if (value === null || cast === null) return value
  if (cast === 'text') return typeof value === 'string' && type !== 'json' ? value : jsonText(value)
  if (value instanceof Approximate) return new Num(Math.round(value.value))
  if (typeof value === 'boolean') return new Num(value ? 1 : 0)
  const number = value instanceof Num ? value : new Num(plainText(value))
  return cast === 'int' ? round(number, 0) : number
}

function aggregateOf(aggregate: Aggregate, type: Type, values: readonly Value[]): Value {
  const known = values.filter((value) => value !== null)
  if (aggregate === 'count') return new Num(known.length)
  if (known.length === 0) return null
  if (aggregate === 'max' || aggregate === 'min') {
    const sorted = known.toSorted((a, b) => compare(type, a, b))
    return (aggregate === 'min' ? sorted[0] : sorted.at(-1)) ?? null
  }
  const total = sum(known.filter((value) => value instanceof Num))
  return aggregate === 'sum' ? total : new Approximate(numberOf(total) / known.length)
}
