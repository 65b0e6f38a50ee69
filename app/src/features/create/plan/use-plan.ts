import type { PlanResult } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { ToPlan } from '#entities/intelligence/intelligence-api.ts'

import { useDraftStore } from '../draft/draft-store.ts'
import { planQuery, questionOf } from './plan-query.ts'
import { usePaintedWords } from './translations.ts'

/** After the last key: nobody is told about half a word. */
const pauseMs = 400

/** Of the draft as it stands; null as long as nobody has said. */
export function usePlan(): PlanResult | null {
  const draft = useDraftStore((store) => store.draft)
  return usePlanOf(questionOf(draft, usePaintedWords(draft.prompt)))
}

export function usePlanOf(wish: ToPlan): PlanResult | null {
  const asked = JSON.stringify(wish)
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), pauseMs)
    return () => clearTimeout(timer)
  }, [asked])
  const question = useMemo(() => JSON.parse(asked) as ToPlan, [asked])
  const { data } = useQuery({ ...planQuery(question), enabled: settled === asked && question.prompt !== '' })
  return data ?? null
}
