/** `id,alias:name::text,author!hint!inner(name),...editor(name),price.sum()` as a tree. */
import type { RestLimits } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { parseJsonPath } from './field.ts'
import type { Aggregate, ColumnItem, CountItem, EmbedItem, SelectItem } from './query.ts'
import { Scanner } from './scanner.ts'

const aggregates: readonly Aggregate[] = ['sum', 'avg', 'count', 'max', 'min']
const endLabels = ['")"', '","', 'end of input']

interface Budget {
  embeds: number
  readonly limits: RestLimits
}

export function parseSelect(text: string, limits: RestLimits): SelectItem[] {
  if (text.length > limits.selectBytes)
    throw requestErrors.tooComplex(`At most ${limits.selectBytes} bytes of select are accepted.`)
  const scanner = new Scanner(text, 'select parameter')
  const items = parseItems(scanner, 0, { embeds: 0, limits })
  if (!scanner.isAtEnd) scanner.fail(['","', 'end of input'], `'${scanner.peek()}'`)
  return items
}

/** An empty list selects no column: `select=` and `rel()`. */
function parseItems(scanner: Scanner, depth: number, budget: Budget): SelectItem[] {
  scanner.skipSpace()
  if (scanner.isAtEnd || scanner.peek() === ')') return []
  const items: SelectItem[] = []
  do {
    scanner.skipSpace()
    items.push(parseItem(scanner, depth, budget))
    scanner.skipSpace()
  } while (scanner.skip(','))
  return items
}

function parseItem(scanner: Scanner, depth: number, budget: Budget): SelectItem {
  if (scanner.skip('...'))
    return parseEmbed(scanner, { name: scanner.name(), alias: null, isSpread: true }, { depth, budget })
  if (scanner.skip('*')) {
    expectEnd(scanner, [])
    return { kind: 'star' }
  }
  let name = scanner.name()
  let alias: string | null = null
  if (scanner.peek() === ':' && !scanner.startsWith('::')) {
    scanner.skip(':')
    scanner.skipSpace()
    alias = name
    name = scanner.name()
  }
  if (scanner.peek() === '!') return parseEmbed(scanner, { name, alias, isSpread: false }, { depth, budget })
  if (name === 'count' && scanner.startsWith('()')) return parseCount(scanner, alias)
  if (scanner.peek() === '(') return parseEmbed(scanner, { name, alias, isSpread: false }, { depth, budget })
  return parseColumn(scanner, name, alias)
}

function parseEmbed(
  scanner: Scanner,
  head: Pick<EmbedItem, 'name' | 'alias' | 'isSpread'>,
  { depth, budget }: { depth: number; budget: Budget },
): EmbedItem {
  let hint: string | null = null
  let join: 'inner' | 'left' | null = null
  while (scanner.skip('!')) {
    const word = scanner.name()
    if ((word === 'inner' || word === 'left') && join === null) join = word
    else if (hint === null) hint = word
    else scanner.fail(['"("'])
  }
  scanner.skipSpace()
  scanner.expect('(')
  spend(budget, depth + 1)
  const items = parseItems(scanner, depth + 1, budget)
  if (!scanner.skip(')')) scanner.fail(['","', '")"'])
  return { kind: 'embed', ...head, hint, join, items }
}

function spend(budget: Budget, depth: number): void {
  budget.embeds += 1
  const { embedDepth, embeds } = budget.limits
  if (depth > embedDepth) throw requestErrors.tooComplex(`Resources may be embedded ${embedDepth} levels deep.`)
  if (budget.embeds > embeds) throw requestErrors.tooComplex(`At most ${embeds} resources may be embedded.`)
}

function parseCount(scanner: Scanner, alias: string | null): CountItem {
  scanner.expect('()')
  const cast = parseCast(scanner)
  expectEnd(scanner, [])
  return { kind: 'count', alias, cast }
}

function parseColumn(scanner: Scanner, name: string, alias: string | null): ColumnItem {
  const path = parseJsonPath(scanner)
  const cast = parseCast(scanner)
  let aggregate: Aggregate | null = null
  if (scanner.skip('.')) {
    aggregate = aggregates.find((word) => scanner.skip(`${word}()`)) ?? null
    if (aggregate === null) scanner.fail(aggregates.map((word) => `"${word}()"`))
  }
  const aggregateCast = aggregate === null ? null : parseCast(scanner)
  const before = path.length > 0 || cast !== null ? [] : ['letter', 'digit', '"-"', '"->>"', '"->"', '"::"', '"."']
  expectEnd(scanner, before)
  return { kind: 'column', field: { name, path }, alias, cast, aggregate, aggregateCast }
}

function parseCast(scanner: Scanner): string | null {
  if (!scanner.skip('::')) return null
  return scanner.identifier() ?? scanner.fail(['letter or digit'])
}

function expectEnd(scanner: Scanner, before: readonly string[]): void {
  scanner.skipSpace()
  if (scanner.isAtEnd || scanner.peek() === ',' || scanner.peek() === ')') return
  scanner.fail([...before, ...endLabels], `'${scanner.peek()}'`)
}

/** `columns=` and `on_conflict=`: a plain list of names. */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do {
    scanner.skipSpace()
    names.push(scanner.name())
    scanner.skipSpace()
  } while (scanner.skip(','))
  if (!scanner.isAtEnd) scanner.fail(['","', 'end of input'], `'${scanner.peek()}'`)
  return names
}
