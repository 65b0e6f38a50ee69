/** Drafts on the server (F37): the one in hand a little after each change, and those that were put aside for it. */
import type { CreateDraftBody } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { writeFileOf } from '#data/device/private-files.ts'
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { whenLeaving } from '#data/device/work-under-way.ts'
import { orderedId } from '#data/outbox/ordered-id.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { bodyOf, markOfBody } from './draft-body.ts'
import { changeDraft, currentPersonId, getDraft, useDraftStore } from './draft-store.ts'
import { draftMessages } from './draft.i18n.ts'
import { isEmptyDraft, markOf, type Draft } from './draft.ts'
import { keptForm } from './kept-form.ts'

interface DraftWrite {
  id: string
  /** The revision that it changes, as far as it was known; null for a new one. */
  base: number | null
  /** Null where it is erased. */
  body: CreateDraftBody | null
}

const columns = 'id,draft,revision'
export type SavedDraft = Selected<'create_drafts', typeof columns>

const kind = 'draft.save'
const saveAfterMs = 5000
/** The mark of the draft that was ordered last: its picture is on its way, nothing of it is lost. */
const orderedEntry = 'draft-ordered'
/** The draft in hand as the server last had it from this device. */
const syncedEntry = 'draft-synced'
let timer: ReturnType<typeof setTimeout> | undefined
/** The id of the draft in hand and its mark, as they were last given to the queue. */
let queued = ''
/** By id, of those that this page has saved: a write may be given to the queue while the one before is on its way. */
const revisions = new Map<string, number>()

export const orderedMark = () => readPrivate(orderedEntry)
export const noteOrderedMark = (mark: string) => writePrivate(orderedEntry, mark)
export const asideEntry = (id: string) => `draft-aside.${id}`

export const savedDrafts = (userId: string | null) =>
  queryOptions({
    queryKey: ['create-drafts', userId],
    enabled: userId !== null,
    queryFn: ({ signal }) =>
      read('create_drafts', columns, { user_id: `eq.${userId}`, order: 'updated_at.desc' }, signal),
  })

registerWrite<DraftWrite>(kind, {
  send: async ({ id, base, body }) => {
    if (body === null) return unwrap(await (await supabase()).from('create_drafts').delete().eq('id', id))
    const known = revisions.get(id) ?? base
    const revision = await callSignedIn('save_create_draft', {
      id,
      draft: body,
      ...(known !== null && { base: known }),
    })
    revisions.set(id, revision)
    if (getDraft().id === id) noteSynced({ id, revision, mark: markOfBody(body) })
    return null
  },
  undo: ({ id, body }, error) => {
    if (body === null || !(error instanceof DataError)) return
    if (error.hint === 'draft_changed') keepBoth(id, body)
    if (error.hint === 'too_many') toast({ title: currentMessages(draftMessages).full, tone: 'danger' })
  },
})

/** Another device went on with it as well: what this one wrote stands beside it. */
function keepBoth(id: string, body: CreateDraftBody): void {
  const draft = getDraft()
  if (draft.id === id) changeDraft({ id: orderedId() })
  else if (markOfBody(bodyOf(draft)) !== markOfBody(body)) enqueue({ id: orderedId(), base: null, body })
}

const enqueue = (write: DraftWrite) => enqueueWrite(kind, write, { key: write.id })

export interface Synced {
  id: string
  revision: number
  mark: string
}

/** How the server had this draft last from here; null where it never did. */
export function readSynced(id: string): Synced | null {
  const synced = JSON.parse(readPrivate(syncedEntry) || 'null') as Synced | null
  return synced?.id === id ? synced : null
}

export function noteSynced(synced: Synced): void {
  queued = `${synced.id} ${synced.mark}`
  revisions.set(synced.id, synced.revision)
  writePrivate(syncedEntry, JSON.stringify(synced))
}

/** Saves what changes from now on; answers the way to stop. */
export function watchDraft(): () => void {
  const stop = useDraftStore.subscribe(({ draft }, { draft: before }) => {
    if (draft === before) return
    if (before.id !== null && draft.id === null) eraseSaved(before.id)
    timer ??= setTimeout(saveDraft, saveAfterMs)
  })
  return () => {
    clearTimeout(timer)
    timer = undefined
    queued = ''
    stop()
  }
}

/** At once, what of the draft in hand the server does not have. */
export function saveDraft(): void {
  clearTimeout(timer)
  timer = undefined
  const draft = getDraft()
  if (draft.id === null || isEmptyDraft(draft) || markOf(draft) === orderedMark()) return
  const body = bodyOf(draft)
  const mark = markOfBody(body)
  const synced = readSynced(draft.id)
  if (synced?.mark === mark || queued === `${draft.id} ${mark}`) return
  queued = `${draft.id} ${mark}`
  enqueue({ id: draft.id, base: synced?.revision ?? null, body })
}

/** The draft in hand has become an order: nothing of it is left to go on with. */
export function endSaved(): void {
  const { id } = getDraft()
  if (id !== null) eraseSaved(id)
}

/** Of the one in hand only where it was ever saved. */
function eraseSaved(id: string): void {
  clearTimeout(timer)
  timer = undefined
  if (!queued.startsWith(`${id} `) && readSynced(id) === null) return
  queued = ''
  writePrivate(syncedEntry, '')
  eraseDraft(id)
}

/** Takes one out of the list, here and on the server. */
export function eraseDraft(id: string): void {
  changeList((list) => list.filter((saved) => saved.id !== id))
  const userId = currentPersonId()
  if (userId !== null) void writeFileOf(userId, asideEntry(id), null)
  revisions.delete(id)
  enqueue({ id, base: null, body: null })
}

/** One that was erased by mistake. */
export function putBack(saved: SavedDraft): void {
  changeList((list) => [saved, ...list])
  enqueue({ id: saved.id, base: null, body: saved.draft })
}

/**
 * Another takes the place of the draft in hand, which stands in the list then, with its pictures on this device. Answers
 * whether there was anything to put aside: not what was ordered as it is.
 */
export async function putAside(): Promise<boolean> {
  const draft = getDraft()
  const userId = currentPersonId()
  if (userId === null || draft.id === null || isEmptyDraft(draft) || markOf(draft) === orderedMark()) return false
  saveDraft()
  const saved = { id: draft.id, draft: bodyOf(draft), revision: readSynced(draft.id)?.revision ?? 1 }
  changeList((list) => [saved, ...list.filter(({ id }) => id !== saved.id)])
  if (draft.references.length > 0) await writeFileOf(userId, asideEntry(draft.id), keptForm(draft) satisfies Draft)
  return true
}

function changeList(change: (list: SavedDraft[]) => SavedDraft[]): void {
  const { queryKey } = savedDrafts(currentPersonId())
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (list: SavedDraft[] | undefined) => list && change(list))
}

// A phone may never come back to a page that it hides.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && timer) saveDraft()
})
whenLeaving(() => timer && saveDraft())
