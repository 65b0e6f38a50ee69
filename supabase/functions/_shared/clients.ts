/** The official client, as the caller and as the service. */
import { createClient, isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'

import { FunctionError } from './respond.ts'
import { readSetting, type Setting } from './settings/reader.ts'
import { runtimeSettings } from './settings/runtime.ts'

const stateless = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } } as const

export function serviceClient(): SupabaseClient {
  return createClient(required(runtimeSettings.url), required(runtimeSettings.serviceRoleKey), stateless)
}

/** Works on jobs, by the key that may do nothing else where there is one; what it asks is a part of `traceparent`. */
export function workerClient(traceparent: string | null = null): SupabaseClient {
  const key = readSetting(runtimeSettings.workerKey) ?? required(runtimeSettings.serviceRoleKey)
  const headers: Record<string, string> = traceparent === null ? {} : { traceparent }
  return createClient(required(runtimeSettings.url), key, { ...stateless, global: { headers } })
}

/** Sees what visitors see. */
export function anonymousClient(): SupabaseClient {
  return createClient(required(runtimeSettings.url), required(runtimeSettings.anonKey), stateless)
}

/** Acts with the caller's own rights: row-level security decides. */
export function callerClient(accessToken: string): SupabaseClient {
  return createClient(required(runtimeSettings.url), required(runtimeSettings.anonKey), {
    ...stateless,
    global: { headers: { Authorization: `Bearer ${accessToken}` } },
  })
}

/** Who they are by their verified token, whatever else a request says. */
export interface Caller {
  readonly userId: string
  /** Acts with their own rights. */
  readonly client: SupabaseClient
}

/** Null for whoever is not signed in: the anonymous key names nobody. */
export async function callerOf(request: Request): Promise<Caller | null> {
  const token = bearerToken(request)
  if (token === null) return null
  const { data, error } = await serviceClient().auth.getUser(token)
  // NOTE: where auth cannot answer, nobody has been signed out.
  if (isAuthRetryableFetchError(error)) {
    throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error, retryAfter: 2 })
  }
  return data.user && { userId: data.user.id, client: callerClient(token) }
}

export function bearerToken(request: Request): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

function required(setting: Setting<string>): string {
  const value = readSetting(setting)
  if (value === undefined) throw new Error(`${setting.name} is not set`)
  return value
}
