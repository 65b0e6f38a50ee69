import { useEffect, useEffectEvent } from 'react'

import { useCreateIntent } from '#entities/generation/create-intent.ts'
import { findCreation, showCreation, useCreationStore } from '#entities/generation/creation-store.ts'

import { applyIntent } from './apply-intent.ts'
import { emptyTheDraft } from './draft/draft-store.ts'
import { restoreDraft } from './draft/keep-draft.ts'
import { isPublished } from './result/publications.ts'

/** The draft for as long as the dialog is open: what was kept, then what another screen wants. */
export function useDraft(onIntent: () => void): void {
  const isWanted = useCreateIntent(({ intent }) => intent !== null)
  const begin = useEffectEvent(async () => {
    await restoreDraft()
    if (applyIntent()) onIntent()
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
