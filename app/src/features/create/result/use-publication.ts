/** Whether a picture is published, on its way, or waiting for the network. */
import { useEffect } from 'react'

import { useOnline } from '#data/network.ts'
import { useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { useIsWaiting } from '#data/outbox/waiting-writes.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'

import { learnPublications, notePublication, usePublications } from './publications.ts'
import { publicationWrite } from './publish-post.ts'

type PublicationState =
  | { state: 'published'; postId: string }
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
  if (writeId === undefined) return undefined
  return isAway || !isOnline ? { state: 'waiting', writeId } : { state: 'publishing' }
}
