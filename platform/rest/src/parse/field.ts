/** `name->key->>0`: a column and the path into its JSON. */
import type { Field, JsonStep } from './query.ts'
import type { Scanner } from './scanner.ts'

const jsonIndex = /-?[0-9]+(?=$|->|::|[.,)])/y

export function parseField(scanner: Scanner, expected?: readonly string[]): Field {
  scanner.skipSpace()
  const name = scanner.name(expected)
  const path = parseJsonPath(scanner)
  scanner.skipSpace()
  return { name, path }
}

export function parseJsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  while (scanner.startsWith('->')) {
    const asText = scanner.skip('->>')
    if (!asText) scanner.skip('->')
    steps.push(parseStep(scanner, asText))
  }
  return steps
}

function parseStep(scanner: Scanner, asText: boolean): JsonStep {
  const index = scanner.match(jsonIndex)
  if (index !== null) return { kind: 'index', index: String(BigInt.asIntN(32, BigInt(index))), asText }
  if (scanner.peek() === '-') {
    scanner.position += 1
    scanner.fail(['digit'])
  }
  return { kind: 'key', key: scanner.jsonKey(), asText }
}
