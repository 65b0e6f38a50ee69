import { createHash } from 'node:crypto'

import { FilterError, parseFilter, type Condition } from './filters/filter-grammar.ts'
import type { ChangeKind } from './row-change.ts'
import { RowChangesRefused, type Binding } from './row-changes.ts'

/** What a binding asks for, once understood. */
export interface Interest {
  readonly id: number
  readonly kind: ChangeKind | '*'
  readonly schema: string
  /** `*` for every table of the schema, or of all. */
  readonly table: string
  readonly conditions: readonly Condition[]
  /** Null: every column. */
  readonly select: readonly string[] | null
  /** As messages name it. */
  readonly description: string
}

const KINDS: readonly ChangeKind[] = ['INSERT', 'UPDATE', 'DELETE']

/** 48 bits of a hash: a number that JavaScript holds exactly. */
export function bindingId({ event, schema, table, filter, select }: Binding): number {
  const parts = JSON.stringify([event, schema, table ?? null, filter ?? null, select ?? null])
  return createHash('sha256').update(parts).digest().readUIntBE(0, 6)
}

/** @throws {RowChangesRefused} */
export function toInterest(binding: Binding): Interest {
  const event = binding.event.toUpperCase()
  const table = binding.table ?? '*'
  const select = binding.select === undefined || binding.select.length === 0 ? null : binding.select
  if (select !== null && (binding.schema === '*' || table === '*')) {
    throw new RowChangesRefused(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    )
  }
  const kind = KINDS.find((known) => known === event) ?? '*'
  const conditions = conditionsOf(binding.filter)
  const description = [
    `event: ${kind}`,
    `schema: ${binding.schema}`,
    `table: ${table}`,
    `filters: ${binding.filter ?? '[]'}`,
    `select: ${select === null ? 'nil' : select.join(' ')}`,
  ].join(', ')
  return { id: bindingId(binding), kind, schema: binding.schema, table, conditions, select, description }
}

function conditionsOf(filter: string | undefined): Condition[] {
  try {
    return parseFilter(filter ?? '')
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new RowChangesRefused(`Error parsing \`filter\` params: ${error.message}`, { cause: error })
  }
}

export const notPublished = ({ description }: Interest) =>
  new RowChangesRefused(
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect ' +
      `parameters: [${description}]`,
  )

export const notPossible = ({ description }: Interest, reason: string) =>
  new RowChangesRefused(
    'Unable to subscribe to changes with given parameters. An exception happened so please check your connect ' +
      `parameters: [${description}]. Exception: ${reason}`,
  )
