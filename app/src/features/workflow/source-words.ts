/** Where a step takes something from, in plain words. */
import type { InputDefinition, WorkflowSource } from '@product/contract'

import { labelOf } from '#entities/workflow/workflow.ts'
import { currentMessages } from '#i18n/messages.ts'

import { runMessages } from './run/run.i18n.ts'

export function sourceInWords(
  source: WorkflowSource,
  inputs: readonly Pick<InputDefinition, 'name' | 'label' | 'label_en'>[],
): string {
  const m = currentMessages(runMessages)
  if ('value' in source) return m.always
  if ('step' in source) return m.fromStep(source.step + 1, m[`gives_${source.field}`])
  const input = inputs.find(({ name }) => name === source.input)
  return m.fromInput(input ? labelOf(input) : source.input)
}
