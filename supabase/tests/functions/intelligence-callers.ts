/** cortexia-intelligence asked by the official client, as whoever one names. */
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'

import { join } from '../../../tests/support/people.ts'
import type { RunningSystem } from '../../../tests/support/start-system.ts'

export interface Person {
  readonly client: SupabaseClient
  readonly id: string
  readonly token: string
}

const stateless = { auth: { persistSession: false, autoRefreshToken: false } }

export async function person(system: RunningSystem): Promise<Person> {
  const { access_token: token, user } = await join(system)
  const global = { headers: { Authorization: `Bearer ${token}` } }
  return { client: createClient(system.url, system.anonKey, { ...stateless, global }), id: user.id, token }
}

/** Somebody with the public key only. */
export function visitor(system: RunningSystem): Pick<Person, 'client'> {
  return { client: createClient(system.url, system.anonKey, stateless) }
}

export interface Refused {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly field?: string
  readonly retryAfter: string | null
}

/** The answer, or status and body of the refusal. */
export async function asked<Answer>(
  { client }: Pick<Person, 'client'>,
  body: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<Answer | Refused> {
  const { data, error } = await client.functions.invoke<Answer>('cortexia-intelligence', { body, headers })
  if (data !== null) return data
  if (!(error instanceof FunctionsHttpError)) throw error
  const response = error.context as Response
  const refusal = (await response.json()) as Omit<Refused, 'status' | 'retryAfter'>
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...refusal }
}

export const dataUrl = (file: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(file).toString('base64')}`
