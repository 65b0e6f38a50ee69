import process from 'node:process'

/** The official client, as the caller and as the service. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

const stateless = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } } as const

export function serviceClient(): SupabaseClient {
  return createClient(required('SUPABASE_URL'), required('SUPABASE_SERVICE_ROLE_KEY'), stateless)
}

/** Acts with the caller's own rights: row-level security decides. */
export function callerClient(accessToken: string): SupabaseClient {
  return createClient(required('SUPABASE_URL'), required('SUPABASE_ANON_KEY'), {
    ...stateless,
    global: { headers: { Authorization: `Bearer ${accessToken}` } },
  })
}

export function bearerToken(request: Request): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}
