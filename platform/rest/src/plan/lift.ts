/** Aggregates of a to-one spread belong to the level that it is spread into, as its columns do. */
import { requestErrors } from '../errors.ts'
import { isToOne, type Relationship } from '../schema/schema.ts'
import type { Embed, Lifted, Output, ReadNode } from './plan.ts'

export const isAggregated = ({ outputs }: Pick<ReadNode, 'outputs'>): boolean =>
  outputs.some(
    (output) =>
      output.kind === 'count' || ((output.kind === 'column' || output.kind === 'lifted') && output.aggregate !== null),
  )

/** Names what is handed up, once in a request. */
export interface LiftNaming {
  lifted: number
}

/** The spread with its rows unaggregated, and what the level above shows of them. */
export function lift(
  node: ReadNode,
  relationship: Relationship,
  naming: LiftNaming,
): { node: ReadNode; lifted: Lifted[] } {
  if (!isToOne(relationship)) {
    throw requestErrors.notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
  }
  const raised = node.outputs.flatMap((output) => raise(output, node, naming))
  return { node: { ...node, outputs: raised.map(({ own }) => own) }, lifted: raised.flatMap(({ shown }) => shown) }
}

interface Raised {
  readonly own: Output
  readonly shown: readonly Lifted[]
}

const plain = (name: string): Lifted => ({ source: name, name, aggregate: null, aggregateCast: null })

function raise(output: Output, node: ReadNode, naming: LiftNaming): Raised[] {
  switch (output.kind) {
    case 'count': {
      const source = nextName(naming)
      const shown = { source, name: output.name, aggregate: 'count', aggregateCast: output.cast } as const
      return [{ own: { kind: 'presence', name: source }, shown: [shown] }]
    }
    case 'column':
    case 'lifted': {
      const { name, aggregate, aggregateCast } = output
      if (aggregate === null) return [{ own: output, shown: [plain(name)] }]
      const source = nextName(naming)
      const own = { ...output, name: source, aggregate: null, aggregateCast: null }
      return [{ own, shown: [{ source, name, aggregate, aggregateCast }] }]
    }
    case 'embed':
      return [{ own: output, shown: embedNames(output.embed).map(plain) }]
    case 'star':
      return outputNames({ outputs: [output], table: node.table }).map((name) => ({
        own: columnOutput(node, name),
        shown: [plain(name)],
      }))
    default:
      return [{ own: output, shown: [plain(output.name)] }]
  }
}

const nextName = (naming: LiftNaming) => `pgrst_lifted_${(naming.lifted += 1)}`

const columnOutput = ({ alias }: ReadNode, name: string): Output => ({
  kind: 'column',
  field: { name, path: [], alias, type: null, isSearched: false, parser: null, indexConstants: [] },
  name,
  cast: null,
  aggregate: null,
  aggregateCast: null,
  format: null,
})

/** The keys that a level's objects have. */
export function outputNames({ outputs, table }: Pick<ReadNode, 'outputs' | 'table'>): string[] {
  return outputs.flatMap((output): string[] => {
    switch (output.kind) {
      case 'star':
        return [...(table?.columns.keys() ?? [])]
      case 'embed':
        return embedNames(output.embed)
      default:
        return [output.name]
    }
  })
}

function embedNames({ isSilent, isSpread, lifted, node, name }: Embed): string[] {
  if (isSilent) return []
  if (!isSpread) return [name]
  return lifted === null ? outputNames(node) : lifted.map((output) => output.name)
}
