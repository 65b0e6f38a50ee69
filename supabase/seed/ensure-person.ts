/** Somebody of the demo: an account under an address that no mail reaches, with a password that nobody knows. */
import { randomBytes } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import type { DemoPerson } from './demo.ts'

const demoDomain = 'demo.cortexia.invalid'

/** Answers their id; made where they are not there yet. */
export async function ensurePerson(
  service: SupabaseClient,
  { username, firstName, lastName, bio }: DemoPerson,
): Promise<string> {
  // By what nobody else can have: somebody real may have taken the name.
  const named = { is_demo: true, first_name: firstName, last_name: lastName }
  const known = await service.from('profiles').select('id').match(named).maybeSingle<{ id: string }>()
  if (known.error) throw known.error
  if (known.data) return known.data.id
  const { data, error } = await service.auth.admin.createUser({
    email: `${username}@${demoDomain}`,
    password: randomBytes(24).toString('base64url'),
    email_confirm: true,
    user_metadata: { first_name: firstName, last_name: lastName, username },
  })
  if (error) throw error
  const described = await service.from('profiles').update({ bio, is_demo: true }).eq('id', data.user.id)
  if (described.error) throw described.error
  return data.user.id
}
