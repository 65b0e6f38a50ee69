import { useEffect, useEffectEvent } from 'react'

import { orderedId } from '#data/outbox/ordered-id.ts'
import { useCreateIntent, takeCreateIntent, type CreateIntent } from '#entities/generation/create-intent.ts'
import { findCreation, showCreation, useCreationStore } from '#entities/generation/creation-store.ts'
import { ratioOf } from '#entities/generation/sizes.ts'
import { takeTypedPrompt } from '#entities/generation/typed-prompt.ts'

import { emptyTheDraft, changeDraft, getDraft, removeReference } from './draft/draft-store.ts'
import type { Draft } from './draft/draft.ts'
import { restoreDraft } from './draft/keep-draft.ts'
import { putAside } from './draft/saved-drafts.ts'
import { takeOver } from './history/take-over.ts'
import { addPictures } from './references/add-references.ts'
import { isPublished } from './result/publications.ts'

/** The draft for as long as the dialog is open: what was kept, then what another screen wants. */
export function useDraft(onIntent: () => void): void {
  const isWanted = useCreateIntent(({ intent }) => intent !== null)
  const begin = useEffectEvent(async () => {
    await restoreDraft()
    if ((await applyIntent()) || applyTyped()) onIntent()
    await takeOver().catch(() => undefined)
  })
  useEffect(() => {
    void begin()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another wish may come while the dialog is open
  }, [isWanted])
  useEffect(() => forgetPublished, [])
}

/** What is published is done: the next visit starts with an empty form and an empty stage. */
function forgetPublished(): void {
  const { shownKey } = useCreationStore.getState()
  const shown = shownKey === null ? undefined : findCreation(shownKey)
  if (!shown || !isPublished(shown)) return
  showCreation(null)
  emptyTheDraft()
}

/** What another screen wants the form to begin with becomes the draft; answers whether there was anything. */
async function applyIntent(): Promise<boolean> {
  const intent = takeCreateIntent()
  if (!intent) return false
  const isOther = intent.prompt !== undefined && intent.prompt !== getDraft().prompt
  changeDraft({ ...changesOf(intent), ...(isOther && (await putAside()) && { id: orderedId() }) })
  const { references } = intent
  if (!references) return true
  if (references.manner === 'replace') for (const { id } of getDraft().references) removeReference(id)
  void addPictures(references.pictures)
  return true
}

/** What a visitor wrote before they had an account. */
function applyTyped(): boolean {
  const prompt = takeTypedPrompt()
  if (prompt) changeDraft({ prompt })
  return prompt !== ''
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
