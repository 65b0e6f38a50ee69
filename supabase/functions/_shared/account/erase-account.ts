/** The end of an account whose thirty days are over: its files first, then the person, and with them every row of theirs. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'

const filesAtOnce = 200

/** Whatever is left half done is begun anew by the next worker: removing what is gone changes nothing. */
export async function eraseAccount(service: SupabaseClient, person: string): Promise<void> {
  let earlier: string | null = null
  for (;;) {
    const files = await callRpc(service, 'files_of_person', { p_user: person, p_limit: filesAtOnce })
    const [first] = files
    if (first === undefined) break
    const name = `${first.bucket}/${first.path}`
    if (name === earlier) throw new Error(`${name} cannot be removed`)
    earlier = name
    for (const [bucket, some] of Map.groupBy(files, (file) => file.bucket)) {
      const { error } = await service.storage.from(bucket).remove(some.map(({ path }) => path))
      if (error) throw error
    }
  }
  const { error } = await service.auth.admin.deleteUser(person)
  // NOTE: gone already where a killed worker came that far.
  if (error && error.status !== 404) throw error
}
