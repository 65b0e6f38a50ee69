/** A request → what goes over the wire. Knows the grammar of WIRE §2.2 and nothing of the code that reads it. */
import type { Role } from './model.ts'
import {
  addressOf,
  type Condition,
  type Embed,
  type Field,
  type Item,
  type Level,
  type Logic,
  type OrderTerm,
  type Request,
  type Style,
} from './request.ts'
import { isList, isObject, jsonNull, Num, plainText, type Row, type Value } from './value.ts'

export interface Wire {
  readonly method: Request['method']
  readonly url: string
  readonly role: Role
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const plainName = /^[a-z_][a-z0-9_]*$/
const reserved = new Set(['order', 'limit', 'offset', 'and', 'or', 'not', 'select', 'columns', 'on_conflict'])

const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`

const writeName = (name: string, { quotesNames }: Style): string =>
  !quotesNames && plainName.test(name) && !reserved.has(name) ? name : quoted(name)

const writeField = ({ column, path }: Field, style: Style): string =>
  writeName(column, style) +
  path
    .map(({ key, asText }) => `${asText ? '->>' : '->'}${typeof key === 'number' ? key : writeName(key, style)}`)
    .join('')

function writeItem(item: Item, style: Style): string {
  if (item.kind === 'star') return '*'
  if (item.kind === 'embed') return writeEmbed(item, style)
  const alias = item.alias === null ? '' : `${writeName(item.alias, style)}:`
  const cast = item.cast === null ? '' : `::${item.cast}`
  if (item.kind === 'count') return `${alias}count()${cast}`
  const total = item.aggregate === null ? '' : `.${item.aggregate}()`
  const totalCast = item.aggregateCast === null ? '' : `::${item.aggregateCast}`
  return `${alias}${writeField(item.field, style)}${cast}${total}${totalCast}`
}

function writeEmbed({ name, hint, alias, join, isSpread, level }: Embed, style: Style): string {
  const label = isSpread ? '...' : alias === null ? '' : `${writeName(alias, style)}:`
  const marks = [...(hint === null ? [] : [writeName(hint, style)]), ...(join === null ? [] : [join])]
  const items = level.items.map((item) => writeItem(item, style)).join(',')
  return `${label}${[writeName(name, style), ...marks].join('!')}(${items})`
}

const arrayItem = (value: Value) => (value === null ? 'NULL' : quoted(writeValue(value)))

/** As PostgreSQL reads it: the text form of a value of the column's type. */
function writeValue(value: Value): string {
  if (value instanceof Num) return value.text
  if (isList(value)) return `{${value.map(arrayItem).join(',')}}`
  if (isObject(value)) return JSON.stringify(plainJson(value))
  return plainText(value)
}

interface RawJson {
  rawJSON(text: string): unknown
}

/** Numbers go out with the digits they have. */
function plainJson(value: Value): unknown {
  if (value instanceof Num) return (JSON as unknown as RawJson).rawJSON(value.text)
  if (value === jsonNull) return null
  if (isList(value)) return value.map(plainJson)
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]))
  return value
}

function writeSearch(operator: string, groups: readonly (readonly string[])[]): string {
  if (operator === 'fts') return groups.map((words) => words.join(' & ')).join(' | ')
  return groups.map((words) => words.join(' ')).join(' or ')
}

const listed = (text: string, { quotesValues }: Style) =>
  quotesValues || text === '' || /[,()"\\]|^\s|\s$/.test(text) ? quoted(text) : text

/** @param end how a value is protected where it stands: a whole parameter needs nothing */
function writeCondition(condition: Condition, style: Style, end: (text: string) => string): string {
  switch (condition.kind) {
    case 'compare':
      return `${condition.operator}.${end(writeValue(condition.value))}`
    case 'quantified':
      return `${condition.operator}(${condition.quantifier}).${end(writeValue(condition.values))}`
    case 'in':
      return `in.(${condition.values.map((value) => listed(writeValue(value), style)).join(',')})`
    case 'is':
      return `is.${condition.value}`
    case 'distinct':
      return `isdistinct.${end(writeValue(condition.value))}`
    default:
      return `${condition.operator}(simple).${end(writeSearch(condition.operator, condition.groups))}`
  }
}

const asIs = (text: string) => text

const inTree =
  ({ quotesValues }: Style) =>
  (text: string) =>
    quotesValues || text === '' || /[,(){}"\\]|^\s|\s$/.test(text) ? quoted(text) : text

function writeLogic(logic: Logic, style: Style): string {
  if (logic.kind === 'embedded') return `${writeName(addressOf(logic.embed), style)}.${nullTest(logic)}`
  const not = logic.isNegated ? 'not.' : ''
  if (logic.kind !== 'condition') return `${not}${logic.kind}${writeOperands(logic, style)}`
  return `${writeField(logic.field, style)}.${not}${writeCondition(logic.condition, style, inTree(style))}`
}

const nullTest = ({ isNull }: Extract<Logic, { kind: 'embedded' }>) => (isNull ? 'is.null' : 'not.is.null')

const writeOperands = ({ operands }: Extract<Logic, { kind: 'and' | 'or' }>, style: Style) =>
  `(${operands.map((operand) => writeLogic(operand, style)).join(',')})`

type Parameter = readonly [name: string, value: string]

function writeWhere(logic: Logic, path: string, style: Style): Parameter {
  if (logic.kind === 'embedded') return [`${path}${writeName(addressOf(logic.embed), style)}`, nullTest(logic)]
  const not = logic.isNegated ? 'not.' : ''
  if (logic.kind !== 'condition') return [`${path}${not}${logic.kind}`, writeOperands(logic, style)]
  return [`${path}${writeField(logic.field, style)}`, `${not}${writeCondition(logic.condition, style, asIs)}`]
}

function writeTerm({ field, embed, direction, nulls }: OrderTerm, style: Style): string {
  const column = writeField(field, style)
  const name = embed === null ? column : `${writeName(addressOf(embed), style)}(${column})`
  return [name, ...(direction === null ? [] : [direction]), ...(nulls === null ? [] : [`nulls${nulls}`])].join('.')
}

function levelParameters(level: Level, path: string, style: Style): Parameter[] {
  const order = level.order.map((term) => writeTerm(term, style)).join(',')
  const below = level.items.flatMap((item) =>
    item.kind === 'embed' ? levelParameters(item.level, `${path}${writeName(addressOf(item), style)}.`, style) : [],
  )
  return [
    ...level.where.map((logic) => writeWhere(logic, path, style)),
    ...(order === '' ? [] : [[`${path}order`, order] as const]),
    ...(level.limit === null ? [] : [[`${path}limit`, String(level.limit)] as const]),
    ...(level.offset === 0 ? [] : [[`${path}offset`, String(level.offset)] as const]),
    ...below,
  ]
}

const names = (columns: readonly string[], style: Style) => columns.map((name) => writeName(name, style)).join(',')

function parameters(request: Request): Parameter[] {
  const { level, style } = request
  const isStar = level.items.length === 1 && level.items[0]?.kind === 'star'
  const select = level.items.map((item) => writeItem(item, style)).join(',')
  const isInsert = request.method === 'POST' || request.method === 'PUT'
  return [
    ...(isStar ? [] : [['select', select] as const]),
    ...(isInsert && request.columns !== null ? [['columns', names(request.columns, style)] as const] : []),
    ...(isInsert && request.onConflict !== null ? [['on_conflict', names(request.onConflict, style)] as const] : []),
    ...levelParameters(level, '', style),
  ]
}

const mediaTypes = {
  object: 'application/vnd.pgrst.object+json',
  'stripped-array': 'application/vnd.pgrst.array+json;nulls=stripped',
  'stripped-object': 'application/vnd.pgrst.object+json;nulls=stripped',
} as const

const resolutions = { merge: 'merge-duplicates', ignore: 'ignore-duplicates' } as const

function preferences(request: Request): string[] {
  const isInsert = request.method === 'POST' || request.method === 'PUT'
  return [
    ...(request.counts ? ['count=exact'] : []),
    ...('returns' in request && request.returns !== null ? [`return=${request.returns}`] : []),
    ...(isInsert && request.fillsDefaults ? ['missing=default'] : []),
    ...(isInsert && request.resolution !== null ? [`resolution=${resolutions[request.resolution]}`] : []),
  ]
}

function headers(request: Request): Record<string, string> {
  const prefer = preferences(request).join(', ')
  const range = 'range' in request ? request.range : null
  return {
    ...(prefer === '' ? {} : { prefer }),
    ...(request.form === 'array' ? {} : { accept: mediaTypes[request.form] }),
    ...(range === null ? {} : { range: `${range[0]}-${range[1] ?? ''}` }),
  }
}

const writeRow = (row: Row) => JSON.stringify(plainJson(row))

function body(request: Request): string | null {
  if (request.method === 'PATCH') return writeRow(request.changes)
  if (request.method !== 'POST' && request.method !== 'PUT') return null
  const [only] = request.rows
  if (request.isBare && only !== undefined) return writeRow(only)
  return `[${request.rows.map(writeRow).join(',')}]`
}

export function print(request: Request): Wire {
  const query = parameters(request).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return {
    method: request.method,
    url: `/${encodeURIComponent(request.level.table.name)}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    role: request.role,
    headers: headers(request),
    body: body(request),
  }
}
