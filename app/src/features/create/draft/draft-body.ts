/** A draft as the server keeps it (F37): words, settings, and the references that have an address of ours. */
import type { CreateDraftBody } from '@product/contract'

import { sizes } from '#entities/generation/sizes.ts'

import { emptyDraft, type Draft } from './draft.ts'

export function bodyOf(draft: Draft): CreateDraftBody {
  const { remixOf, references } = draft
  const kept = references.flatMap(({ source, post, role, influence }) =>
    source === null
      ? []
      : [{ url: source, post: post && { post_id: post.postId, author: post.author }, role, influence }],
  )
  return {
    prompt: draft.prompt.trim(),
    negative_prompt: draft.negativePrompt.trim(),
    mode: draft.chosenMode,
    is_enhanced: draft.isEnhanced,
    ratio: draft.ratio,
    count: draft.count,
    seed: draft.isSeedLocked ? draft.seed : null,
    remix_of: remixOf && { post_id: remixOf.postId, author: remixOf.author },
    references: kept,
    pictures_elsewhere: references.length - kept.length,
  }
}

/** In the same order whatever became of it on its way. */
export function markOfBody(body: CreateDraftBody): string {
  const { prompt, negative_prompt: avoided, mode, is_enhanced: isEnhanced, ratio, count, seed, references } = body
  const pictures = references.map(({ url, role, influence }) => [url, role, influence])
  return JSON.stringify([prompt, avoided, mode, isEnhanced, ratio, count, seed, pictures, body.pictures_elsewhere])
}

/** Those of its pictures that only this device has stay; the others are still to be fetched. */
export function draftFrom(id: string, body: CreateDraftBody, onDevice: Draft | null): Draft {
  return {
    ...emptyDraft,
    id,
    prompt: body.prompt,
    negativePrompt: body.negative_prompt,
    chosenMode: body.mode,
    isEnhanced: body.is_enhanced,
    ratio: sizes.find(({ ratio }) => ratio === body.ratio)?.ratio ?? emptyDraft.ratio,
    count: body.count,
    seed: body.seed,
    isSeedLocked: body.seed !== null,
    remixOf: body.remix_of && { postId: body.remix_of.post_id, author: body.remix_of.author },
    references: onDevice?.references.filter(({ source }) => source === null) ?? [],
  }
}
