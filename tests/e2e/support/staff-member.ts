import { createClient, type Session } from '@supabase/supabase-js'

import { newAddress, password } from '../../support/people.ts'
import type { RunningSystem } from '../../support/start-system.ts'

/** Somebody whom the operator has made a member of the staff. */
export async function staffMember(system: RunningSystem): Promise<Session> {
  const [email, options] = [newAddress(), { auth: { persistSession: false, autoRefreshToken: false } }]
  const { auth } = createClient(system.url, system.serviceRoleKey, options)
  const made = await auth.admin.createUser({ email, password, email_confirm: true, app_metadata: { staff: true } })
  if (made.error) throw made.error
  const { data, error } = await createClient(system.url, system.anonKey, options).auth.signInWithPassword({
    email,
    password,
  })
  if (error) throw error
  return data.session
}
