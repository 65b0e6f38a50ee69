/** A private channel that everybody may listen to and nobody may send on. Its events are hints, and may be lost. */
import type { RealtimeChannel, RealtimeClient } from '@supabase/supabase-js'

import { readStoredSession } from '../auth/stored-session.ts'
import { readConfig } from '../config.ts'
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
    const isVisitor = readStoredSession().kind === 'none'
    if (isVisitor) await new Promise((resolve) => setTimeout(resolve, glanceMs))
    if (isClosed) return
    const line = await (isVisitor ? visitorsLine() : membersLine())
    if (isClosed) return
    channel = line
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

async function membersLine(): Promise<RealtimeClient> {
  const { realtime } = await supabase()
  await realtime.setAuth()
  return realtime
}

let ofVisitors: RealtimeClient | undefined
/** Who only glances pays nothing for it. What came meanwhile is asked for when it is joined. */
const glanceMs = 10_000

/** Whoever only looks needs a quarter of the client of all services: the part that listens. */
async function visitorsLine(): Promise<RealtimeClient> {
  const [{ RealtimeClient: Line }, { supabaseUrl, anonKey }] = await Promise.all([
    import('@supabase/realtime-js'),
    readConfig(),
  ])
  const address = `${supabaseUrl || location.origin}/realtime/v1`.replace(/^http/u, 'ws')
  ofVisitors ??= new Line(address, { params: { apikey: anonKey }, accessToken: () => Promise.resolve(anonKey) })
  await ofVisitors.setAuth()
  return ofVisitors
}
