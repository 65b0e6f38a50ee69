import { useEffect, useRef } from 'react'

import { LikenessQuestion } from '#entities/image/likeness/LikenessQuestion.tsx'

import { changeReference, removeReference, useDraftStore } from '../draft/draft-store.ts'
import { focusSlot } from './focus-slot.ts'
import { unansweredIn } from './likeness.ts'

/** The first photograph that nobody has said anything of, with its picture; the next one follows. */
export function AskLikeness() {
  const draft = useDraftStore((store) => store.draft)
  const [asked] = unansweredIn(draft)
  const answeredPlace = useRef<number | null>(null)
  const isDone = asked === undefined
  useEffect(() => {
    // The buttons are gone: whoever pressed one by the keyboard goes on at the picture.
    if (isDone && answeredPlace.current !== null) focusSlot(answeredPlace.current)
    answeredPlace.current = null
  }, [isDone])
  if (!asked) return null
  const place = draft.references.indexOf(asked) + 1
  const answer = (act: () => void) => {
    answeredPlace.current = place
    act()
  }
  return (
    <LikenessQuestion
      preview={asked.preview}
      place={draft.references.length === 1 ? null : place}
      onAnswer={(shows) => answer(() => changeReference(asked.id, { shows }))}
      onRemove={() => answer(() => removeReference(asked.id))}
    />
  )
}
