/** A select tree with its filters, orders and windows → a tree of read levels. */
import { requestErrors } from '../errors.ts'
import type { At, ColumnItem, EmbedItem, Field, Logic, OrderTerm, Query, SelectItem, Window } from '../parse/query.ts'
import { isToOne, keyOf, type QualifiedName, type Schema, type Table } from '../schema/schema.ts'
import { isAggregated, lift, type LiftNaming } from './lift.ts'
import type { Embed, Filter, Output, PlannedField, PlannedOrder, ReadNode } from './plan.ts'
import { findRelationship } from './relate.ts'

export interface ReadContext {
  readonly schema: Schema
  readonly maxRows: number
  readonly allowsAggregates: boolean
}

/** The parts of the query that belong to a level and to the embeds below it. */
interface Parts {
  readonly conditions: readonly At<Logic>[]
  readonly order: readonly At<readonly OrderTerm[]>[]
  readonly windows: readonly At<Window>[]
}

interface Level {
  readonly from: QualifiedName | null
  /** What relationships are looked up for. */
  readonly origin: QualifiedName
  readonly table: Table | null
  readonly alias: string
  readonly items: readonly SelectItem[]
  readonly parts: Parts
}

/** Numbers the aliases of one request, so that no level hides another's. */
interface Naming extends LiftNaming {
  count: number
}

export type RootLevel = Pick<Level, 'from' | 'origin' | 'table' | 'alias'>

export function planRead(root: RootLevel, query: Query, context: ReadContext): ReadNode {
  const items: readonly SelectItem[] = query.select.length === 0 ? [{ kind: 'star' }] : query.select
  return planLevel({ ...root, items, parts: query }, context, { count: 0, lifted: 0 })
}

function planLevel(level: Level, context: ReadContext, naming: Naming): ReadNode {
  const items = level.items.filter((item): item is EmbedItem => item.kind === 'embed')
  const below = divide(level.parts, items)
  const embeds = new Map(items.map((item) => [item, planEmbed(item, level, { below, context, naming })]))
  const own = ownParts(level.parts)
  const scope: Scope = { level, items, embeds }
  const outputs = level.items.flatMap((item) => planOutput(item, scope, context))
  return {
    from: level.from,
    table: level.table,
    alias: level.alias,
    outputs,
    embeds: [...embeds.values()],
    where: own.conditions.map((logic) => planFilter(logic, scope)),
    order: own.order.map((term) => planOrder(term, scope, outputs)),
    window: capWindow(own.window, context.maxRows),
  }
}

interface Scope {
  readonly level: Level
  readonly items: readonly EmbedItem[]
  readonly embeds: ReadonlyMap<EmbedItem, Embed>
}

/** An alias addresses its embed before another embed's own name does. */
function addressed(items: readonly EmbedItem[], name: string): EmbedItem | undefined {
  return items.find(({ alias }) => alias === name) ?? items.find((item) => item.name === name)
}

function fieldOf({ alias, table }: Pick<Level, 'alias' | 'table'>, field: Field): PlannedField {
  const column = table?.columns.get(field.name)
  const parser = field.path.length === 0 ? (column?.representation?.fromText ?? null) : null
  const indexConstants = field.path.length === 0 ? (column?.indexConstants ?? []) : []
  return {
    ...field,
    alias,
    type: column?.type ?? null,
    isSearched: column?.isSearched === true,
    parser,
    indexConstants,
  }
}

function ownParts({ conditions, order, windows }: Parts) {
  const own = <Part>(parts: readonly At<Part>[]) =>
    parts.filter(({ path }) => path.length === 0).map(({ part }) => part)
  return {
    conditions: own(conditions),
    order: own(order).flat(),
    window: own(windows)[0] ?? { limit: null, offset: 0 },
  }
}

const noParts: Parts = { conditions: [], order: [], windows: [] }

/** Hands the parts with a path to the embeds that the path's first name addresses. */
function divide(parts: Parts, items: readonly EmbedItem[]): (item: EmbedItem) => Parts {
  if (parts.conditions.length + parts.order.length + parts.windows.length === 0) return () => noParts
  const forItem = <Part>(all: readonly At<Part>[]) => {
    const divided = new Map<EmbedItem, At<Part>[]>()
    for (const { path, part } of all) {
      const [first, ...rest] = path
      if (first === undefined) continue
      const item = addressed(items, first)
      if (item === undefined) throw requestErrors.notEmbedded(first)
      divided.set(item, [...(divided.get(item) ?? []), { path: rest, part }])
    }
    return divided
  }
  const [conditions, order, windows] = [forItem(parts.conditions), forItem(parts.order), forItem(parts.windows)]
  return (item) => ({
    conditions: conditions.get(item) ?? [],
    order: order.get(item) ?? [],
    windows: windows.get(item) ?? [],
  })
}

interface Descent {
  readonly below: (item: EmbedItem) => Parts
  readonly context: ReadContext
  readonly naming: Naming
}

function planEmbed(item: EmbedItem, level: Level, { below, context, naming }: Descent): Embed {
  const relationship = findRelationship(context.schema, level.origin, item)
  const { target } = relationship
  naming.count += 1
  const number = naming.count
  const own = planLevel(
    {
      from: target,
      origin: target,
      table: context.schema.tables.get(keyOf(target)) ?? null,
      alias: aliasOf(target.name, number),
      items: item.items,
      parts: below(item),
    },
    context,
    naming,
  )
  const spread = item.isSpread && isAggregated(own) ? lift(own, relationship, naming) : null
  return {
    name: item.alias ?? item.name,
    relationship,
    node: spread?.node ?? own,
    parentAlias: level.alias,
    junctionAlias: relationship.kind === 'many-to-many' ? `${aliasOf(relationship.junction.name, number)}_via` : '',
    isInner: item.join === 'inner',
    isSpread: item.isSpread,
    lifted: spread?.lifted ?? null,
    isSilent: showsNothing(item),
  }
}

/** `rel()`, and what holds nothing but the like. */
const showsNothing = ({ items }: EmbedItem): boolean =>
  items.every((item) => item.kind === 'embed' && showsNothing(item))

/** PostgreSQL cuts names at 63 bytes: a cut alias would lose the number that tells it from others. */
const aliasOf = (name: string, number: number) => `${Buffer.byteLength(name) > 48 ? 'embed' : name}_${number}`

function planOutput(item: SelectItem, scope: Scope, context: ReadContext): Output[] {
  switch (item.kind) {
    case 'star':
      return starOutputs(scope)
    case 'count':
      assertAggregates(context)
      return [{ kind: 'count', name: item.alias ?? 'count', cast: item.cast }]
    case 'column': {
      if (item.aggregate !== null) assertAggregates(context)
      const { cast, aggregate, aggregateCast } = item
      const field = fieldOf(scope.level, item.field)
      const format = aggregate === null ? formatOf(scope.level, item.field) : null
      return [{ kind: 'column', field, name: outputName(item), cast, aggregate, aggregateCast, format }]
    }
    default: {
      const embed = scope.embeds.get(item)!
      return embed.lifted?.map((output) => ({ kind: 'lifted', embed, ...output })) ?? [{ kind: 'embed', embed }]
    }
  }
}

const formatOf = ({ table }: Level, { name, path }: Field) =>
  path.length === 0 ? (table?.columns.get(name)?.representation?.toJson ?? null) : null

/** All columns by name where one of them is written in a form of its own, or the whole row stands beside them. */
function starOutputs({ level, embeds }: Scope): Output[] {
  const { table } = level
  const hasRow =
    level.from === null && [...embeds.values()].some(({ relationship }) => relationship.kind === 'computed')
  if (table === null || !(table.isRepresented || hasRow)) return [{ kind: 'star' }]
  return [...table.columns.keys()].map((name) => plainOutput(fieldOf(level, { name, path: [] }), level))
}

const plainOutput = (field: PlannedField, level: Level): Output => ({
  kind: 'column',
  field,
  name: field.name,
  cast: null,
  aggregate: null,
  aggregateCast: null,
  format: formatOf(level, field),
})

function assertAggregates({ allowsAggregates }: ReadContext): void {
  if (!allowsAggregates) throw requestErrors.aggregates()
}

/** The alias, the aggregate's name, or the last key of a JSON path, or else the column. */
function outputName({ alias, aggregate, field }: ColumnItem): string {
  if (alias !== null) return alias
  if (aggregate !== null) return aggregate
  const key = field.path.findLast((step) => step.kind === 'key')
  return key?.kind === 'key' ? key.key : field.name
}

function planFilter(logic: Logic, scope: Scope): Filter {
  if (logic.kind !== 'condition') {
    const { kind, isNegated, operands } = logic
    return { kind, isNegated, operands: operands.map((operand) => planFilter(operand, scope)) }
  }
  const { field, isNegated, operation } = logic
  const item = field.path.length === 0 ? addressed(scope.items, field.name) : undefined
  if (item !== undefined) {
    const embed = scope.embeds.get(item)!
    if (operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')) {
      return { kind: 'embedded', embed, isNegated: (operation.value === 'null') !== isNegated }
    }
    if (scope.level.table?.columns.has(field.name) !== true) throw requestErrors.embedOperator(field.name)
  }
  return { kind: 'condition', field: fieldOf(scope.level, field), isNegated, operation }
}

function planOrder(term: OrderTerm, scope: Scope, outputs: readonly Output[]): PlannedOrder {
  const { relation, field, direction, nulls } = term
  if (relation === null) {
    const isOutput = namesOutput(field, scope.level, outputs)
    return { field: fieldOf(scope.level, field), embed: null, isOutput, direction, nulls }
  }
  const item = addressed(scope.items, relation)
  if (item === undefined) throw requestErrors.notEmbedded(relation)
  const embed = scope.embeds.get(item)!
  if (!isToOne(embed.relationship)) throw requestErrors.relatedOrder(scope.level.origin.name, relation)
  return { field: fieldOf(embed.node, field), embed, isOutput: false, direction, nulls }
}

/** What no column is called may be what is shown: an aggregate, an alias, or what a spread hands up. */
function namesOutput({ name, path }: Field, { table }: Level, outputs: readonly Output[]): boolean {
  if (path.length > 0 || table?.columns.has(name) === true) return false
  return outputs.some((output) => {
    if (output.kind === 'star' || output.kind === 'embed' || output.name !== name) return false
    return table !== null || output.kind !== 'column' || output.aggregate !== null
  })
}

const capWindow = ({ limit, offset }: Window, maxRows: number): Window => ({
  limit: Math.min(limit ?? maxRows, maxRows),
  offset,
})
