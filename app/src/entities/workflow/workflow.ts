/** A workflow as screens know it: whose it is, what it is called in the person's language, what it asks for. */
import type { InputDefinition, StepDefinition, WorkflowGoal, WorkflowVisibility } from '@product/contract'

import { getLanguage } from '#i18n/language.ts'

export interface WorkflowAuthor {
  id: string
  display_name: string
  username: string | null
  avatar_url: string | null
}

/** What lists and heads of pages need of a row of `workflows`. */
export interface WorkflowFacts {
  readonly id: string
  /** `null`: ours, a template. */
  readonly owner_id: string | null
  /** Of a template alone. */
  readonly slug: string | null
  readonly title: string
  readonly summary: string
  /** `title_en`, `summary_en` of ours. */
  readonly labels: Readonly<Record<string, string>>
  readonly cover_url: string | null
  readonly goal: WorkflowGoal | null
  readonly visibility: WorkflowVisibility
  readonly runs_count: number
}

/** Ours carry English words too; people's are in the language that they wrote. */
export function wordsOf({ title, summary, labels }: Pick<WorkflowFacts, 'title' | 'summary' | 'labels'>) {
  if (getLanguage() === 'fr') return { title, summary }
  return { title: labels['title_en'] ?? title, summary: labels['summary_en'] ?? summary }
}

export function labelOf({ label, label_en: english }: { label: string; label_en?: string | undefined }): string {
  return getLanguage() === 'en' && english ? english : label
}

export function titleOf({ title, title_en: english }: Pick<StepDefinition, 'title' | 'title_en'>): string {
  return getLanguage() === 'en' && english ? english : title
}

/** How many pictures a field takes. */
export function mostImages({ max }: Pick<InputDefinition, 'max'>): number {
  return Math.min(Math.max(max ?? 1, 1), 3)
}

/** Pictures that a run asks for, each of which costs. */
export function picturesOf(steps: readonly { kind: StepDefinition['kind']; settings: object }[]): number {
  const making = steps.filter(({ kind }) => kind === 'generate' || kind === 'remix')
  return making.reduce((sum, { settings }) => sum + Number(('count' in settings && settings.count) || 1), 0)
}
