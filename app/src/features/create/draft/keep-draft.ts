/** The draft on the device: words and pictures at once, all else within half a second. */
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { whenLeaving } from '#data/device/work-under-way.ts'

import { currentPersonId, emptyTheDraft, getDraft, useDraftStore, watchPerson } from './draft-store.ts'
import { emptyDraft, isEmptyDraft, markOf, type Draft } from './draft.ts'
import { keptForm, revive } from './kept-form.ts'
import { endSaved, noteOrderedMark, orderedMark, watchDraft } from './saved-drafts.ts'

const autosaveMs = 500
const entry = 'draft'
let timer: ReturnType<typeof setTimeout> | undefined
let restored: Promise<void> | undefined
let stopKeeping: (() => void) | undefined

/** Brings back what an earlier page kept; once for each person. */
export function restoreDraft(): Promise<void> {
  restored ??= restore()
  return restored
}

async function restore(): Promise<void> {
  const userId = currentPersonId()
  if (userId === null) return
  const ordered = orderedMark()
  // The words are there before the form is drawn; the rest follows.
  const words = readPrivate(entry)
  if (words) useDraftStore.setState({ draft: { ...emptyDraft, prompt: words }, isRecovered: ordered === '' })
  const before = getDraft()
  const kept = await readFileOf<Draft>(userId, entry)
  const found = kept ? { ...kept, prompt: words } : before
  useDraftStore.setState({ isRecovered: !isEmptyDraft(found) && markOf(found) !== ordered })
  if (kept && getDraft() === before && !isEmptyDraft(found)) useDraftStore.setState({ draft: revive(found) })
  const stopSaving = watchDraft()
  const stop = useDraftStore.subscribe(({ draft }, previous) => {
    if (draft === previous.draft) return
    keepSoon()
    if (filesOf(draft) !== filesOf(previous.draft)) void keep()
  })
  stopKeeping = () => {
    stop()
    stopSaving()
  }
}

/** The draft has become an order. */
export function noteOrdered(): void {
  noteOrderedMark(markOf(getDraft()))
  endSaved()
  useDraftStore.setState({ isRecovered: false })
}

const filesOf = ({ references }: Draft) => references.filter(({ file, source }) => file ?? source).length

function keepSoon(): void {
  writePrivate(entry, getDraft().prompt)
  timer ??= setTimeout(() => void keep(), autosaveMs)
}

async function keep(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const userId = currentPersonId()
  if (userId === null) return
  const draft = getDraft()
  await writeFileOf(userId, entry, isEmptyDraft(draft) ? null : keptForm(draft))
}

// A phone may never come back to a page that it hides.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && timer) void keep()
})
whenLeaving(() => timer && keep())

watchPerson(() => {
  // Emptying this page must not empty what the next person has kept.
  stopKeeping?.()
  clearTimeout(timer)
  timer = undefined
  emptyTheDraft()
  restored = undefined
  void restoreDraft()
})
