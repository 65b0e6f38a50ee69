/**
 * The private channel `user:{id}`: what the server tells one person. One channel for everybody in the app who listens,
 * open while somebody does. Events are hints that may be lost: listen to `onJoined` and read the rows again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'

import { whenBack } from '../reach/coming-back.ts'
import { supabase } from '../supabase.ts'

export interface OwnListener {
  event: string
  onEvent: (payload: unknown) => void
  /** Joined, for the first time or again: whatever came meanwhile has been missed. */
  onJoined: () => void
  onLost: () => void
}

interface OpenChannel {
  userId: string
  isJoined: boolean
  close: () => void
}

const listeners = new Set<OwnListener>()
let open: OpenChannel | undefined

/** Answers the way to stop listening. */
export function listenToOwn(userId: string, listener: OwnListener): () => void {
  listeners.add(listener)
  if (open?.userId !== userId) {
    open?.close()
    open = openChannel(userId)
  } else if (open.isJoined) {
    listener.onJoined()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    open?.close()
    open = undefined
  }
}

function openChannel(userId: string): OpenChannel {
  let channel: RealtimeChannel | undefined
  let isClosed = false
  const opened: OpenChannel = {
    userId,
    isJoined: false,
    close: () => {
      isClosed = true
      void channel?.unsubscribe()
    },
  }
  const onStatus = (status: string) => {
    const isJoined = status === 'SUBSCRIBED'
    if (isClosed || isJoined === opened.isJoined) return
    opened.isJoined = isJoined
    for (const { onJoined, onLost } of listeners) (isJoined ? onJoined : onLost)()
  }
  const join = async () => {
    const client = await supabase()
    await client.realtime.setAuth()
    if (isClosed) return
    channel = client
      .channel(`user:${userId}`, { config: { private: true } })
      .on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload: unknown }) => {
        for (const listener of listeners) if (listener.event === event) listener.onEvent(payload)
      })
    channel.subscribe(onStatus)
  }
  // Without the channel the rows are read more often: nothing to tell anybody.
  void join().catch(() => undefined)
  return opened
}

/** Now, instead of after the client's own pause. */
async function reconnect(): Promise<void> {
  if (!open) return
  const { realtime } = await supabase()
  if (!realtime.isConnected()) realtime.connect()
}

whenBack('channel', reconnect)
