/** A picture becomes a publication (spec §3). */
import { create } from 'zustand'

import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { currentMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast.ts'

import type { PublicationChoices } from './publication-choices.ts'
import { resultMessages } from './result-messages.ts'

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

type Publication = { state: 'publishing' } | { state: 'published'; postId: string }

/** By the picture's id; what is not in it is not published. */
export const usePublications = create<Record<string, Publication>>()(() => ({}))

export function isPublished({ images }: Pick<Creation, 'images'>): boolean {
  const all = usePublications.getState()
  return images.some(({ id }) => all[id]?.state === 'published')
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
  usePublications.setState({ [image.id]: { state: 'publishing' } })
  try {
    const postId = await insertPost(creation, image, details)
    usePublications.setState({ [image.id]: { state: 'published', postId } })
    void queryClient.invalidateQueries({ queryKey: postKeys.lists })
    const view = { label: m.view, onPress: () => navigate({ to: '/post/$id', params: { id: postId } }) }
    toast({ title: details.visibility === 'public' ? m.published : m.kept, action: view })
  } catch (error) {
    usePublications.setState((all) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== image.id)), true)
    const description = error instanceof DataError && error.status === 0 ? m.network : m.failed
    const retry = { label: m.retry, onPress: () => void publishImage(creation, image, details) }
    toast({ title: m.publishFailure, description, tone: 'danger', action: retry })
  }
}

async function insertPost(
  { id, order, engine }: Creation,
  image: CreatedImage,
  details: PublicationDetails,
): Promise<string> {
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
      metadata: { source: order.source === 'remix-modal' ? 'remix-modal' : 'create-modal', engine, generation_id: id },
    })
    .select('id')
    .single<{ id: string }>()
  return unwrap(result).id
}
