/** The posts before and after this one in the list that led to it, and the way back to that list. */
import { useQueryClient } from '@tanstack/react-query'

import { listOf } from '#entities/post/one/cached-posts.ts'
import { paths } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'

export interface Neighbours {
  previous: (() => void) | null
  next: (() => void) | null
}

const none: Neighbours = { previous: null, next: null }

export function useNeighbours(id: string): Neighbours {
  const cache = useQueryClient()
  const { state } = usePlace()
  if (!state.over?.steps) return none
  const list = listOf(cache, id)
  const at = list.findIndex((post) => post.id === id)
  const to = (place: number) => {
    const post = at < 0 ? undefined : list[place]
    // One step back still leads to the list.
    return post ? () => navigate({ to: paths.post, params: { id: post.id } }, { replace: true }) : null
  }
  return { previous: to(at - 1), next: to(at + 1) }
}

/** Back to the list, or where there was none to the feed. */
export function leavePost(): void {
  const steps = getPlace().state.over?.steps ?? 0
  if (steps > 0) history.go(-steps)
  else navigate({ to: paths.home })
}
