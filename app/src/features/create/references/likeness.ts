/** Who is in a photograph that somebody brings: asked once for each file, before it is ordered with. */
import { recallLikeness } from '#entities/image/likeness/recall-likeness.ts'

import { changeReference, getDraft } from '../draft/draft-store.ts'
import { draftMode, type Draft, type Reference } from '../draft/draft.ts'

/** A picture that was made here needs no word: what was said of its sources goes with it. */
export function unansweredIn(draft: Draft): Reference[] {
  if (draftMode(draft) === 'normal') return []
  return draft.references.filter(
    ({ file, source, state, shows }) => file !== null && source === null && state !== 'failed' && !shows,
  )
}

export async function answerAsBefore(userId: string, id: string, file: Blob): Promise<void> {
  const shows = await recallLikeness(userId, file)
  const current = getDraft().references.find((reference) => reference.id === id)
  if (shows && current?.file === file && !current.shows) changeReference(id, { shows })
}
