/** A picture becomes a publication (spec §3). */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { orderedId } from '#data/outbox/ordered-id.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import type { PendingWrite } from '#data/outbox/write-queue.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import type { Audience } from '#entities/post/audience/AudienceFields.tsx'
import type { License } from '#entities/post/audience/license.ts'
import { chosenChallenge, leaveChallenge } from '#entities/post/challenge/chosen-challenge.ts'
import type { ChosenImage } from '#entities/post/images/ImagesField.tsx'
import { explainPlan, plannedPostsKey, wordMoment } from '#entities/post/planned/planned-posts.ts'
import { plannedMessages } from '#entities/post/planned/planned.i18n.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import type { PublicationChoices } from './publication-choices.ts'
import { findPublication, notePlan, notePublication, publicationWrite, usePublications } from './publications.ts'
import { resultMessages } from './result.i18n.ts'

/** One of several. */
export interface PublishedImage extends ChosenImage {
  generationId: string | null
}

/** What « Détails » may add to the one tap. */
export interface PublicationDetails extends PublicationChoices, Audience {
  title: string
  description: string
  hashtags: readonly string[]
  altText: string
  license: License
  /** All of them in order, where another than the one that was made is shown. */
  images: readonly PublishedImage[]
  /** What describes each of several, by its id; the words that made it where nothing is written. */
  alts: Readonly<Record<string, string>>
  /** Empty: by its words. */
  lang: string
  /** Where the prompt is not visible; not said before it could be asked for. */
  promptOnRequest?: boolean
  /** When it is to appear; at once where nothing is said. */
  publishAt: string | null
}

/** Others are at hand, or some were taken already: they stand with the words, not in the fold. */
export const hasSeveral = ({ images }: Creation, details: Pick<PublicationDetails, 'images'>) =>
  images.length > 1 || details.images.length > 0

export function oneTap(choices: PublicationChoices): PublicationDetails {
  const challenge = chosenChallenge()
  const hashtags = challenge === null ? [] : [challenge.hashtag]
  const words = { title: '', description: '', hashtags, altText: '', images: [], alts: {}, lang: '' }
  return { ...choices, ...words, visibility: 'public', rating: 0, license: 'perso', publishAt: null }
}

/** What reaches the server once, under the id that the publication has from the first press on. */
interface PublicationWrite {
  id: string
  imageId: string
  /** Under which image its words are kept; not said before several could be shown. */
  madeAs?: string
  imageUrl: string
  prompt: string
  source: string
  generationId: string | null
  details: PublicationDetails
}

const uniqueViolation = '23505'

registerWrite<PublicationWrite>(publicationWrite, {
  send: async (write) => {
    // Another tab or device may have published it since this page asked, or this one did and heard no answer.
    const earlier = await findPublication(write.imageId)
    if (earlier === null) await insertPost(write)
    const { publishAt } = write.details
    keepDetails(write.madeAs ?? write.imageId, null)
    if (earlier === null && publishAt) {
      notePlan(write.imageId, publishAt)
      void queryClient.invalidateQueries({ queryKey: plannedPostsKey })
      toast({ title: currentMessages(plannedMessages).planned(wordMoment(publishAt)), action: seePlanned() })
      return
    }
    notePublication(write.imageId, earlier ?? write.id)
    void queryClient.invalidateQueries({ queryKey: postKeys.lists })
    tellPublished(write, earlier ?? write.id)
  },
  // What was written stays in « Détails ».
  undo: (write, error) => {
    const m = currentMessages(resultMessages)
    const retry = { label: m.retry, onPress: () => send(write) }
    toast({ title: m.publishFailure, description: explainFailure(error), tone: 'danger', action: retry })
  },
})

/** Shown as on its way at once, and sent when it can be: what was written outlives a network that is away, and a reload. */
export function publishImage({ id, order }: Creation, image: CreatedImage, details: PublicationDetails): void {
  if (usePublications.getState()[image.id] !== undefined) return
  keepDetails(image.id, details)
  leaveChallenge()
  // Whoever has taken it out again publishes the others.
  const isShown = details.images.length === 0 || details.images.some((one) => one.id === image.id)
  send({
    id: orderedId(),
    imageId: (isShown ? image : details.images[0])?.id ?? image.id,
    madeAs: image.id,
    imageUrl: image.url,
    prompt: order.prompt,
    source: order.source === 'api' ? 'create-modal' : order.source,
    generationId: id,
    details,
  })
}

function send(write: PublicationWrite): void {
  enqueueWrite(publicationWrite, write, { key: write.imageId })
}

/** What a waiting publication is about, for its author. */
export function wordsOf({ body }: PendingWrite): string {
  const { details, prompt } = body as PublicationWrite
  return details.title.trim() || prompt
}

function seePlanned() {
  const onPress = () => navigate({ to: paths.ownProfile, search: { tab: 'drafts' } })
  return { label: currentMessages(resultMessages).view, onPress }
}

function tellPublished({ id, details }: PublicationWrite, postId: string): void {
  const m = currentMessages(resultMessages)
  const view = { label: m.view, onPress: () => navigate({ to: '/post/$id', params: { id: postId } }) }
  const fresh = details.visibility === 'public' ? m.published : m.kept
  toast({ title: postId === id ? fresh : m.alreadyPublished, action: view })
}

/** What the server says is shown as it says it (spec §8); without a code, something else answered in its place. */
function explainFailure(error: unknown): string {
  const m = currentMessages(resultMessages)
  if (!(error instanceof DataError)) return m.failed
  if (error.hint === 'image_not_own') return m.imageGone
  return explainPace(error) ?? explainPlan(error) ?? ((error.code && error.message) || m.failed)
}

async function insertPost(write: PublicationWrite): Promise<void> {
  const { id, source, details } = write
  const { generationId, prompt, ...images } = imagesOf(write)
  const post = {
    id,
    prompt,
    ...images,
    title: details.title.trim() || null,
    description: details.description.trim() || null,
    hashtags: details.hashtags.join(','),
    visibility: details.visibility,
    prompt_visible: details.promptVisible,
    prompt_on_request: !details.promptVisible && details.promptOnRequest === true,
    remix_allowed: details.remixAllowed,
    comments_policy: details.commentsPolicy,
    rating: details.rating,
    license: details.license,
    // What was written before an update of the app knows none.
    lang: details.lang || null,
    metadata: { source, generation_id: generationId },
  }
  const client = await supabase()
  const { publishAt } = details
  const result = publishAt
    ? await client.from('scheduled_posts').insert({ ...post, publish_at: publishAt })
    : await client.from('feed_posts').insert(post)
  if (result.error?.code !== uniqueViolation) unwrap(result)
}

/** What was written before an update of the app knows of one image only. */
function imagesOf({ imageUrl, prompt, generationId, details }: PublicationWrite) {
  const [first, ...more] = details.images ?? []
  if (!first)
    return { generationId, prompt, image_url: imageUrl, alt_text: details.altText.trim() || null, more_images: [] }
  const altOf = (image: PublishedImage) =>
    (details.alts[image.id] ?? (details.promptVisible ? image.prompt.slice(0, 1000) : '')).trim() || null
  return {
    generationId: first.generationId,
    prompt: first.prompt,
    image_url: first.url,
    alt_text: altOf(first),
    more_images: more.map((image) => {
      const { id, url, width, height, thumbhash } = image
      return { id, url, width, height, thumbhash, alt: altOf(image) }
    }),
  }
}

const entryOf = (imageId: string) => `publication.${imageId}`

/** Until the picture is published; null forgets. */
function keepDetails(imageId: string, details: PublicationDetails | null): void {
  writePrivate(entryOf(imageId), details ? JSON.stringify(details) : '')
}

/** What was written about a picture whose publication was refused or taken back. */
export function readDetails(imageId: string): PublicationDetails | null {
  try {
    return JSON.parse(readPrivate(entryOf(imageId))) as PublicationDetails
  } catch {
    return null
  }
}
