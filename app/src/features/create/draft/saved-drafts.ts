/** Drafts on the server (F37): the one in hand a little after each change, and those that were put aside for it. */
import type { CreateDraftBody } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { whenLeaving } from '#data/device/work-under-way.ts'
import { orderedId } from '#data/outbox/ordered-id.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { bodyOf, markOfBody } from './draft-body.ts'
import { changeDraft, currentPersonId, getDraft, useDraftStore } from './draft-store.ts'
import { isEmptyDraft, markOf, type Draft } from './draft.ts'
import { keptForm } from './kept-form.ts'

const messages = defineMessages({
  fr: {
    full: 'Vous avez déjà cent descriptions à reprendre : celle-ci reste sur cet appareil.',
  },
  en: {
    full: 'You already have a hundred unfinished descriptions: this one stays on this device.',
  },
})

interface DraftWrite {
  id: string
  /** The page that wrote it: what waits is sent by whichever is open then. */
  writer: string
  /** The revision that it changes, as far as that was known; null for a new one. */
  base: string | null
  /** Null where it is erased. */
  body: CreateDraftBody | null
}

const columns = 'id,draft,revision'
export type SavedDraft = Selected<'create_drafts', typeof columns>

const kind = 'draft.save'
const saveAfterMs = 5000
/** The mark of the draft that was ordered last: its picture is on its way, nothing of it is lost. */
const orderedEntry = 'draft-ordered'
const writer = crypto.randomUUID()
let timer: ReturnType<typeof setTimeout> | undefined
/** The id of the draft in hand and its mark, as they were last given to the queue. */
let queued = ''
/** The id of one that found no room. */
let refused: string | null = null

export const orderedMark = () => readPrivate(orderedEntry)
export const noteOrderedMark = (mark: string) => writePrivate(orderedEntry, mark)
export const asideEntry = (id: string) => `draft-aside.${id}`

/** As they are on the server now: no answer to an earlier question. */
export function readDrafts(userId: string | null, signal?: AbortSignal): Promise<SavedDraft[]> {
  return read('create_drafts', columns, { user_id: `eq.${userId}`, order: 'updated_at.desc' }, signal)
}

export const savedDrafts = (userId: string | null) =>
  queryOptions({
    queryKey: ['create-drafts', userId],
    enabled: userId !== null,
    queryFn: ({ signal }) => readDrafts(userId, signal),
  })

registerWrite<DraftWrite>(kind, {
  send: async ({ id, body, ...from }) => {
    if (body === null) return unwrap(await (await supabase()).from('create_drafts').delete().eq('id', id))
    const base = from.base === null ? {} : { base: from.base }
    const revision = await callSignedIn('save_create_draft', { id, draft: body, writer: from.writer, ...base })
    if (from.writer === writer && getDraft().id === id) changeDraft({ saved: { revision, mark: markOfBody(body) } })
    return null
  },
  undo: (write, error) => {
    if (write.body === null || !(error instanceof DataError)) return
    if (error.hint === 'draft_changed') keepBoth(write)
    if (error.hint !== 'too_many') return
    refused = write.id
    toast({ title: currentMessages(messages).full, tone: 'danger' })
  },
})

/** Another device went on with it as well: what was written here stands beside it. */
function keepBoth(write: DraftWrite): void {
  if (getDraft().id !== write.id) enqueue({ ...write, id: orderedId(), base: null })
  // What another page holds it sends again.
  else if (write.writer === writer) changeDraft({ id: orderedId(), saved: null })
  void queryClient.invalidateQueries({ queryKey: ['create-drafts'] })
}

const enqueue = (write: DraftWrite) => enqueueWrite(kind, write, { key: write.id })

/** Saves what changes from now on; answers the way to stop. */
export function watchDraft(): () => void {
  const stop = useDraftStore.subscribe(({ draft }, { draft: before }) => {
    if (draft === before) return
    if (before.id !== null && draft.id === null) eraseSaved(before)
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
  const { id, saved } = draft
  if (id === null || id === refused || isEmptyDraft(draft) || markOf(draft) === orderedMark()) return
  const body = bodyOf(draft)
  const mark = markOfBody(body)
  if (saved?.mark === mark || queued === `${id} ${mark}`) return
  queued = `${id} ${mark}`
  enqueue({ id, writer, base: saved?.revision || null, body })
}

/** The draft in hand has become an order: nothing of it is left to go on with. */
export function endSaved(): void {
  const draft = getDraft()
  eraseSaved(draft)
  if (draft.saved) changeDraft({ saved: null })
}

/** Of the one in hand, where it was ever saved. */
function eraseSaved({ id, saved }: Draft): void {
  clearTimeout(timer)
  timer = undefined
  if (id === null || (!saved && !queued.startsWith(`${id} `))) return
  queued = ''
  void eraseDraft(id)
}

/** Takes one out of the list, here and on the server; answers the pictures that this device kept of it. */
export async function eraseDraft(id: string): Promise<Draft | null> {
  refused = null
  changeList((list) => list.filter((saved) => saved.id !== id))
  enqueue({ id, writer, base: null, body: null })
  const userId = currentPersonId()
  if (userId === null) return null
  const aside = await readFileOf<Draft>(userId, asideEntry(id))
  await writeFileOf(userId, asideEntry(id), null)
  return aside
}

/** One that was erased by mistake, with its pictures. */
export function putBack(saved: SavedDraft, aside: Draft | null): void {
  const userId = currentPersonId()
  if (userId !== null && aside) void writeFileOf(userId, asideEntry(saved.id), aside)
  changeList((list) => [saved, ...list])
  enqueue({ id: saved.id, writer, base: null, body: saved.draft })
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
  const saved = { id: draft.id, draft: bodyOf(draft), revision: draft.saved?.revision ?? '' }
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
