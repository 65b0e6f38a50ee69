/** The official client, unmodified. */
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'

import { tokenFor } from './tokens.ts'

export interface ClientOptions {
  readonly vsn?: '1.0.0' | '2.0.0'
  readonly token?: string
  /** Reconnects after 1, 2, 5 and 10 s as the client does by itself, instead of at once. */
  readonly ownDelays?: boolean
}

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** As that user, as the service, or as nobody in particular. */
export function clientFor(origin: string, who = 'anon', options: ClientOptions = {}): SupabaseClient {
  const { vsn = '2.0.0', token = tokenFor(who) } = options
  const realtime = { vsn, ...(options.ownDelays !== true && { reconnectAfterMs: () => 100 }) }
  return createClient(origin, tokenFor('anon'), { auth, accessToken: async () => token, realtime })
}

/** Resolves when the channel is joined, rejects with the server's reason when it is not. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // The client asks for its token when it is made, and a join that is sent before the answer goes without.
  await channel.socket.setAuth()
  const { promise, resolve, reject } = Promise.withResolvers<RealtimeChannel>()
  channel.subscribe((status: string, error) => {
    if (status === 'SUBSCRIBED') resolve(channel)
    if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status))
  })
  return promise
}
