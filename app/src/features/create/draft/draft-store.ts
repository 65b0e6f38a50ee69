/** The draft in hand. It lives outside the dialog, and on the device: closing, reloading or crashing loses nothing. */
import { create } from 'zustand'

import { orderedId } from '#data/outbox/ordered-id.ts'
import { getSession, watchSession } from '#data/session.ts'

import { emptyDraft, isEmptyDraft, type Draft, type Reference } from './draft.ts'

interface DraftState {
  draft: Draft
  /** It comes from before this page, and nobody has said yet that it is wanted. */
  isRecovered: boolean
}

export const useDraftStore = create<DraftState>()(() => ({ draft: emptyDraft, isRecovered: false }))

export function getDraft(): Draft {
  return useDraftStore.getState().draft
}

export function changeDraft(change: Partial<Draft>): void {
  useDraftStore.setState(({ draft }) => {
    const next = { ...draft, ...change }
    const id = next.id ?? (isEmptyDraft(next) ? null : orderedId())
    // Only a text can be enhanced (spec §4).
    return { draft: { ...next, id, isEnhanced: next.isEnhanced && next.prompt.trim() !== '' } }
  })
}

export function addReference(reference: Reference): void {
  changeDraft({ references: [...getDraft().references, reference] })
}

export function changeReference(id: string, change: Partial<Reference>): void {
  const changed = (reference: Reference): Reference => ({ ...reference, ...change })
  const references = getDraft().references.map((reference) => (reference.id === id ? changed(reference) : reference))
  changeDraft({ references })
}

export function removeReference(id: string): void {
  const { references } = getDraft()
  forgetPreviews(references.filter((reference) => reference.id === id))
  changeDraft({ references: references.filter((reference) => reference.id !== id) })
}

/** Nothing of this publication is used any more: neither its name nor its picture. */
export function leaveSource(postId: string): void {
  const { references, remixOf } = getDraft()
  for (const { id, post } of references) if (post?.postId === postId) removeReference(id)
  if (remixOf?.postId === postId) changeDraft({ remixOf: null })
}

/** Puts a reference in the place of another one; those between move up or down. */
export function moveReference(id: string, place: number): void {
  const { references } = getDraft()
  const moved = references.find((reference) => reference.id === id)
  if (!moved || place < 0 || place >= references.length) return
  changeDraft({ references: references.filter((reference) => reference !== moved).toSpliced(place, 0, moved) })
}

export function emptyTheDraft(): void {
  forgetPreviews(getDraft().references)
  useDraftStore.setState({ draft: emptyDraft, isRecovered: false })
}

/** Another image: its words and references are still to come, its format stays. */
export function beginAnew(): void {
  const { ratio, count } = getDraft()
  emptyTheDraft()
  changeDraft({ ratio, count })
}

function forgetPreviews(references: readonly Reference[]): void {
  for (const { preview } of references) if (preview) URL.revokeObjectURL(preview)
}

export function currentPersonId(): string | null {
  const session = getSession()
  return session.status === 'signed-in' ? session.user.id : null
}

/** Calls back when somebody else has signed in on this device: they start with their own draft, not with this one. */
export function watchPerson(notify: (userId: string) => void): void {
  let ownerId = currentPersonId()
  watchSession(() => {
    const nextId = currentPersonId()
    if (nextId === null || nextId === ownerId) return
    ownerId = nextId
    notify(nextId)
  })
}
