/** What keeps a workflow from being saved: at which entry, at which field of it, and in which words. */
import type { WorkflowProblem } from '@product/contract'

import { currentMessages } from '#i18n/messages.ts'

import { editorMessages } from './editor.i18n.ts'

export interface PlacedProblem {
  list: 'steps' | 'inputs' | null
  place: number
  /** Within the entry (`settings.prompt`), or of the workflow itself (`title`). */
  field: string
  words: string
}

/** `steps.2.settings.prompt` → the prompt of the third step. */
export function placeProblem(path: string, reason: WorkflowProblem['reason'] = 'shape'): PlacedProblem {
  const m = currentMessages(editorMessages)
  const parts = /^(?<list>steps|inputs)\.(?<place>\d+)\.?(?<field>.*)$/u.exec(path)?.groups
  if (!parts)
    return { list: null, place: -1, field: path, words: path === 'steps' ? m.problem_noSteps : wordsFor(path, reason) }
  const { list, place, field = '' } = parts
  return { list: list as 'steps' | 'inputs', place: Number(place), field, words: wordsFor(field, reason) }
}

function wordsFor(field: string, reason: WorkflowProblem['reason']): string {
  const m = currentMessages(editorMessages)
  const isName = field === 'title' || field === 'label'
  return isName && reason === 'shape' ? m.problem_needed : m[`problem_${reason}`]
}

/** The sentence for a field of an entry, if the problem is there. */
export function problemAt(problem: PlacedProblem | null, field: string): string | null {
  return problem && (problem.field === field || problem.field.startsWith(`${field}.`)) ? problem.words : null
}
