/** Filters whose cost grows with their pattern. */
import type { RestLimits } from '../config.ts'
import { requestErrors } from '../errors.ts'
import type { CompareOperator, Logic } from './query.ts'

const patterns: ReadonlySet<CompareOperator> = new Set(['like', 'ilike', 'match', 'imatch'])
const expressions: ReadonlySet<CompareOperator> = new Set(['match', 'imatch'])

/** @returns whether any filter is a regular expression @throws {RestError} for a pattern that is too long */
export function inspectPatterns(logic: Logic, limits: RestLimits): boolean {
  if (logic.kind !== 'condition') {
    // Every operand is looked at, also those after the first regular expression.
    return logic.operands.map((operand) => inspectPatterns(operand, limits)).includes(true)
  }
  const { operation } = logic
  if (operation.kind !== 'compare' || !patterns.has(operation.operator)) return false
  if (Buffer.byteLength(operation.value) > limits.patternBytes) throw requestErrors.pattern(limits.patternBytes)
  return expressions.has(operation.operator)
}
