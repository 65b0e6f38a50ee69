/** What somebody is preparing: words, settings and references, before anything is ordered. */
import type { GenerationMode, LikenessAnswer, ReferenceRole } from '@product/contract'

import type { RemixSource } from '#entities/generation/create-intent.ts'
import type { CreationOrder } from '#entities/generation/creation.ts'
import { sizeOf, type Ratio } from '#entities/generation/sizes.ts'
import type { ReferenceProblem } from '#entities/image/picking/reference-file.ts'

import { modeOf } from './mode.ts'

export interface Reference {
  id: string
  /** Prepared: judged, upright, without its metadata. `null` while a picture is being fetched or prepared. */
  file: Blob | null
  /** A local address, to show it. */
  preview: string | null
  state: 'preparing' | 'ready' | 'failed'
  /** The public URL once it is sent; `null` is sent with the order. */
  url: string | null
  /** The address of a picture that is ours already: it is ordered with as such, and no copy of it is sent. */
  source: string | null
  /** The publication of somebody else that shows it, who is credited. */
  post: RemixSource | null
  problem: ReferenceProblem | 'upload' | null
  /** Of a file that is too heavy. */
  bytes: number
  role: ReferenceRole
  /** 0 to 1. */
  influence: number
  /** Who is in it, as its owner says; null until they do. */
  shows: LikenessAnswer | null
}

export interface Draft {
  /** Under which the server keeps it, as soon as there is something to keep. */
  id: string | null
  /** The state that the server had of it last, as this page knows. */
  saved: { revision: string; mark: string } | null
  /** Pictures that only another device has. */
  picturesElsewhere: number
  prompt: string
  chosenMode: GenerationMode | null
  isEnhanced: boolean
  ratio: Ratio
  count: number
  negativePrompt: string
  /** The number in the field; only a locked one is sent. */
  seed: number | null
  isSeedLocked: boolean
  remixOf: RemixSource | null
  references: readonly Reference[]
}

export const emptyDraft: Draft = {
  id: null,
  saved: null,
  picturesElsewhere: 0,
  prompt: '',
  chosenMode: null,
  isEnhanced: false,
  ratio: '1:1',
  count: 1,
  negativePrompt: '',
  seed: null,
  isSeedLocked: false,
  remixOf: null,
  references: [],
}

export function isEmptyDraft({ prompt, references, negativePrompt }: Draft): boolean {
  return prompt.trim() === '' && negativePrompt.trim() === '' && references.length === 0
}

/** What tells one draft from another once it is kept: its words and settings, and how many pictures. */
export function markOf(draft: Draft): string {
  const { prompt, negativePrompt, ratio, count, references } = draft
  return JSON.stringify([prompt.trim(), negativePrompt.trim(), draftMode(draft), ratio, count, references.length])
}

/** The mode that the order would carry now. */
export function draftMode({ chosenMode, isEnhanced, references }: Draft): GenerationMode {
  const usable = references.filter(({ state }) => state !== 'failed').length
  return modeOf({ chosen: chosenMode, isEnhanced, references: usable })
}

/** Whose publications the order starts from, each once. */
export function sourcesOf({ remixOf, references }: Draft): RemixSource[] {
  const all = [remixOf, ...references.map(({ post }) => post)].filter((source) => source !== null)
  return [...new Map(all.toReversed().map((source) => [source.postId, source])).values()].toReversed()
}

export function orderOf(draft: Draft): CreationOrder {
  const mode = draftMode(draft)
  // Normal means from the text alone (spec §4).
  const usable = mode === 'normal' ? [] : draft.references.filter(({ state }) => state === 'ready')
  const [source] = sourcesOf({ ...draft, references: usable })
  return {
    prompt: draft.prompt.trim(),
    negativePrompt: draft.negativePrompt.trim() || null,
    mode,
    ...sizeOf(draft.ratio),
    count: draft.count,
    seed: draft.isSeedLocked ? draft.seed : null,
    source: draft.remixOf ? 'remix-modal' : 'create-modal',
    remixOf: source?.postId ?? null,
    references: usable.map(({ file, url, source: address, role, influence, shows }) => ({
      file: address === null ? file : null,
      url: address ?? url,
      role,
      influence,
      shows: address === null ? shows : null,
    })),
  }
}
