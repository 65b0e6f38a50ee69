/** `not.eq.5`, `in.(1,2)`, `fts(english).rain`: one condition's operator and value. */
import {
  type CompareOperator,
  type IsValue,
  type Operation,
  quantifiable,
  type SearchOperator,
  searchOperators,
  unquantifiable,
} from './query.ts'
import type { Scanner } from './scanner.ts'

/** How a value ends: at the end of its parameter, or at the next `,` or `)` of a logic tree. */
export type ValueReader = (scanner: Scanner) => string

export interface OperationExpression {
  readonly isNegated: boolean
  readonly operation: Operation
}

type OperatorClass =
  | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly isQuantifiable: boolean }
  | { readonly kind: 'search'; readonly operator: SearchOperator }
  | { readonly kind: 'in' | 'is' | 'distinct' }

const operators = new Map<string, OperatorClass>([
  ...quantifiable.map((operator) => [operator, { kind: 'compare', operator, isQuantifiable: true }] as const),
  ...unquantifiable.map((operator) => [operator, { kind: 'compare', operator, isQuantifiable: false }] as const),
  ...searchOperators.map((operator) => [operator, { kind: 'search', operator }] as const),
  ['in', { kind: 'in' }],
  ['is', { kind: 'is' }],
  ['isdistinct', { kind: 'distinct' }],
])

const operatorWord = /[^.(]*(?=[.(])/y
const operatorLabel = 'operator (eq, gt, ...)'
const isWord = /not_null|null|unknown|true|false/iy
const modifier = /\(([^)]*)\)/y

/** True when a value begins with an operator: what tells a filter from an argument of a function. */
export function hasOperator(value: string): boolean {
  const end = value.search(/[.(]/)
  if (end < 0) return false
  const word = value.slice(0, end)
  return word === 'not' ? value[end] === '.' : operators.has(word)
}

export function parseOperation(scanner: Scanner, readValue: ValueReader): OperationExpression {
  const isNegated = scanner.skip('not.')
  const start = scanner.position
  const word = scanner.match(operatorWord)
  if (word === null) return scanner.fail(isNegated ? [operatorLabel] : ['"not"', operatorLabel])
  const operator = operators.get(word)
  if (operator === undefined) {
    scanner.position = start + word.length + 1
    return scanner.refuse(`unknown single value operator ${word}`)
  }
  return { isNegated, operation: readOperation(scanner, operator, readValue) }
}

function readOperation(scanner: Scanner, operator: OperatorClass, readValue: ValueReader): Operation {
  switch (operator.kind) {
    case 'compare': {
      const quantifier = operator.isQuantifiable ? readQuantifier(scanner) : null
      readDelimiter(scanner)
      return { kind: 'compare', operator: operator.operator, quantifier, value: readValue(scanner) }
    }
    case 'search': {
      const config = readModifier(scanner)
      readDelimiter(scanner)
      return { kind: 'search', operator: operator.operator, config, value: readValue(scanner) }
    }
    case 'in':
      readDelimiter(scanner)
      return { kind: 'in', values: readList(scanner) }
    case 'is':
      readDelimiter(scanner)
      return { kind: 'is', value: readIsValue(scanner) }
    default:
      readDelimiter(scanner)
      return { kind: 'distinct', value: readValue(scanner) }
  }
}

function readDelimiter(scanner: Scanner): void {
  if (!scanner.skip('.')) scanner.fail(['delimiter (.)'])
}

function readModifier(scanner: Scanner): string | null {
  return scanner.match(modifier)?.slice(1, -1).trim() ?? null
}

function readQuantifier(scanner: Scanner): 'any' | 'all' | null {
  const word = readModifier(scanner)
  if (word === null || word === 'any' || word === 'all') return word
  return scanner.fail(['"any"', '"all"'])
}

function readIsValue(scanner: Scanner): IsValue {
  const word = scanner.match(isWord)
  if (word === null) return scanner.fail(['isVal: (null, not_null, true, false, unknown)'])
  return word.toLowerCase() as IsValue
}

export function readToEnd(scanner: Scanner): string {
  const value = scanner.text.slice(scanner.position)
  scanner.position = scanner.text.length
  return value
}

const bareElement = /[^,)]*/y
const arrayLiteral = /\{[^{}]*\}/y

/** A quoted value counts as such only when nothing but a separator follows its closing quote. */
function readQuotedElement(scanner: Scanner): string | null {
  if (scanner.peek() !== '"') return null
  const start = scanner.position
  const end = findClosingQuote(scanner.text, start)
  const next = end < 0 ? '' : scanner.text.charAt(end + 1)
  if (end < 0 || (next !== '' && next !== ',' && next !== ')')) return null
  return scanner.quoted()
}

function findClosingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return -1
}

export function readLogicValue(scanner: Scanner): string {
  return readQuotedElement(scanner) ?? scanner.match(arrayLiteral) ?? scanner.match(bareElement) ?? ''
}

/** `(a,"b,c",)`; the empty list has no element at all. */
function readList(scanner: Scanner): string[] {
  scanner.skipSpace()
  scanner.expect('(')
  scanner.skipSpace()
  if (scanner.skip(')')) return []
  const values: string[] = []
  do {
    values.push(readQuotedElement(scanner) ?? scanner.match(bareElement) ?? '')
  } while (scanner.skip(','))
  if (!scanner.skip(')')) scanner.fail(['","', '")"'])
  scanner.skipSpace()
  return values
}
