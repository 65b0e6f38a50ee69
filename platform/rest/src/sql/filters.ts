/** Filters as boolean expressions. */
import type { CompareOperator, Operation, SearchOperator } from '../parse/query.ts'
import type { Filter, PlannedField } from '../plan/plan.ts'
import { fieldSql } from './fields.ts'
import { type Parameters, qualified } from './text.ts'

const operators: Readonly<Record<CompareOperator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const searches: Readonly<Record<SearchOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

/** Renders what lies outside a level's own columns: whether an embed has rows. */
export type ExistsSql = (embed: Extract<Filter, { kind: 'embedded' }>['embed']) => string

export class FilterWriter {
  readonly #parameters: Parameters
  readonly #existsSql: ExistsSql
  /** The page and its total filter alike: each filter's values are sent once. */
  readonly #written = new Map<Filter, string>()

  constructor(parameters: Parameters, existsSql: ExistsSql) {
    this.#parameters = parameters
    this.#existsSql = existsSql
  }

  write(filter: Filter): string {
    const known = this.#written.get(filter)
    if (known !== undefined) return known
    const text = this.#render(filter)
    this.#written.set(filter, text)
    return text
  }

  #render(filter: Filter): string {
    const not = filter.isNegated ? 'not ' : ''
    switch (filter.kind) {
      case 'condition':
        return `${not}${conditionSql(filter.field, filter.operation, this.#parameters)}`
      case 'embedded':
        return `${not}${this.#existsSql(filter.embed)}`
      default:
        return `${not}(${filter.operands.map((operand) => this.write(operand)).join(` ${filter.kind} `)})`
    }
  }
}

/**
 * NOTE: the one value that is written and not sent, since it is the catalogue's own and a plain word: with a parameter,
 * only a plan made anew at every request can know that the partial index will do.
 */
function conditionSql(field: PlannedField, operation: Operation, parameters: Parameters): string {
  const column = fieldSql(field, parameters)
  switch (operation.kind) {
    case 'compare': {
      const { operator, quantifier } = operation
      const isPattern = operator === 'like' || operator === 'ilike'
      if (isPattern || quantifier !== null) {
        const value = parameters.add(isPattern ? operation.value.replaceAll('*', '%') : operation.value)
        return `(${column} ${operators[operator]} ${quantifier === null ? value : `${quantifier} (${value})`})`
      }
      if (operator === 'eq' && field.indexConstants.includes(operation.value))
        return `(${column} = '${operation.value}')`
      return `(${column} ${operators[operator]} ${parsed(field, operation.value, parameters)})`
    }
    case 'in':
      return `(${column} = any (${listSql(field, operation.values, parameters)}))`
    case 'is':
      return `(${column} is ${operation.value.replace('_', ' ')})`
    case 'distinct':
      return `(${column} is distinct from ${parsed(field, operation.value, parameters)})`
    default:
      return searchSql(column, field, operation, parameters)
  }
}

function searchSql(
  column: string,
  field: PlannedField,
  { operator, config, value }: Extract<Operation, { kind: 'search' }>,
  parameters: Parameters,
): string {
  const language = config === null ? '' : `${parameters.intern(config)}::text::regconfig, `
  const isText = field.path.length > 0 || (field.type !== null && !field.isSearched)
  const document = isText ? `to_tsvector(${language}${column})` : column
  return `(${document} @@ ${searches[operator]}(${language}${parameters.add(value)}))`
}

/** A value as the column's type reads it, or as its domain's own cast does. */
function parsed({ parser }: PlannedField, value: string, parameters: Parameters): string {
  const placeholder = parameters.add(value)
  return parser === null ? placeholder : `${qualified(parser)}(${placeholder}::text)`
}

function listSql(field: PlannedField, values: readonly string[], parameters: Parameters): string {
  if (field.parser === null || values.length === 0) return parameters.add(arrayLiteral(values))
  return `array[${values.map((value) => parsed(field, value, parameters)).join(', ')}]`
}

/** Every element quoted, so that none is taken for NULL or for a nested array. */
const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
