/** A sketch of the words in hand: after typing has begun and paused, where our own engine paints, never on data saver. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { SketchPicture } from '#sketch/sketch-protocol.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'

import { useDraftStore } from '../draft/draft-store.ts'
import { orderOf, type Draft } from '../draft/draft.ts'
import { usePaintedWords } from '../plan/translations.ts'
import { usePlan } from '../plan/use-plan.ts'
import { sketchRequestOf, noteSketched, useSketchState } from './sketch-of.ts'
import { drawSketch } from './sketcher.ts'

const whenIdle = (run: () => void) => {
  if (!('requestIdleCallback' in globalThis)) return setTimeout(run, 200)
  return requestIdleCallback(run, { timeout: 2000 })
}

export interface Sketch {
  readonly picture: SketchPicture
  readonly prompt: string
  /** Other words stand in the field by now. */
  readonly isPast: boolean
}

export function useSketch(): Sketch | null {
  const draft = useDraftStore((store) => store.draft)
  const ownSeed = useSketchState(({ seed }) => seed)
  const isSaving = useDataSaver()
  const isWriting = useHasTyped(draft.prompt)
  const isDrawable = useIsDrawable()
  const isPossible = !isSaving && isOfWordsAlone(draft)
  const request = sketchRequestOf(draft, ownSeed, usePaintedWords(draft.prompt))
  const query = useQuery({
    queryKey: ['sketch', request],
    queryFn: async () => {
      await new Promise<void>((resolve) => void whenIdle(resolve))
      return { picture: await drawSketch(request), request }
    },
    enabled: isWriting && isDrawable === true && isPossible,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (data && !isPlaceholderData) noteSketched(data.request)
  }, [data, isPlaceholderData])
  if (!data || draft.prompt.trim() === '' || !isPossible || isDrawable === false) return null
  return { picture: data.picture, prompt: data.request.prompt, isPast: isPlaceholderData }
}

/** Only our own engine says what it will draw, and only what it draws can be sketched; null until it has said. */
function useIsDrawable(): boolean | null {
  const told = usePlan()
  if (told === null) return null
  const verdict = told.plan?.verdict
  return told.refused === null && (verdict === 'complete' || verdict === 'partial')
}

const isOfWordsAlone = (draft: Draft) => orderOf(draft).references.length === 0

/** Words that were there when the form opened are no typing. */
function useHasTyped(prompt: string): boolean {
  const [first] = useState(prompt)
  const [hasTyped, setTyped] = useState(false)
  if (!hasTyped && prompt !== first && prompt.trim() !== '') setTyped(true)
  return hasTyped
}
