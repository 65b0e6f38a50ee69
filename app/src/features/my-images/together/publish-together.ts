/** Several of one's own pictures become one publication: what was written outlives a network that is away, and a refusal. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { orderedId } from '#data/outbox/ordered-id.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { StoredImage } from '#entities/image/image-source.ts'
import type { Audience } from '#entities/post/audience/AudienceFields.tsx'
import type { License } from '#entities/post/audience/license.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import { refresh } from '../change-images.ts'
import type { MyImage } from '../my-images.ts'
import { togetherMessages } from './together.i18n.ts'

export interface TogetherWords extends Audience {
  title: string
  description: string
  hashtags: readonly string[]
  /** Empty: by its words. */
  lang: string
  /** By the id of the picture. */
  alts: Readonly<Record<string, string>>
  license: License
  promptVisible: boolean
  remixAllowed: boolean
}

interface TogetherWrite {
  id: string
  images: readonly (StoredImage & Pick<MyImage, 'id'>)[]
  generationId: string | null
  prompt: string
  words: TogetherWords
}

/** The name under which they wait on the device: it does not change. */
const kind = 'post.publish-several'
const uniqueViolation = '23505'

registerWrite<TogetherWrite>(kind, {
  send: async (write) => {
    const result = await (await supabase()).from('feed_posts').insert(rowOf(write))
    // Sent before, and no answer heard.
    if (result.error?.code !== uniqueViolation) unwrap(result)
    keepWords(write.images, null)
    void queryClient.invalidateQueries({ queryKey: postKeys.lists })
    void refresh()
    const m = currentMessages(togetherMessages)
    const action = { label: m.view, onPress: () => navigate({ to: '/post/$id', params: { id: write.id } }) }
    toast({ title: write.words.visibility === 'public' ? m.published : m.kept, action })
  },
  undo: (write, error) => {
    const m = currentMessages(togetherMessages)
    const action = { label: m.retry, onPress: () => send(write) }
    toast({ title: m.failed, description: explain(error), tone: 'danger', action })
  },
})

export function publishTogether(images: readonly MyImage[], words: TogetherWords): void {
  const [first] = images
  if (!first) return
  keepWords(images, words)
  send({
    id: orderedId(),
    images: images.map(({ id, url, width, height, thumbhash }) => ({ id, url, width, height, thumbhash })),
    generationId: first.generationId,
    prompt: first.prompt,
    words,
  })
}

function send(write: TogetherWrite): void {
  enqueueWrite(kind, write, { key: write.id })
}

function rowOf({ id, images: [first, ...more], generationId, prompt, words }: TogetherWrite) {
  const altOf = (image: string | undefined) => words.alts[image ?? '']?.trim() || null
  return {
    id,
    prompt,
    title: words.title.trim() || null,
    description: words.description.trim() || null,
    hashtags: words.hashtags.join(','),
    image_url: first?.url ?? '',
    alt_text: altOf(first?.id),
    more_images: more.map((image) => ({ ...image, alt: altOf(image.id) })),
    visibility: words.visibility,
    comments_policy: words.commentsPolicy,
    rating: words.rating,
    license: words.license,
    // What was written before an update of the app knows none.
    lang: words.lang || null,
    prompt_visible: words.promptVisible,
    remix_allowed: words.remixAllowed,
    metadata: { source: 'my-images', generation_id: generationId },
  }
}

function explain(error: unknown): string {
  const m = currentMessages(togetherMessages)
  if (error instanceof DataError && error.hint === 'image_not_own') return m.imageGone
  return explainPace(error) ?? m.failedText
}

/** The same pictures have the same words, in whatever order they stand. */
const entryOf = (images: readonly Pick<MyImage, 'id'>[]) =>
  `together.${images
    .map(({ id }) => id)
    .toSorted()
    .join('.')}`

function keepWords(images: readonly Pick<MyImage, 'id'>[], words: TogetherWords | null): void {
  writePrivate(entryOf(images), words ? JSON.stringify(words) : '')
}

/** What was written about these pictures, where their publication was refused or waits. */
export function readWords(images: readonly Pick<MyImage, 'id'>[]): Partial<TogetherWords> {
  try {
    return JSON.parse(readPrivate(entryOf(images))) as TogetherWords
  } catch {
    return {}
  }
}
