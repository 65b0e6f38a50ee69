/** Which pictures are published: the rows know it, whichever page, tab or device did it. */
import { useEffect } from 'react'
import { create } from 'zustand'

import { useOnline } from '#data/network.ts'
import { useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { useIsWaiting } from '#data/outbox/waiting-writes.ts'
import type { Row } from '#data/question.ts'
import { read } from '#data/wire.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'

/** The name under which publications wait on the device: it does not change. */
export const publicationWrite = 'post.publish'

/** The publication of each picture by its id; what is not in it is not published, or has not been asked about yet. */
export const usePublications = create<Record<string, string>>()(() => ({}))

export function notePublication(imageId: string, postId: string | null): void {
  usePublications.setState((all) => {
    const others = Object.entries(all).filter(([id]) => id !== imageId)
    return Object.fromEntries(postId === null ? others : [...others, [imageId, postId]])
  }, true)
}

/** When the publication of each picture is to appear, for those that wait for their hour. */
const usePlans = create<Record<string, string>>()(() => ({}))

export function notePlan(imageId: string, publishAt: string | null): void {
  usePlans.setState((all) => {
    const others = Object.entries(all).filter(([id]) => id !== imageId)
    return Object.fromEntries(publishAt === null ? others : [...others, [imageId, publishAt]])
  }, true)
}

export function isPublished({ images }: Pick<Creation, 'images'>): boolean {
  const all = usePublications.getState()
  return images.some(({ id }) => all[id] !== undefined)
}

export function useIsPublished(creation: Pick<Creation, 'images'> | null): boolean {
  return usePublications((all) => creation?.images.some(({ id }) => all[id] !== undefined) ?? false)
}

/** Those that show one of these pictures, first or later. */
function showing(imageIds: readonly string[]): string {
  const later = imageIds.map((id) => `more_images.cs."[{\\"id\\":\\"${id}\\"}]"`)
  return `(image_id.in.(${imageIds.join(',')}),${later.join(',')})`
}

function shownIn({
  image_id: first,
  more_images: more,
}: Pick<Row<'feed_posts'>, 'image_id' | 'more_images'>): string[] {
  return [...(first === null ? [] : [first]), ...more.map(({ id }) => id)]
}

/** The newest publication of each picture that has one. */
async function readPublications(imageIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await read('feed_posts', 'id,image_id,more_images', { or: showing(imageIds), order: 'id' })
  return new Map(rows.flatMap(({ id, ...images }) => shownIn(images).map((image) => [image, id] as const)))
}

export async function findPublication(imageId: string): Promise<string | null> {
  return (await readPublications([imageId])).get(imageId) ?? null
}

async function readPlans(imageIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await read('scheduled_posts', 'image_id,more_images,publish_at', { or: showing(imageIds) })
  return new Map(rows.flatMap(({ publish_at: at, ...images }) => shownIn(images).map((image) => [image, at] as const)))
}

/** Brings what is known up to date. */
async function learnPublications(images: Creation['images']): Promise<void> {
  const ids = images.map(({ id }) => id)
  const before = usePublications.getState()
  const [posts, plans] = await Promise.all([readPublications(ids), readPlans(ids)]).catch(() => [])
  if (!posts || !plans) return
  for (const id of ids) notePlan(id, plans.get(id) ?? null)
  // What changed while the answer was on its way is newer than the answer.
  for (const id of ids) if (usePublications.getState()[id] === before[id]) notePublication(id, posts.get(id) ?? null)
}

export type PublicationState =
  | { state: 'published'; postId: string }
  | { state: 'planned'; publishAt: string }
  | { state: 'publishing' }
  /** `writeId`: what may be taken back. */
  | { state: 'waiting'; writeId: string }

/** What this page knows, or the list that the picture was found in; the rows have the last word. */
export function usePublication(
  { images }: Creation,
  { id }: CreatedImage,
  postId: string | null,
): PublicationState | undefined {
  const known = usePublications((all) => all[id])
  const plan = usePlans((all) => all[id])
  const writeId = useWaitingWrites().find(({ kind, key }) => kind === publicationWrite && key === id)?.id
  const isOnline = useOnline()
  const isAway = useIsWaiting(id)
  useEffect(() => {
    if (postId !== null) notePublication(id, postId)
    // Again when it waits no longer: another tab may have sent it.
    if (writeId === undefined) void learnPublications(images)
  }, [images, id, postId, writeId])
  const published = known ?? postId
  if (published !== null && published !== undefined) return { state: 'published', postId: published }
  if (writeId === undefined) return plan === undefined ? undefined : { state: 'planned', publishAt: plan }
  return isAway || !isOnline ? { state: 'waiting', writeId } : { state: 'publishing' }
}
