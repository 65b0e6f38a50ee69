/** `or=(a.eq.1,not.and(b.gt.2,c.is.null))` as a tree of conditions. */
import type { RestLimits } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { parseOperation, readLogicValue, readToEnd } from './condition.ts'
import { parseField } from './field.ts'
import type { At, Condition, Junction, Logic } from './query.ts'
import { fieldNameLabel, Scanner } from './scanner.ts'

const operatorStart = /(not\.)?(and|or)(?=\s*\()/y
const filterStart = [fieldNameLabel, 'negation operator (not)', 'logic operator (and, or)']

/** `author.name=eq.Ann`: the last name of the key is the column, those before it lead to an embed. */
export function parseFilter(key: string, value: string): At<Condition> {
  const { path, last } = parseTreePath(key)
  const scanner = new Scanner(value, 'filter')
  const { isNegated, operation } = parseOperation(scanner, readToEnd)
  if (!scanner.isAtEnd) scanner.fail(['end of input'], `'${scanner.peek()}'`)
  return { path, part: { kind: 'condition', field: last, isNegated, operation } }
}

export function parseTreePath(key: string) {
  const scanner = new Scanner(key, 'tree path')
  const path: string[] = []
  let last = parseField(scanner)
  while (scanner.skip('.')) {
    path.push(last.name)
    last = parseField(scanner)
  }
  if (!scanner.isAtEnd) scanner.fail(['delimiter (.)', 'end of input'], `'${scanner.peek()}'`)
  return { path, last }
}

/** @param key `or`, `not.and`, `author.or`, `author.not.or` */
export function parseLogic(key: string, value: string, limits: RestLimits): At<Junction> {
  const words = parseTreePath(key)
  const isNegated = words.path.includes('not')
  const operator = `${isNegated ? 'not.' : ''}${words.last.name}`
  const scanner = new Scanner(`${operator}${value}`, 'logic tree', value)
  const part = parseJunction(scanner, limits.logicDepth)
  // One bracket too many closes nothing: PostgREST overlooks it, and there are clients that send it.
  scanner.skip(')')
  if (!scanner.isAtEnd) scanner.fail(['end of input'], `'${scanner.peek()}'`)
  return { path: words.path.filter((word) => word !== 'not'), part }
}

function parseJunction(scanner: Scanner, depthLeft: number): Junction {
  if (depthLeft === 0) throw requestErrors.tooComplex('The logic tree is nested too deeply.')
  const isNegated = scanner.skip('not.')
  if (!scanner.startsWith('and') && !scanner.startsWith('or')) scanner.fail(['logic operator (and, or)'])
  const kind = scanner.skip('and') ? 'and' : 'or'
  if (kind === 'or') scanner.skip('or')
  scanner.skipSpace()
  scanner.expect('(')
  const operands: Logic[] = []
  do {
    scanner.skipSpace()
    operands.push(parseOperand(scanner, depthLeft - 1))
    scanner.skipSpace()
  } while (scanner.skip(','))
  if (!scanner.skip(')')) scanner.fail(['","', '")"'])
  scanner.skipSpace()
  return { kind, isNegated, operands }
}

function parseOperand(scanner: Scanner, depthLeft: number): Logic {
  operatorStart.lastIndex = scanner.position
  if (operatorStart.test(scanner.text)) return parseJunction(scanner, depthLeft)
  const field = parseField(scanner, filterStart)
  if (!scanner.skip('.')) scanner.fail(['letter', 'digit', '"-"', '"->>"', '"->"', 'delimiter (.)'])
  const { isNegated, operation } = parseOperation(scanner, readLogicValue)
  return { kind: 'condition', field, isNegated, operation }
}
