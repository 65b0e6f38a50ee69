/** Hidden words, and who asks to read them: as the one who asks sees it, and as their author does. */
import { NotificationNews, notificationEvent } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { queryClient, readAnew } from '#data/query-client.ts'
import { call, read } from '#data/wire.ts'

const person = 'person:profiles!prompt_requests_user_id_fkey!inner(id,username,display_name,avatar_url)'
/** As many as an author answers at a time; those that wait come first. */
const most = 50

export const promptKeys = {
  /** The words, where one has paid or was shown them. */
  words: ['hidden-prompt'] as const,
  requests: ['prompt-requests'] as const,
}

export const promptQueries = {
  /** `null` for whoever may not read them. @param isShown by the author, so far: whoever is shown them meanwhile reads them anew */
  words: (postId: string, userId: string | null, isShown: boolean) =>
    queryOptions({
      queryKey: [...promptKeys.words, userId, postId, isShown],
      queryFn: ({ signal }) => call('unlocked_prompt', { post: postId }, { signal }),
      enabled: userId !== null,
    }),

  mine: (postId: string, userId: string) =>
    queryOptions({
      queryKey: [...promptKeys.requests, postId, userId],
      queryFn: async ({ signal }) => {
        const own = { post_id: `eq.${postId}`, user_id: `eq.${userId}` }
        return (await read('prompt_requests', 'answered_at,is_shown', own, signal))[0] ?? null
      },
      // Whoever comes by a notice has been answered since.
      staleTime: 0,
    }),

  ofPost: (postId: string) =>
    queryOptions({
      queryKey: [...promptKeys.requests, postId, 'all'],
      queryFn: ({ signal }) => {
        const some = { post_id: `eq.${postId}`, order: 'answered_at.asc.nullsfirst,asked_at.asc', limit: most }
        return read('prompt_requests', `answered_at,is_shown,${person}` as const, some, signal)
      },
      staleTime: 0,
    }),
}

/** Who is asked is told by a notice; whoever asked learns each answer, a no as well: the page that shows it follows. */
export function usePromptNews(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined
    const follow = () => void queryClient.invalidateQueries({ queryKey: promptKeys.requests })
    const stopNotices = listenToOwn(userId, {
      event: notificationEvent,
      onEvent: (payload) => {
        const { success, output } = v.safeParse(NotificationNews, payload)
        if (success && output.type === 'system') follow()
      },
      onJoined: () => void readAnew(promptKeys.requests),
      onLost: () => undefined,
    })
    const answers = { event: 'prompt_answered', onEvent: follow, onJoined: () => undefined, onLost: () => undefined }
    const stopAnswers = listenToOwn(userId, answers)
    return () => {
      stopNotices()
      stopAnswers()
    }
  }, [userId])
}
