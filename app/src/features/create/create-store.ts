/** The creation in hand. It lives outside the dialog: closing it neither loses the text nor stops the work. */
import type { GenerationResult } from '@product/contract'
import { create } from 'zustand'

import { readPrivate, writePrivate } from '#data/private-storage.ts'
import { getSession, watchSession } from '#data/session.ts'

import type { GenerationMode } from './mode.ts'
import type { ReferenceProblem } from './reference-file.ts'
import type { Ratio } from './sizes.ts'

export interface Reference {
  id: string
  /** A local address, to show it; `null` while a source image is being fetched. */
  preview: string | null
  state: 'preparing' | 'ready' | 'failed'
  /** The public URL once it is sent. */
  url: string | null
  problem: ReferenceProblem | 'upload' | null
}

export interface Draft {
  prompt: string
  chosenMode: GenerationMode | null
  isEnhanced: boolean
  ratio: Ratio
  references: Reference[]
}

type Publication = { state: 'none' } | { state: 'publishing' } | { state: 'published'; postId: string }

export interface Creation {
  result: GenerationResult
  prompt: string
  mode: GenerationMode
  referenceCount: number
  publication: Publication
}

type Phase = { name: 'form' } | { name: 'running'; startedAt: number } | { name: 'done'; creation: Creation }

interface CreateState {
  draft: Draft
  phase: Phase
  lastTriggerAt: number
  changeDraft: (change: Partial<Draft>) => void
  addReference: (reference: Reference) => void
  changeReference: (id: string, change: Partial<Reference>) => void
  removeReference: (id: string) => void
  setPhase: (phase: Phase) => void
  setPublication: (publication: Publication) => void
}

const draftKey = 'draft'
const emptyDraft: Draft = { prompt: '', chosenMode: null, isEnhanced: false, ratio: '1:1', references: [] }

/** The text survives a reload; references are files of this page and do not. */
function storedDraft(): Draft {
  return { ...emptyDraft, prompt: readPrivate(draftKey) }
}

export const useCreateStore = create<CreateState>()((set) => ({
  draft: storedDraft(),
  phase: { name: 'form' },
  lastTriggerAt: -Infinity,
  changeDraft: (change) =>
    set(({ draft }) => {
      if (change.prompt !== undefined) writePrivate(draftKey, change.prompt)
      const next = { ...draft, ...change }
      return { draft: next.prompt.trim() ? next : { ...next, isEnhanced: false } }
    }),
  addReference: (reference) =>
    set(({ draft }) => ({ draft: { ...draft, references: [...draft.references, reference] } })),
  changeReference: (id, change) =>
    set(({ draft }) => ({
      draft: {
        ...draft,
        references: draft.references.map((reference) =>
          reference.id === id ? { ...reference, ...change } : reference,
        ),
      },
    })),
  removeReference: (id) =>
    set(({ draft }) => {
      const removed = draft.references.find((reference) => reference.id === id)
      if (removed?.preview) URL.revokeObjectURL(removed.preview)
      return { draft: { ...draft, references: draft.references.filter((reference) => reference.id !== id) } }
    }),
  setPhase: (phase) => set({ phase }),
  setPublication: (publication) =>
    set(({ phase }) =>
      phase.name === 'done' ? { phase: { ...phase, creation: { ...phase.creation, publication } } } : {},
    ),
}))

/** Empties the form once its picture is published; anything else stays in hand. */
export function forgetPublished(): void {
  const { phase } = useCreateStore.getState()
  if (phase.name === 'done' && phase.creation.publication.state === 'published') {
    writePrivate(draftKey, '')
    emptyCreation()
  }
}

function emptyCreation(): void {
  for (const { preview } of useCreateStore.getState().draft.references) if (preview) URL.revokeObjectURL(preview)
  useCreateStore.setState({ draft: storedDraft(), phase: { name: 'form' } })
}

// Another person on this device starts with their own draft, not with this one.
let ownerId = personId()
watchSession(() => {
  const nextId = personId()
  if (nextId === null || nextId === ownerId) return
  ownerId = nextId
  emptyCreation()
})

function personId(): string | null {
  const session = getSession()
  return session.status === 'signed-in' ? session.user.id : null
}
