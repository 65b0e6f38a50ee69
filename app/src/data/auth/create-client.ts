import type { Database } from '@product/contract'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { clientInfo, type Config } from '../config.ts'
import { getSession, receiveSession } from '../session.ts'
import { authOptions } from './auth-options.ts'
import { clientFetch } from './client-fetch.ts'
import { clientStorage } from './client-storage.ts'
import { readKeptSession, sessionKey } from './stored-session.ts'

export function createSharedClient({ supabaseUrl, anonKey }: Config): SupabaseClient<Database> {
  const created = createClient<Database>(supabaseUrl || location.origin, anonKey, {
    auth: { ...authOptions, storage: clientStorage },
    global: { headers: { 'X-Client-Info': clientInfo }, fetch: clientFetch(anonKey) },
  })
  created.auth.onAuthStateChange((event, session) => {
    // eslint-disable-next-line no-console -- spec §1: every authentication state change is logged, e-mail included
    console.info('[auth]', event, session?.user.email ?? null)
    receiveSession(session)
  })
  return created
}

// Another tab took the session out of the storage, or put another account's there: its client may be too busy to say so,
// or was not asked.
globalThis.addEventListener?.('storage', ({ key }) => key === sessionKey && lookAgain())
// A page that comes back as it was left, by the way of the browser's history.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && lookAgain())

function lookAgain(): void {
  const session = getSession()
  if (session.status !== 'signed-in') return
  const kept = readKeptSession()
  if (kept?.user.id !== session.user.id) receiveSession(kept)
}
