/** What the server says that a picture of the draft would show: asked while one writes, and read by the press. */
import { lackingVerdicts, type LackingVerdict, type PlanResult } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { planPicture, type ToPlan } from '#entities/intelligence/intelligence-api.ts'

import { orderOf, type Draft } from '../draft/draft.ts'
import { paintedWords } from './translations.ts'

/** What the plan hangs on, and nothing else of the draft. */
export function questionOf(draft: Draft, words = paintedWords(draft.prompt)): ToPlan {
  const { negativePrompt, references } = orderOf(draft)
  return { prompt: words, negativePrompt, roles: references.map(({ role }) => role) }
}

export const planQuery = (question: ToPlan) =>
  queryOptions({
    queryKey: ['plan', question],
    queryFn: ({ signal }): Promise<PlanResult> => planPicture(question, signal),
    // Words mean tomorrow what they mean today.
    staleTime: Infinity,
    retry: false,
  })

/** What the person was told that these very words lack; null where nothing was told. */
export function toldLack(question: ToPlan): LackingVerdict | null {
  const verdict = queryClient.getQueryData(planQuery(question).queryKey)?.plan?.verdict
  return lackingVerdicts.find((lacking) => lacking === verdict) ?? null
}
