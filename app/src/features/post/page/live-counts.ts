/** The counts of an open post as they change, on the channel `post:{id}`. They are hints: a lost one is no harm. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect } from 'react'

import { queryClient } from '#data/query-client.ts'
import { supabase } from '#data/supabase.ts'
import { commentKeys } from '#entities/comment/comment-cache.ts'
import { findPost } from '#entities/post/one/cached-posts.ts'
import { patchPost } from '#entities/post/post-cache.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'

/** The picture and the comments come first. */
const patience = 1500

interface Counts {
  likes_count: number
  comments_count: number
  remixes_count: number
  saves_count: number
}

export function useLiveCounts(postId: string): void {
  const isSaving = useDataSaver()
  useEffect(() => {
    if (isSaving) return undefined
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = listen(postId)
    }, patience)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [postId, isSaving])
}

function listen(postId: string): () => void {
  let channel: RealtimeChannel | undefined
  let isOver = false
  const join = async () => {
    const client = await supabase()
    await client.realtime.setAuth()
    if (isOver) return
    channel = client
      .channel(`post:${postId}`, { config: { private: true } })
      .on('broadcast', { event: 'counts' }, ({ payload }: { payload: Counts }) => show(postId, payload))
      .subscribe()
  }
  // Without the channel the counts are those of the last read.
  void join().catch(() => undefined)
  return () => {
    isOver = true
    void channel?.unsubscribe()
  }
}

function show(postId: string, counts: Counts): void {
  // One's own comment is counted and shown before it is told.
  if (findPost(queryClient, postId)?.commentsCount !== counts.comments_count)
    void queryClient.invalidateQueries({ queryKey: commentKeys.all(postId) })
  patchPost(queryClient, postId, (post) => ({
    ...post,
    likesCount: counts.likes_count,
    commentsCount: counts.comments_count,
    remixesCount: counts.remixes_count,
    savesCount: counts.saves_count,
  }))
}
