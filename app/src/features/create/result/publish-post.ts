/** A picture becomes a publication (spec §3). */
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import type { PublicationChoices } from './publication-choices.ts'
import { findPublication, notePublication, usePublications } from './publications.ts'
import { resultMessages } from './result.i18n.ts'

export const visibilities = ['public', 'followers', 'unlisted', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** What « Détails » may add to the one tap. */
export interface PublicationDetails extends PublicationChoices {
  title: string
  description: string
  hashtags: readonly string[]
  altText: string
  visibility: Visibility
}

export function oneTap(choices: PublicationChoices): PublicationDetails {
  return { ...choices, title: '', description: '', hashtags: [], altText: '', visibility: 'public' }
}

export async function publishImage(
  creation: Creation,
  image: CreatedImage,
  details: PublicationDetails,
): Promise<void> {
  const m = currentMessages(resultMessages)
  if (usePublications.getState()[image.id]) return
  notePublication(image.id, { state: 'publishing' })
  try {
    // Another tab or device may have published it since this page asked.
    const earlier = await findPublication(image.id)
    const postId = earlier ?? (await insertPost(creation, image, details))
    notePublication(image.id, { state: 'published', postId })
    void queryClient.invalidateQueries({ queryKey: postKeys.lists })
    const view = { label: m.view, onPress: () => navigate({ to: '/post/$id', params: { id: postId } }) }
    const fresh = details.visibility === 'public' ? m.published : m.kept
    toast({ title: earlier === null ? fresh : m.alreadyPublished, action: view })
  } catch (error) {
    notePublication(image.id, null)
    const retry = { label: m.retry, onPress: () => void publishImage(creation, image, details) }
    toast({ title: m.publishFailure, description: explainFailure(error), tone: 'danger', action: retry })
  }
}

/** What the server says is shown as it says it (spec §8); without a code, something else answered in its place. */
function explainFailure(error: unknown): string {
  const m = currentMessages(resultMessages)
  if (!(error instanceof DataError)) return m.failed
  if (error.status === 0) return m.network
  return explainPace(error) ?? ((error.code && error.message) || m.failed)
}

async function insertPost({ id, order }: Creation, image: CreatedImage, details: PublicationDetails): Promise<string> {
  const result = await (
    await supabase()
  )
    .from('feed_posts')
    .insert({
      prompt: order.prompt,
      title: details.title.trim() || null,
      description: details.description.trim() || null,
      hashtags: details.hashtags.join(','),
      image_url: image.url,
      visibility: details.visibility,
      alt_text: details.altText.trim() || null,
      prompt_visible: details.promptVisible,
      remix_allowed: details.remixAllowed,
      metadata: { source: order.source === 'api' ? 'create-modal' : order.source, generation_id: id },
    })
    .select('id')
    .single<{ id: string }>()
  return unwrap(result).id
}
