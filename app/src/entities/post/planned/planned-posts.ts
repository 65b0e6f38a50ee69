/** One's publications whose hour is still to come: read, moved, cancelled, published at once. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { currentMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import { postKeys } from '../post-cache.ts'
import { plannedMessages } from './planned.i18n.ts'

/** All that its author wrote: what is cancelled can be planned again. */
const written =
  'id,publish_at,prompt,title,description,hashtags,image_url,visibility,metadata,alt_text,prompt_visible,prompt_on_request,remix_allowed,comments_policy,rating,license,lang,more_images'
const columns =
  `id,publish_at,title,prompt,image_url,refusal,image:generation_images!inner(width,height,thumbhash)` as const

export type PlannedPost = Selected<'scheduled_posts', typeof columns>

/** Of everybody's list on this device. */
export const plannedPostsKey = ['planned-posts'] as const

/** How often a list in sight looks whether an hour has come, in ms. */
const lookAgainMs = 15_000

export function plannedPostsQuery(userId: string) {
  return queryOptions({
    queryKey: [...plannedPostsKey, userId],
    queryFn: ({ signal }) =>
      read('scheduled_posts', columns, { creator_id: `eq.${userId}`, order: 'publish_at.asc,id.asc' }, signal),
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? lookAgainMs : false),
  })
}

/** « 24 nov. 2026 à 08:00 », in the time of the device. */
export function wordMoment(at: string | Date): string {
  return currentMessages(plannedMessages).at(formatDay(at), formatTime(at))
}

/** Why an hour, or one plan more, is refused; null for anything else. */
export function explainPlan(error: unknown): string | null {
  const m = currentMessages(plannedMessages)
  const reasons: Record<string, string> = {
    schedule_past: m.past,
    schedule_too_far: m.tooFar,
    too_many_scheduled: m.tooMany,
  }
  return (error instanceof DataError && reasons[error.hint ?? '']) || null
}

/** Why it was not published at its hour. */
export function explainRefusal(refusal: string): string {
  const m = currentMessages(plannedMessages)
  const reasons: Record<string, string> = {
    account_not_active: m.accountRefused,
    account_suspended: m.accountRefused,
    picture_removed: m.pictureRemoved,
    image_not_own: m.pictureGone,
  }
  return reasons[refusal] ?? m.refused
}

/** Answers whether it was done; what was not has been told. */
export async function movePlanned(id: string, publishAt: string): Promise<boolean> {
  return doOrTell(async (m) => {
    const rows = (await supabase()).from('scheduled_posts')
    const moved = unwrap(await rows.update({ publish_at: publishAt }).eq('id', id).select('id'))
    toast({ title: moved.length > 0 ? m.moved(wordMoment(publishAt)) : m.gone })
  })
}

export async function cancelPlanned({ id }: PlannedPost): Promise<boolean> {
  return doOrTell(async (m) => {
    const rows = (await supabase()).from('scheduled_posts')
    const cancelled = unwrap(await rows.delete().eq('id', id).select(written))
    const planAgain = async () => {
      unwrap(await (await supabase()).from('scheduled_posts').insert(cancelled))
    }
    const undo = { label: m.undo, onPress: () => void doOrTell(planAgain) }
    if (cancelled.length === 0) toast({ title: m.gone })
    else toast({ title: m.cancelled, description: m.cancelledText, action: undo })
  })
}

export async function publishPlanned({ id }: PlannedPost): Promise<boolean> {
  return doOrTell(async (m) => {
    await callSignedIn('publish_planned_now', { id })
    const view = { label: m.view, onPress: () => navigate({ to: '/post/$id', params: { id } }) }
    toast({ title: m.published, action: view })
    void queryClient.invalidateQueries({ queryKey: postKeys.lists })
  })
}

async function doOrTell(act: (m: (typeof plannedMessages)['fr']) => Promise<void>): Promise<boolean> {
  const m = currentMessages(plannedMessages)
  try {
    await act(m)
    return true
  } catch (error) {
    const isGone = error instanceof DataError && error.hint === 'not_planned'
    const description = isGone ? m.gone : (explainPlan(error) ?? m.tryAgain)
    toast({ title: m.notDone, description, tone: 'danger' })
    return false
  } finally {
    void queryClient.invalidateQueries({ queryKey: plannedPostsKey })
  }
}
