/** payment-start asked by the official client, as whoever one names. */
import { createClient, FunctionsHttpError } from '@supabase/supabase-js'

import { newAddress, password } from '../../../tests/support/people.ts'
import type { RunningSystem } from '../../../tests/support/start-system.ts'
import type { Person, Refused } from '../functions/intelligence-callers.ts'

export { person, visitor, type Person } from '../functions/intelligence-callers.ts'

/** The answer, or status and body of the refusal. */
export async function asked<Answer>(
  { client }: Pick<Person, 'client'>,
  body: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<Answer | Refused> {
  const { data, error } = await client.functions.invoke<Answer>('payment-start', { body, headers })
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response
    const refusal = (await response.json()) as Omit<Refused, 'status'>
    return { ...refusal, status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  if (error) throw error
  return data as Answer
}

/** The kinds of what lies before the staff, as one of them sees it. */
export async function findingsOf({ url, anonKey, serviceRoleKey }: RunningSystem): Promise<string[]> {
  const stateless = { auth: { persistSession: false, autoRefreshToken: false } }
  const made = { email: newAddress(), password, email_confirm: true, app_metadata: { staff: true } }
  const { error } = await createClient(url, serviceRoleKey, stateless).auth.admin.createUser(made)
  if (error) throw error
  const client = createClient(url, anonKey, stateless)
  const signedIn = await client.auth.signInWithPassword({ email: made.email, password })
  if (signedIn.error) throw signedIn.error
  const { data, error: refused } = await client.rpc('staff_findings', {})
  if (refused) throw refused
  return (data as { kind: string }[]).map(({ kind }) => kind)
}
