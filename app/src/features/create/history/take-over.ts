/** A draft from the server becomes the one in hand: what another device has made of it, or one of the list. */
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'
import { queryClient } from '#data/query-client.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { bodyOf, draftFrom, markOfBody } from '../draft/draft-body.ts'
import { currentPersonId, emptyTheDraft, getDraft, useDraftStore } from '../draft/draft-store.ts'
import type { Draft } from '../draft/draft.ts'
import { revive } from '../draft/kept-form.ts'
import {
  asideEntry,
  noteSynced,
  putAside,
  readSynced,
  saveDraft,
  savedDrafts,
  type SavedDraft,
} from '../draft/saved-drafts.ts'
import { addPictures } from '../references/add-references.ts'
import { historyMessages } from './history.i18n.ts'

/**
 * Looks what became of the draft in hand on other devices since this one saved it: gone on with, it is shown as it is now;
 * ordered or erased, it is gone. What was changed here meanwhile stays: the server keeps both.
 */
export async function takeOver(): Promise<void> {
  const before = getDraft()
  const list = await queryClient.fetchQuery(savedDrafts(currentPersonId()))
  const { id } = before
  const synced = id === null ? null : readSynced(id)
  if (synced === null || getDraft() !== before) return
  if (markOfBody(bodyOf(before)) !== synced.mark) return saveDraft()
  const saved = list.find((one) => one.id === id)
  if (!saved) emptyTheDraft()
  else if (saved.revision !== synced.revision) show(saved, before)
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

function show({ id, revision, draft: body }: SavedDraft, onDevice: Draft | null): void {
  const draft = draftFrom(id, body, onDevice)
  noteSynced({ id, revision, mark: markOfBody(body) })
  useDraftStore.setState({ draft, isRecovered: false })
  const missing = body.pictures_elsewhere - draft.references.length
  if (missing > 0) toast({ title: currentMessages(historyMessages).pictures(missing) })
  void addPictures(
    body.references.map(({ url, post, role, influence }) => ({ url, postId: post?.post_id ?? null, role, influence })),
  )
}
