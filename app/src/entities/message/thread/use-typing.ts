/** Who is looking at the conversation now, and who writes: said on its own channel, kept by nobody. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'
import { conversationQueries } from '#entities/conversation/conversation-queries.ts'
import { watchMessages } from '#entities/conversation/message-feed.ts'
import { throttle } from '#ui/input/throttle.ts'

export interface Company {
  /** Ids of others who wrote a moment ago. */
  typing: readonly string[]
  /** Ids of others who have the conversation open. */
  present: readonly string[]
  /** To be called at each key; says it at most every two seconds. */
  tellTyping: () => void
}

const tellEveryMs = 2000
const forgetAfterMs = 5000
const nobody: readonly string[] = []

/** `isSilent`: one's own presence is not told (requests, and who does not want to be seen). */
export function useTyping(conversationId: string, { isSilent = false }: { isSilent?: boolean } = {}): Company {
  const userId = useUserId()
  const [typing, setTyping] = useState(nobody)
  const [present, setPresent] = useState(nobody)
  const tell = useRef<() => void>(() => undefined)
  const { data: conversation } = useQuery({
    ...conversationQueries.one(userId ?? '', conversationId),
    enabled: userId !== null,
  })
  // Before one has accepted, and where one is blocked, nobody is shown to anybody.
  const isMet = conversation?.me.state === 'accepted' && !conversation.isClosed
  useEffect(() => {
    if (userId === null || !isMet) return undefined
    return join(conversationId, { userId, isSilent, setTyping, setPresent, tell })
  }, [userId, conversationId, isSilent, isMet])
  // Whoever was removed is out of sight before the channel has noticed.
  const isHere = (id: string) => conversation?.others.some((one) => one.id === id && one.isActive) ?? false
  return { typing: typing.filter(isHere), present: present.filter(isHere), tellTyping: () => tell.current() }
}

interface Joining {
  userId: string
  isSilent: boolean
  setTyping: (change: (before: readonly string[]) => readonly string[]) => void
  setPresent: (present: readonly string[]) => void
  tell: { current: () => void }
}

function join(conversationId: string, { userId, isSilent, setTyping, setPresent, tell }: Joining): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let channel: RealtimeChannel | undefined
  let isGone = false
  const stopTyping = (id: string) => setTyping((before) => before.filter((other) => other !== id))
  const onTyping = ({ payload }: { payload?: { user_id?: unknown } }) => {
    const id = payload?.user_id
    if (typeof id !== 'string' || id === userId) return
    setTyping((before) => (before.includes(id) ? before : [...before, id]))
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => stopTyping(id), forgetAfterMs),
    )
  }
  const open = async () => {
    const client = await supabase()
    await client.realtime.setAuth()
    if (isGone) return
    const joined = client
      .channel(`presence:${conversationId}`, { config: { private: true, presence: { key: userId } } })
      .on('broadcast', { event: 'typing' }, onTyping)
      .on('presence', { event: 'sync' }, () =>
        setPresent(Object.keys(joined.presenceState()).filter((id) => id !== userId)),
      )
    channel = joined
    joined.subscribe((status: string) => {
      if (status === 'SUBSCRIBED' && !isSilent) void joined.track({ user_id: userId })
    })
  }
  tell.current = throttle(() => {
    if (!isSilent) void channel?.send({ type: 'broadcast', event: 'typing', payload: { user_id: userId } })
  }, tellEveryMs)
  // Without the channel nobody is seen: nothing to tell anybody.
  void open().catch(() => undefined)
  // Whoever has said it does not write it any more.
  const stopWatching = watchMessages(userId, (news) => {
    if (news.type === 'message' && news.conversationId === conversationId && news.row) stopTyping(news.row.sender_id)
  })
  return () => {
    isGone = true
    stopWatching()
    tell.current = () => undefined
    timers.forEach((timer) => clearTimeout(timer))
    setTyping(() => nobody)
    setPresent(nobody)
    void channel?.unsubscribe()
  }
}
