/** The columns that a mutation or function must hand on, so that the read level above it finds all it names. */
import type { Embed, Filter, ReadNode, SourceColumns } from './plan.ts'

export function sourceColumns(node: ReadNode): SourceColumns {
  const names = new Set<string>()
  let hasStar = false
  for (const output of node.outputs) {
    if (output.kind === 'star') hasStar = true
    else if (output.kind === 'column') names.add(output.field.name)
  }
  for (const { field, embed } of node.order) if (embed === null) names.add(field.name)
  for (const filter of node.where) addFilter(filter, names)
  for (const embed of node.embeds) for (const name of joinColumns(embed)) names.add(name)
  const known = node.table?.columns
  return {
    hasStar,
    names: [...names].filter((name) => !hasStar || (known !== undefined && !known.has(name))),
    needsRow: node.embeds.some(({ relationship }) => relationship.kind === 'computed'),
  }
}

function addFilter(filter: Filter, names: Set<string>): void {
  if (filter.kind === 'condition') names.add(filter.field.name)
  else if (filter.kind !== 'embedded') for (const operand of filter.operands) addFilter(operand, names)
}

function joinColumns({ relationship }: Embed): string[] {
  switch (relationship.kind) {
    case 'computed':
      return []
    case 'many-to-many':
      return relationship.originColumns.map(([own]) => own)
    default:
      return relationship.columns.map(([own]) => own)
  }
}
