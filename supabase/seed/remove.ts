/** Takes the demo's people away with everything that is theirs. What real people made stays. */
import { createClient } from '@supabase/supabase-js'

import { eraseAccount } from '../functions/_shared/account/erase-account.ts'

/** Run again after a failure, it takes away what is left. */
export default async function remove({ url, serviceRoleKey }: { url: string; serviceRoleKey: string }): Promise<void> {
  const service = createClient(url, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await service.from('profiles').select('id').eq('is_demo', true)
  if (error) throw error
  for (const { id } of data as { id: string }[]) await eraseAccount(service, id)
}
