import { columnNamed, type Table, type Type } from '../model.ts'
import { type Relation, relationsOf, targetOf } from '../relations.ts'
import {
  addressOf,
  type Aggregate,
  type Cast,
  type ColumnItem,
  type Embed,
  type Field,
  isGrouped,
  type Item,
  type Level,
  type OrderTerm,
  outputNames,
} from '../request.ts'
import { visibleRows, type World } from '../world.ts'
/** Select trees at random: columns, embeds, spreads, aggregates, orders and windows. */
import { type Ground, someWhere } from './conditions.ts'
import type { Dice } from './dice.ts'
import { columnsOf, fieldOf, isNumberPath, pathInto, someField } from './fields.ts'

/** What may be drawn: embeds down to a depth, and whether the level may hold to-many embeds and totals. */
export interface Bounds {
  readonly world: World
  readonly depth: number
  readonly isFlat: boolean
  readonly allowsTotals: boolean
  readonly allowsInner: boolean
  /** Whether the level shows rows just written, whose generated columns only the database knows. */
  readonly isWritten: boolean
}

const aliases = [
  'a',
  'b',
  'x,y',
  'q"uote',
  'select',
  'order',
  'null',
  'A b',
  'ünï',
  '7',
  '50%',
  'x.y',
  "it's",
  '(c)',
  'a->b',
]

const castsOf: Partial<Record<Type, readonly Cast[]>> = {
  int: ['text', 'numeric'],
  bigint: ['text', 'numeric'],
  numeric: ['text', 'int'],
  bool: ['text', 'int'],
  date: ['text'],
  enum: ['text'],
  text: ['text'],
  json: ['text'],
}

function someCast(dice: Dice, field: Field): Cast | null {
  if (!dice.chance(20)) return null
  if (isNumberPath(field) && field.type === 'text') return 'int'
  const casts = castsOf[field.type]
  return casts === undefined ? null : dice.pick(casts)
}

const someAlias = (dice: Dice, percent: number) => (dice.chance(percent) ? dice.pick(aliases) : null)

function plainItem(dice: Dice, field: Field): ColumnItem {
  return {
    kind: 'column',
    field,
    alias: someAlias(dice, 20),
    cast: someCast(dice, field),
    aggregate: null,
    aggregateCast: null,
  }
}

const countable: readonly Aggregate[] = ['count']
const aggregatesOf: Partial<Record<Type, readonly Aggregate[]>> = {
  int: ['sum', 'avg', 'max', 'min', 'count'],
  numeric: ['sum', 'avg', 'max', 'min', 'count'],
  bigint: ['sum', 'max', 'min', 'count'],
  text: ['max', 'min', 'count'],
  date: ['max', 'min', 'count'],
  enum: ['max', 'min', 'count'],
}

function totalItem(dice: Dice, field: Field): ColumnItem {
  const cast = field.type === 'numeric' && dice.chance(20) ? 'int' : null
  const aggregate = dice.pick(aggregatesOf[field.type] ?? countable)
  const isWhole = aggregate === 'avg' && field.type !== 'numeric'
  const aggregateCast = dice.chance(20) ? (aggregate === 'avg' ? (isWhole ? 'int' : null) : 'text') : null
  return { kind: 'column', field, alias: someAlias(dice, 40), cast, aggregate, aggregateCast }
}

/** Collects items whose keys differ from one another. */
class Shelf {
  readonly items: Item[] = []
  readonly #taken = new Set<string>()

  add(item: Item, table: Table): boolean {
    const names = outputNames({ table, items: [item], where: [], order: [], limit: null, offset: 0 })
    if (names.some((name) => this.#taken.has(name)) || new Set(names).size < names.length) return false
    for (const name of names) this.#taken.add(name)
    this.items.push(item)
    return true
  }
}

function drawColumns(dice: Dice, table: Table, shelf: Shelf, { isWritten }: Bounds): void {
  const generated = table.columns.filter(({ isGenerated }) => isWritten && isGenerated).map(({ name }) => name)
  if (generated.length === 0 && dice.chance(25)) {
    shelf.add({ kind: 'star' }, table)
    return
  }
  for (const field of dice.some(columnsOf(table, new Set(generated)), dice.upTo(2) + 1)) {
    shelf.add(plainItem(dice, (dice.chance(50) ? pathInto(dice, table, field.column) : null) ?? field), table)
  }
}

function drawTotals(dice: Dice, table: Table, shelf: Shelf): void {
  const groupable = columnsOf(table, new Set()).filter(({ type }) => type !== 'json' && type !== 'other')
  for (const field of dice.some(groupable, dice.upTo(2))) {
    const path = dice.chance(30) ? pathInto(dice, table, field.column) : null
    shelf.add(plainItem(dice, path?.type === 'text' ? path : field), table)
  }
  shelf.add({ kind: 'count', alias: someAlias(dice, 30), cast: dice.chance(15) ? 'text' : null }, table)
  for (const field of dice.some(groupable, dice.upTo(2))) shelf.add(totalItem(dice, field), table)
}

function someEmbed(dice: Dice, relation: Relation, bounds: Bounds): Embed {
  const [name, hint] = dice.pick(relation.names)
  const kind = dice.chance(20) ? 'spread' : dice.chance(12) ? 'silent' : 'shown'
  const isSpread = kind === 'spread'
  const allowsTotals = bounds.allowsTotals && kind === 'shown' && !bounds.isFlat
  const below = { ...bounds, allowsTotals, allowsInner: true, isWritten: false, depth: bounds.depth - 1 }
  const target = targetOf(relation)
  const level = kind === 'silent' ? silentLevel(dice, target, bounds.world) : someLevel(dice, target, below)
  const join = someJoin(dice, level, bounds)
  return { kind: 'embed', relation, name, hint, alias: isSpread ? null : someAlias(dice, 30), join, isSpread, level }
}

/** Whether an inner embed looks at its window or its totals is a question of taste. */
function someJoin(dice: Dice, level: Level, { allowsInner }: Bounds): Embed['join'] {
  const canBeInner = allowsInner && level.limit === null && level.offset === 0 && !isGrouped(level)
  if (canBeInner && dice.chance(30)) return 'inner'
  return dice.chance(10) ? 'left' : null
}

/** `rel()`: filters, but shows nothing. */
function silentLevel(dice: Dice, table: Table, world: World): Level {
  const bare: Level = { table, items: [], where: [], order: [], limit: null, offset: 0 }
  return { ...bare, where: someWhere(dice, groundOf(bare, world), 2) }
}

function drawEmbeds(dice: Dice, table: Table, shelf: Shelf, bounds: Bounds): void {
  if (bounds.depth === 0) return
  const near = relationsOf(table).filter(({ isToOne }) => isToOne || !bounds.isFlat)
  const addresses = new Set<string>()
  for (const relation of dice.some(near, dice.upTo(2))) {
    const embed = someEmbed(dice, relation, bounds)
    const isTaken = [addressOf(embed), embed.name].some((name) => addresses.has(name))
    if (isTaken || !shelf.add(embed, table)) continue
    addresses.add(addressOf(embed)).add(embed.name)
  }
}

const sortable: ReadonlySet<Type> = new Set<Type>(['int', 'bigint', 'numeric', 'text', 'bool', 'date', 'enum', 'uuid'])

function term(dice: Dice, field: Field, embed: Embed | null): OrderTerm {
  return { field, embed, direction: dice.pick([null, 'asc', 'desc']), nulls: dice.pick([null, null, 'first', 'last']) }
}

function freeTerms(dice: Dice, table: Table, embeds: readonly Embed[]): OrderTerm[] {
  const toOne = embeds.filter(({ relation, level }) => relation.isToOne && !isGrouped(level))
  return Array.from({ length: dice.upTo(2) }, () => {
    const embed = toOne.length > 0 && dice.chance(40) ? dice.pick(toOne) : null
    const field = someField(dice, embed === null ? table : targetOf(embed.relation), new Set())
    const isSortable = field !== null && (sortable.has(field.type) || field.path.length > 0)
    return isSortable ? term(dice, field, embed) : null
  }).filter((found) => found !== null)
}

/** Total, or empty: only then is there one right order. */
function someOrder(dice: Dice, level: Level): OrderTerm[] {
  if (!dice.chance(65)) return []
  const { table, items } = level
  if (isGrouped(level)) return groupOrder(dice, items)
  const embeds = items.filter((item): item is Embed => item.kind === 'embed')
  const key = table.key.map((name) => term(dice, fieldOf(name, columnNamed(table, name)!.type), null))
  return [...freeTerms(dice, table, embeds), ...key]
}

function groupOrder(dice: Dice, items: readonly Item[]): OrderTerm[] {
  const keys = items.filter((item) => item.kind !== 'count' && !(item.kind === 'column' && item.aggregate !== null))
  const plain = keys.filter((item): item is ColumnItem => item.kind === 'column' && item.cast === null)
  if (plain.length < keys.length || plain.some(({ field }) => !sortable.has(field.type))) return []
  return plain.map(({ field }) => term(dice, field, null))
}

export function someLevel(dice: Dice, table: Table, bounds: Bounds): Level {
  const shelf = new Shelf()
  const hasTotals = bounds.allowsTotals && dice.chance(15)
  if (hasTotals) drawTotals(dice, table, shelf)
  else drawColumns(dice, table, shelf, bounds)
  drawEmbeds(dice, table, shelf, hasTotals ? { ...bounds, isFlat: true, allowsInner: false } : bounds)
  const { items } = shelf
  const bare: Level = { table, items, where: [], order: [], limit: null, offset: 0 }
  const where = someWhere(dice, groundOf(bare, bounds.world), 2)
  const order = someOrder(dice, bare)
  const isWindowed = order.length > 0 && dice.chance(35)
  return {
    ...bare,
    where,
    order,
    limit: isWindowed && dice.chance(80) ? dice.pick([1, 2, 3, 0, 7]) : null,
    offset: isWindowed && dice.chance(50) ? dice.pick([1, 2, 4, 60]) : 0,
  }
}

function groundOf({ table, items }: Level, world: World): Ground {
  const embeds = items.filter((item): item is Embed => item.kind === 'embed' && !item.isSpread)
  const all = items.filter((item): item is Embed => item.kind === 'embed')
  return {
    table,
    rows: visibleRows(table.name, { world, role: 'service' }),
    blocked: new Set(all.flatMap((embed) => [addressOf(embed), embed.name])),
    embeds,
  }
}
