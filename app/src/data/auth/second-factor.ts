import type { Session } from '@supabase/supabase-js'

/** Whether somebody who has a second factor has given only the first one: the token says `aal1`. */
export function awaitsSecondFactor({ access_token: token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && readAssuranceLevel(token) === 'aal1'
}

function readAssuranceLevel(token: string): unknown {
  const payload = token.split('.')[1] ?? ''
  const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  return (JSON.parse(text) as { aal?: unknown }).aal
}
