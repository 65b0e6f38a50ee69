/** A private channel that everybody may listen to and nobody may send on. Its events are hints, and may be lost. */
import type { RealtimeChannel } from '@supabase/supabase-js'

import { supabase } from '../supabase.ts'

export interface PublicListener {
  event: string
  onEvent: (payload: unknown) => void
  /** Joined, for the first time or again: whatever came meanwhile has been missed. */
  onJoined: () => void
}

/** Answers the way to stop listening. */
export function listenToPublic(topic: string, { event, onEvent, onJoined }: PublicListener): () => void {
  let channel: RealtimeChannel | undefined
  let isClosed = false
  const onStatus = (status: string) => {
    if (status === 'SUBSCRIBED' && !isClosed) onJoined()
  }
  const join = async () => {
    const client = await supabase()
    await client.realtime.setAuth()
    if (isClosed) return
    channel = client
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event }, ({ payload }: { payload: unknown }) => onEvent(payload))
    channel.subscribe(onStatus)
  }
  // Without the channel one hears later: nothing to tell anybody.
  void join().catch(() => undefined)
  return () => {
    isClosed = true
    void channel?.unsubscribe()
  }
}
