/** A tree of read levels as one SELECT. Embeds are correlated subqueries, spreads are lateral joins. */
import { isAggregated, outputNames } from '../plan/lift.ts'
import type { Embed, Lifted, Output, PlannedField, PlannedOrder, ReadNode } from '../plan/plan.ts'
import { isToOne, type Relationship } from '../schema/schema.ts'
import { fieldSql } from './fields.ts'
import { FilterWriter } from './filters.ts'
import { castTo, columnOf, type Parameters, qualified, quoteIdentifier } from './text.ts'

export const sourceName = 'pgrst_source'
export const sourceRow = 'pgrst_row'

export class ReadWriter {
  readonly #parameters: Parameters
  readonly #embedsAsJsonb: boolean
  readonly #filters: FilterWriter
  /** The level that reads a mutation's or function's rows: whole ones are in a column of their own. */
  #sourceAlias: string | null = null

  /** @param embedsAsJsonb as text they have blanks then, as handlers of media types are given them by the original */
  constructor(parameters: Parameters, embedsAsJsonb = false) {
    this.#parameters = parameters
    this.#embedsAsJsonb = embedsAsJsonb
    this.#filters = new FilterWriter(parameters, (embed) => this.#exists(embed))
  }

  /** The rows of the level within its window. */
  page(node: ReadNode, isSourceRow = this.#sourceAlias !== null): string {
    this.#sourceAlias = isSourceRow ? node.alias : null
    return this.#select(node, { from: rootFrom(node), joined: [], isGroupedAbove: false })
  }

  /** One row for each row of the level, whatever its window. */
  all(node: ReadNode): string {
    if (isAggregated(node)) return this.page({ ...node, order: [], window: { limit: null, offset: 0 } })
    return `select 1 from ${rootFrom(node)}${whereSql(this.#conditions(node))}`
  }

  conditions(node: Pick<ReadNode, 'where'>): string {
    return whereSql(node.where.map((filter) => this.#filters.write(filter)))
  }

  #conditions(node: ReadNode): string[] {
    return [
      ...node.where.map((filter) => this.#filters.write(filter)),
      ...node.embeds.filter(({ isInner }) => isInner).map((embed) => this.#exists(embed)),
    ]
  }

  #select(node: ReadNode, place: Place): string {
    const isGrouped = isAggregated(node)
    const joins = node.embeds
      .filter((embed) => isJoined(embed, isGrouped))
      .map(
        (embed) => ` left join lateral (${this.#joinedRows(embed, isGrouped, place)}) as ${joinAlias(embed)} on true`,
      )
    const outputs = node.outputs.flatMap((output) => this.#output(output, node, { isGrouped, place }))
    return [
      `select ${outputs.join(', ')} from ${place.from}${joins.join('')}`,
      whereSql([...place.joined, ...this.#conditions(node)]),
      isGrouped ? groupSql(node, this.#parameters) : '',
      this.#order(node.order, isGrouped),
      windowSql(node),
    ].join('')
  }

  #output(output: Output, node: ReadNode, { isGrouped, place }: { isGrouped: boolean; place: Place }): string[] {
    switch (output.kind) {
      case 'star':
        return isGrouped && node.table !== null
          ? [...node.table.columns.keys()].map((name) => columnOf(node.alias, name))
          : [`${quoteIdentifier(node.alias)}.*`]
      case 'count':
        return [named(output.cast === null ? 'count(*)' : castTo('count(*)', output.cast), output.name)]
      case 'column':
        return [columnSql(output, this.#parameters)]
      case 'presence':
        return [named('1', output.name)]
      case 'lifted':
        return [named(aggregated(`${joinAlias(output.embed)}.${quoteIdentifier(output.source)}`, output), output.name)]
      default:
        return this.#embedOutput(output.embed, isGrouped, place)
    }
  }

  #embedOutput(embed: Embed, isGrouped: boolean, place: Place): string[] {
    if (embed.isSilent) return []
    if (embed.isSpread) return [`${joinAlias(embed)}.*`]
    if (isGrouped) return [named(`${joinAlias(embed)}."pgrst_json"`, embed.name)]
    return [
      named(`(${this.#asJson(embed)})${place.isGroupedAbove || this.#embedsAsJsonb ? '::jsonb' : ''}`, embed.name),
    ]
  }

  /** The embed's one object or its array. */
  #asJson(embed: Embed): string {
    const rows = this.#rows(embed)
    return isToOne(embed.relationship)
      ? `select row_to_json(pgrst_row.*) from (${rows}) as pgrst_row`
      : `select coalesce(json_agg(pgrst_row.*), '[]') from (${rows}) as pgrst_row`
  }

  #joinedRows(embed: Embed, isGrouped: boolean, place: Place): string {
    if (!embed.isSpread) return `select (${this.#asJson(embed)})::${isGrouped ? 'jsonb' : 'json'} as "pgrst_json"`
    const isKey = isGrouped || place.isGroupedAbove
    const rows = this.#rows(embed, isKey)
    if (isToOne(embed.relationship)) return rows
    const type = isKey ? '::jsonb' : ''
    const lists = outputNames(embed.node)
      .map(quoteIdentifier)
      .map((name) => `coalesce(json_agg(pgrst_row.${name}), '[]')${type} as ${name}`)
    return `select ${lists.join(', ')} from (${rows}) as pgrst_row`
  }

  #rows(embed: Embed, isGroupedAbove = false): string {
    const { from, joined } = this.#join(embed)
    const { node, relationship } = embed
    const shown = isToOne(relationship) ? { ...node, window: { limit: oneRow(relationship), offset: 0 } } : node
    return this.#select(shown, { from, joined, isGroupedAbove })
  }

  #join(embed: Embed) {
    return joinSql(embed, embed.parentAlias === this.#sourceAlias)
  }

  #exists(embed: Embed): string {
    const { from, joined } = this.#join(embed)
    return `exists (select 1 from ${from}${whereSql([...joined, ...this.#conditions(embed.node)])})`
  }

  #order(terms: readonly PlannedOrder[], isGrouped: boolean): string {
    if (terms.length === 0) return ''
    const written = terms.map(({ field, embed, isOutput, direction, nulls }) => {
      const column = isOutput ? quoteIdentifier(field.name) : fieldSql(field, this.#parameters)
      const grouped = embed !== null && isGrouped ? spreadColumn(embed, field) : null
      const expression = grouped ?? (embed === null ? column : this.#relatedColumn(embed, column))
      return `${expression}${direction === null ? '' : ` ${direction}`}${nulls === null ? '' : ` nulls ${nulls}`}`
    })
    return ` order by ${written.join(', ')}`
  }

  #relatedColumn(embed: Embed, column: string): string {
    const { from, joined } = this.#join(embed)
    const window = windowSql({ window: { limit: oneRow(embed.relationship), offset: 0 } })
    return `(select ${column} from ${from}${whereSql([...joined, ...this.#conditions(embed.node)])}${window})`
  }
}

/** Where a level's rows come from, and how they hang on the level above. */
interface Place {
  readonly from: string
  readonly joined: readonly string[]
  /** The rows are spread into a level that groups by them: JSON has no equality, jsonb has. */
  readonly isGroupedAbove: boolean
}

const aliased = (from: string, alias: string) => `${from} as ${quoteIdentifier(alias)}`

function rootFrom({ from, alias }: ReadNode): string {
  if (from === null) return aliased(sourceName, alias)
  return from.name === alias ? qualified(from) : aliased(qualified(from), alias)
}

function joinSql({ relationship, node, parentAlias, junctionAlias }: Embed, isSourceRow: boolean) {
  const equal = (left: string, own: string, right: string, other: string) =>
    `${columnOf(left, own)} = ${columnOf(right, other)}`
  if (relationship.kind === 'computed') {
    const row = isSourceRow ? columnOf(parentAlias, sourceRow) : quoteIdentifier(parentAlias)
    return { from: aliased(`${qualified(relationship.routine)}(${row})`, node.alias), joined: [] }
  }
  const target = aliased(qualified(relationship.target), node.alias)
  if (relationship.kind !== 'many-to-many') {
    const joined = relationship.columns.map(([own, other]) => equal(node.alias, other, parentAlias, own))
    return { from: target, joined }
  }
  const on = relationship.targetColumns.map(([own, other]) => equal(junctionAlias, own, node.alias, other))
  const junction = aliased(qualified(relationship.junction), junctionAlias)
  return {
    from: `${target} join ${junction} on ${on.join(' and ')}`,
    joined: relationship.originColumns.map(([own, other]) => equal(junctionAlias, other, parentAlias, own)),
  }
}

/** A key finds one row by itself; a function that says `rows 1` may still return several. */
const oneRow = ({ kind }: Relationship) => (kind === 'computed' ? 1 : null)

const isJoined = ({ isSpread, isSilent }: Embed, isGrouped: boolean) => !isSilent && (isSpread || isGrouped)

const joinAlias = ({ node }: Embed) => quoteIdentifier(`${node.alias}_rows`)

/** The column of a spread that the level groups by. */
function spreadColumn(embed: Embed, { name, path }: PlannedField): string | null {
  if (!embed.isSpread || path.length > 0) return null
  const isPlain = (output: Output) => output.kind === 'column' && output.field.name === name && output.cast === null
  const output = embed.node.outputs.find(isPlain)
  return output?.kind === 'column' ? `${joinAlias(embed)}.${quoteIdentifier(output.name)}` : null
}

const named = (expression: string, name: string) => `${expression} as ${quoteIdentifier(name)}`

type ColumnOutput = Extract<Output, { kind: 'column' }>

function plainColumn({ field, cast }: ColumnOutput, parameters: Parameters): string {
  const column = fieldSql(field, parameters)
  return cast === null ? column : castTo(column, cast)
}

function columnSql(output: ColumnOutput, parameters: Parameters): string {
  const { field, name, cast, format, aggregate } = output
  const column = fieldSql(field, parameters)
  const formatted = format === null ? column : `${qualified(format)}(${column})`
  const written = cast === null ? formatted : castTo(formatted, cast)
  if (aggregate === null) return written === columnOf(field.alias, name) ? written : named(written, name)
  return named(aggregated(written, output), name)
}

function aggregated(value: string, { aggregate, aggregateCast }: Pick<Lifted, 'aggregate' | 'aggregateCast'>): string {
  if (aggregate === null) return value
  const total = `${aggregate}(${value})`
  return aggregateCast === null ? total : castTo(total, aggregateCast)
}

/** With aggregates, every other output says what is aggregated over. */
function groupSql(node: ReadNode, parameters: Parameters): string {
  const keys = node.outputs.flatMap((output): string[] => {
    switch (output.kind) {
      case 'count':
        return []
      case 'star':
        return [...(node.table?.columns.keys() ?? [])].map((name) => columnOf(node.alias, name))
      case 'column':
        return output.aggregate === null ? [plainColumn(output, parameters)] : []
      case 'lifted':
        return output.aggregate === null ? [`${joinAlias(output.embed)}.${quoteIdentifier(output.source)}`] : []
      case 'presence':
        return []
      default:
        return groupKeys(output.embed)
    }
  })
  return keys.length === 0 ? '' : ` group by ${keys.join(', ')}`
}

function groupKeys(embed: Embed): string[] {
  if (embed.isSilent) return []
  if (!embed.isSpread) return [`${joinAlias(embed)}."pgrst_json"`]
  return outputNames(embed.node).map((name) => `${joinAlias(embed)}.${quoteIdentifier(name)}`)
}

const whereSql = (conditions: readonly string[]) =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

/** Literals, because a parameter here has PostgreSQL plan anew (PERFORMANCE §2). */
function windowSql({ window: { limit, offset } }: Pick<ReadNode, 'window'>): string {
  const isLimited = limit !== null && Number.isSafeInteger(limit)
  return `${isLimited ? ` limit ${limit}` : ''}${offset > 0 ? ` offset ${offset}` : ''}`
}
