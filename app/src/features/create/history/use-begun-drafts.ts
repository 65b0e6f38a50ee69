import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'

import { useDraftStore } from '../draft/draft-store.ts'
import { savedDrafts, type SavedDraft } from '../draft/saved-drafts.ts'

const none: readonly SavedDraft[] = []

/** What was begun and not ordered, the latest first, but the one in hand. */
export function useBegunDrafts(): readonly SavedDraft[] {
  const inHand = useDraftStore(({ draft }) => draft.id)
  const { data = none } = useQuery(savedDrafts(useUserId()))
  return data.filter(({ id }) => id !== inHand)
}
