/** The one shared client (spec §1), loaded when first needed so that the first picture does not wait for it. */
import type { Database } from '@product/contract'
import type { SupabaseClient } from '@supabase/supabase-js'

import { readConfig } from './config.ts'

let client: Promise<SupabaseClient<Database>> | undefined

export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= Promise.all([import('./auth/create-client.ts'), readConfig()])
    .then(([{ createSharedClient }, config]) => createSharedClient(config))
    .catch((error: unknown) => {
      client = undefined
      throw error
    })
  return client
}
