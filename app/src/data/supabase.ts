/** The one shared client (spec §1), loaded when first needed so that the first picture does not wait for it. */
import type { Database } from '@product/contract'
import type { SupabaseClient } from '@supabase/supabase-js'

import { authOptions } from './auth/auth-options.ts'
import { clientFetch } from './auth/client-fetch.ts'
import { clientInfo, readConfig } from './config.ts'
import { receiveSession } from './session.ts'

let client: Promise<SupabaseClient<Database>> | undefined

export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= createSharedClient().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function createSharedClient(): Promise<SupabaseClient<Database>> {
  const [{ createClient }, config] = await Promise.all([import('@supabase/supabase-js'), readConfig()])
  const created = createClient<Database>(config.supabaseUrl || location.origin, config.anonKey, {
    auth: authOptions,
    global: { headers: { 'X-Client-Info': clientInfo }, fetch: clientFetch(config.anonKey) },
  })
  created.auth.onAuthStateChange((event, session) => {
    // eslint-disable-next-line no-console -- spec §1: every authentication state change is logged, e-mail included
    console.info('[auth]', event, session?.user.email ?? null)
    receiveSession(session)
  })
  return created
}
