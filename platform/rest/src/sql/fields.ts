/** A column, or a path into its JSON, as an expression. */
import type { PlannedField } from '../plan/plan.ts'
import { columnOf, type Parameters } from './text.ts'

export function fieldSql(field: PlannedField, parameters: Parameters): string {
  const column = columnOf(field.alias, field.name)
  if (field.path.length === 0) return column
  const isJson = field.type === 'json' || field.type === 'jsonb'
  const steps = field.path.map((step) => {
    const arrow = step.asText ? '->>' : '->'
    return step.kind === 'index' ? `${arrow}(${step.index})` : `${arrow}${parameters.intern(step.key)}::text`
  })
  return `(${isJson ? column : `to_jsonb(${column})`}${steps.join('')})`
}
