/** The draft on the device: words at once, all of it within half a second, pictures included. */
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

import { currentPersonId, emptyTheDraft, getDraft, useDraftStore, watchPerson } from './draft-store.ts'
import { emptyDraft, isEmptyDraft, type Draft } from './draft.ts'

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
  // The words are there before the form is drawn; the rest follows.
  const words = readPrivate(entry)
  if (words) useDraftStore.setState({ draft: { ...emptyDraft, prompt: words }, isRecovered: true })
  const before = getDraft()
  const kept = await readFileOf<Draft>(userId, entry)
  const isUntouched = getDraft() === before
  if (kept && isUntouched && !isEmptyDraft({ ...kept, prompt: words })) {
    useDraftStore.setState({ draft: revive({ ...kept, prompt: words }), isRecovered: true })
  }
  stopKeeping = useDraftStore.subscribe(({ draft }, previous) => {
    if (draft !== previous.draft) keepSoon()
  })
}

/** Addresses of an earlier page lead nowhere, and what it uploaded may be gone: the pictures themselves are sent again. */
function revive(draft: Draft): Draft {
  const references = draft.references.flatMap((reference) =>
    reference.file
      ? [
          {
            ...reference,
            preview: URL.createObjectURL(reference.file),
            url: null,
            state: 'ready' as const,
            problem: null,
          },
        ]
      : [],
  )
  return { ...emptyDraft, ...draft, references }
}

function keepSoon(): void {
  writePrivate(entry, getDraft().prompt)
  timer ??= setTimeout(keep, autosaveMs)
}

function keep(): void {
  clearTimeout(timer)
  timer = undefined
  const userId = currentPersonId()
  if (userId === null) return
  const draft = getDraft()
  void writeFileOf(
    userId,
    entry,
    isEmptyDraft(draft) ? null : { ...draft, references: draft.references.filter(({ file }) => file) },
  )
}

// A phone may never come back to a page that it hides.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && timer) keep()
})

watchPerson(() => {
  // Emptying this page must not empty what the next person has kept.
  stopKeeping?.()
  clearTimeout(timer)
  timer = undefined
  emptyTheDraft()
  restored = undefined
  void restoreDraft()
})
