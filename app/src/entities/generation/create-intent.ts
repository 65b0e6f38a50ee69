/** What some other screen wants the create form to begin with: settings of a picture, a picture as reference, a remix. */
import type { GenerationMode, ReferenceRole } from '@product/contract'
import { create } from 'zustand'

import { openModal } from '#entities/session/modals.ts'

/** A remix keeps its source by id, its author's name for the eye. */
export interface RemixSource {
  postId: string
  author: string
}

/** Where the picture can be fetched, and the publication that shows it; or the picture itself where it has no address. */
export type IntendedReference = ({ url: string; postId?: string | null } | { file: Blob }) & {
  role?: ReferenceRole
  influence?: number
}

/** What is left out stays as the person's draft has it. */
export interface CreateIntent {
  prompt?: string
  mode?: GenerationMode
  size?: { width: number; height: number }
  count?: number
  negativePrompt?: string | null
  /** A number locks the seed, `null` frees it. */
  seed?: number | null
  remixOf?: RemixSource | null
  /** `replace` empties the slots first. */
  references?: { pictures: readonly IntendedReference[]; manner: 'replace' | 'add' }
}

export const useCreateIntent = create<{ intent: CreateIntent | null }>()(() => ({ intent: null }))

/** Opens the create form with what is wanted. */
export function openCreateForm(intent: CreateIntent): void {
  useCreateIntent.setState({ intent })
  openModal('create')
}

/** For the form itself: what is wanted, once. */
export function takeCreateIntent(): CreateIntent | null {
  const { intent } = useCreateIntent.getState()
  if (intent) useCreateIntent.setState({ intent: null })
  return intent
}
