/** A draft from the server becomes the one in hand: what another device has made of it, or one of the list. */
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'
import { queryClient } from '#data/query-client.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { bodyOf, draftFrom, markOfBody } from '../draft/draft-body.ts'
import { changeDraft, currentPersonId, emptyTheDraft, getDraft, useDraftStore } from '../draft/draft-store.ts'
import type { Draft } from '../draft/draft.ts'
import { revive } from '../draft/kept-form.ts'
import { asideEntry, putAside, readDrafts, saveDraft, savedDrafts, type SavedDraft } from '../draft/saved-drafts.ts'
import { historyMessages } from './history.i18n.ts'

/**
 * Looks what became of the draft in hand on other devices since this one saved it: gone on with, it is shown as it is now;
 * ordered or erased, it is gone. What was changed here meanwhile stays: the server keeps both.
 */
export async function takeOver(): Promise<void> {
  const before = getDraft()
  if (before.saved === null) return
  const userId = currentPersonId()
  const list = await readDrafts(userId)
  queryClient.setQueryData(savedDrafts(userId).queryKey, list)
  if (getDraft() !== before) return
  const mark = markOfBody(bodyOf(before))
  const there = list.find(({ id }) => id === before.id)
  if (mark === before.saved.mark) {
    if (!there) leave(before)
    else if (there.revision !== before.saved.revision) show(there, before)
    return
  }
  // An earlier page may have had to keep it under another id.
  const copy = list.find(({ draft }) => markOfBody(draft) === mark)
  if (copy) show(copy, before)
  else saveDraft()
}

/** Photographs that only this device has are nowhere else: with them the draft stays. */
function leave({ references }: Draft): void {
  if (references.some(({ source }) => source === null)) changeDraft({ saved: null })
  else emptyTheDraft()
}

/** Goes on with one of the list; what is in hand takes its place there. */
export async function resumeDraft(saved: SavedDraft): Promise<void> {
  const userId = currentPersonId()
  if (userId === null) return
  await putAside()
  const aside = await readFileOf<Draft>(userId, asideEntry(saved.id))
  show(saved, aside && revive(aside))
  void writeFileOf(userId, asideEntry(saved.id), null)
}

function show(saved: SavedDraft, onDevice: Draft | null): void {
  const draft = draftFrom(saved, onDevice)
  useDraftStore.setState({ draft, isRecovered: false })
  if (draft.picturesElsewhere > 0) toast({ title: currentMessages(historyMessages).pictures(draft.picturesElsewhere) })
}
