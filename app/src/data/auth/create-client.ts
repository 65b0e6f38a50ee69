import type { Database } from '@product/contract'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { clientInfo, type Config } from '../config.ts'
import { getSession, receiveSession } from '../session.ts'
import { authOptions } from './auth-options.ts'
import { clientFetch } from './client-fetch.ts'
import { sessionKey } from './stored-session.ts'

export function createSharedClient({ supabaseUrl, anonKey }: Config): SupabaseClient<Database> {
  const created = createClient<Database>(supabaseUrl || location.origin, anonKey, {
    auth: authOptions,
    global: { headers: { 'X-Client-Info': clientInfo }, fetch: clientFetch(anonKey) },
  })
  created.auth.onAuthStateChange((event, session) => {
    // eslint-disable-next-line no-console -- spec §1: every authentication state change is logged, e-mail included
    console.info('[auth]', event, session?.user.email ?? null)
    receiveSession(session)
  })
  return created
}

// Another tab took the session out of the storage: its client may be too busy to say so.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === sessionKey && newValue === null && getSession().status === 'signed-in') receiveSession(null)
})
