import { read } from '#data/wire.ts'
/** Who is in a photograph that somebody brings: asked once for each file, before it is ordered with. */
import { fileHash } from '#ui/file/file-hash.ts'

import { changeReference, getDraft } from '../draft/draft-store.ts'
import { draftMode, type Draft, type Reference } from '../draft/draft.ts'

/** A picture that was made here needs no word: what was said of its sources goes with it. */
export function unansweredIn(draft: Draft): Reference[] {
  if (draftMode(draft) === 'normal') return []
  return draft.references.filter(
    ({ file, source, state, shows }) => file !== null && source === null && state !== 'failed' && !shows,
  )
}

/** What was said of the same file before; where nobody can tell, it is asked again. */
export async function recallLikeness(userId: string, id: string, file: Blob): Promise<void> {
  if (!isSecureContext) return
  const sha256 = await fileHash(file)
  const [row] = await read('likeness_consents', 'shows', { user_id: `eq.${userId}`, sha256: `eq.${sha256}` }).catch(
    () => [],
  )
  const current = getDraft().references.find((reference) => reference.id === id)
  if (row && current?.file === file && !current.shows) changeReference(id, { shows: row.shows })
}
