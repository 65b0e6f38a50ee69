/** `name.desc.nullslast,author(name).asc` as terms. */
import { parseField } from './field.ts'
import type { OrderTerm } from './query.ts'
import { Scanner } from './scanner.ts'

const directions = ['"asc"', '"desc"', '"nullsfirst"', '"nullslast"']

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    terms.push(parseTerm(scanner))
    scanner.skipSpace()
  } while (scanner.skip(','))
  if (!scanner.isAtEnd) scanner.fail(['","', 'end of input'], `'${scanner.peek()}'`)
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  let field = parseField(scanner)
  let relation: string | null = null
  if (field.path.length === 0 && scanner.skip('(')) {
    relation = field.name
    field = parseField(scanner)
    scanner.expect(')')
  }
  const direction = scanner.skip('.asc') ? 'asc' : scanner.skip('.desc') ? 'desc' : null
  const nulls = scanner.skip('.nullsfirst') ? 'first' : scanner.skip('.nullslast') ? 'last' : null
  if (scanner.skip('.')) scanner.fail(direction === null ? directions : directions.slice(2))
  return { relation, field, direction, nulls }
}
