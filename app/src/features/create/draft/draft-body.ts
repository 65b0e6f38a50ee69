/** A draft as the server keeps it (F37): words, settings, and the references that have an address of ours. */
import type { CreateDraftBody } from '@product/contract'

import { sizes } from '#entities/generation/sizes.ts'

import { emptyDraft, type Draft, type Reference } from './draft.ts'

interface SavedBody {
  id: string
  revision: string
  draft: CreateDraftBody
}

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
    pictures_elsewhere: references.length - kept.length + draft.picturesElsewhere,
  }
}

/** In the same order whatever became of it on its way. */
export function markOfBody(body: CreateDraftBody): string {
  const { prompt, negative_prompt: avoided, mode, is_enhanced: isEnhanced, ratio, count, seed, references } = body
  const pictures = references.map(({ url, role, influence }) => [url, role, influence])
  return JSON.stringify([prompt, avoided, mode, isEnhanced, ratio, count, seed, pictures, body.pictures_elsewhere])
}

/** Those of its pictures that have no address of ours come from what this device keeps of it. */
export function draftFrom({ id, revision, draft: body }: SavedBody, onDevice: Draft | null): Draft {
  const own = onDevice?.references.filter(({ source }) => source === null) ?? []
  return {
    ...emptyDraft,
    id,
    saved: { revision, mark: markOfBody(body) },
    picturesElsewhere: Math.max(0, body.pictures_elsewhere - own.length),
    prompt: body.prompt,
    negativePrompt: body.negative_prompt,
    chosenMode: body.mode,
    isEnhanced: body.is_enhanced,
    ratio: sizes.find(({ ratio }) => ratio === body.ratio)?.ratio ?? emptyDraft.ratio,
    count: body.count,
    seed: body.seed,
    isSeedLocked: body.seed !== null,
    remixOf: sourceOf(body.remix_of),
    references: [...body.references.map(referenceFrom), ...own],
  }
}

const sourceOf = (source: { post_id: string; author: string } | null) =>
  source && { postId: source.post_id, author: source.author }

function referenceFrom({ url, post, role, influence }: CreateDraftBody['references'][number]): Reference {
  return {
    id: crypto.randomUUID(),
    file: null,
    preview: url,
    state: 'ready',
    url: null,
    source: url,
    post: sourceOf(post),
    problem: null,
    bytes: 0,
    role,
    influence,
    shows: null,
  }
}
