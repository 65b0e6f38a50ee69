/** What another screen wants the form to begin with becomes the draft. */
import { takeCreateIntent, type CreateIntent } from '#entities/generation/create-intent.ts'
import { ratioOf } from '#entities/generation/sizes.ts'

import { changeDraft, getDraft, removeReference } from './draft/draft-store.ts'
import type { Draft } from './draft/draft.ts'
import { addPictures } from './references/add-references.ts'

/** Answers whether there was one. */
export function applyIntent(): boolean {
  const intent = takeCreateIntent()
  if (!intent) return false
  changeDraft(changesOf(intent))
  const { references } = intent
  if (!references) return true
  if (references.manner === 'replace') for (const { id } of getDraft().references) removeReference(id)
  void addPictures(references.pictures)
  return true
}

function changesOf({ prompt, mode, size, count, negativePrompt, seed, remixOf }: CreateIntent): Partial<Draft> {
  return {
    ...(prompt !== undefined && { prompt }),
    ...(mode !== undefined && { chosenMode: mode, isEnhanced: false }),
    ...(size && { ratio: ratioOf(size) }),
    ...(count !== undefined && { count }),
    ...(negativePrompt !== undefined && { negativePrompt: negativePrompt ?? '' }),
    ...(seed !== undefined && { seed, isSeedLocked: seed !== null }),
    ...(remixOf !== undefined && { remixOf }),
  }
}
