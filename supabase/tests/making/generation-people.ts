/** People who order pictures through the official client, and what they are answered. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { join } from '../../../tests/support/people.ts'
import type { GenerationAccepted, GenerationProgress } from '../../functions/_shared/contract/src/index.ts'

export interface Member {
  readonly client: SupabaseClient
  readonly id: string
  readonly token: string
}

interface Place {
  readonly url: string
  readonly anonKey: string
}

export async function newMember(system: Place): Promise<Member> {
  const { access_token: token, user } = await join(system)
  return { client: clientOf(system, token), id: user.id, token }
}

export function clientOf({ url, anonKey }: Place, token: string): SupabaseClient {
  return createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
}

export interface Answer {
  readonly status: number
  readonly body: {
    readonly images?: string[]
    readonly metadata?: { generation_id: string; seeds: number[]; credits: { cost: number; balance: number } }
    readonly code?: string
    readonly message?: string
    readonly field?: string
    readonly retry_after?: number
    readonly generation_id?: string
    readonly rule?: string
    readonly terms?: string[]
  }
}

const small = { prompt: 'une pirogue sur la lagune', width: 256, height: 256, seed: 100 }

export async function generate(
  { client }: Pick<Member, 'client'>,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return invoke(client, 'v0-generator', { body: { ...small, ...body }, headers })
}

/** As the app orders: answered at once. */
export async function order(who: Member, body: object = {}, key: string = crypto.randomUUID()) {
  const { status, body: answer } = await generate(who, body, { Prefer: 'respond-async', 'Idempotency-Key': key })
  if (status !== 202) throw new Error(JSON.stringify(answer))
  return answer as unknown as GenerationAccepted
}

export async function job({ client }: Member, id: string): Promise<GenerationProgress> {
  const { body } = await invoke(client, `v0-generator/jobs/${id}`, { method: 'GET' })
  return body as unknown as GenerationProgress
}

export async function credits({ client }: Member): Promise<{ available: number; held: number }> {
  const balance = client.from('my_balance').select('available,held')
  const { data, error } = await balance.single<{ available: number; held: number }>()
  if (error) throw error
  return data
}

export async function invoke(
  client: SupabaseClient,
  name: string,
  options: Parameters<SupabaseClient['functions']['invoke']>[1],
): Promise<Answer> {
  const { data, error, response } = await client.functions.invoke<Answer['body']>(name, options)
  // Whoever was killed in the middle of an answer has not answered.
  if (response === undefined) throw error
  return { status: response.status, body: data ?? ((await response.json()) as Answer['body']) }
}
