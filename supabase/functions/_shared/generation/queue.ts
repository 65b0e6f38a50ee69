/** The queue in the database, as the functions of this process ask it. */
import { setTimeout as delay } from 'node:timers/promises'

import type { SupabaseClient } from '@supabase/supabase-js'

import type { GenerationStatus, ReferenceReceipt } from '../contract/src/index.ts'
import type { StoredReference } from './reference-store.ts'

/** All that is needed to do one job. */
export interface Work {
  readonly generation_id: string
  /** The fence: with an older one nothing is written. */
  readonly attempt: number
  readonly user_id: string
  readonly prompt: string
  readonly negative_prompt: string | null
  readonly width: number
  readonly height: number
  readonly seed: number
  readonly n_images: number
  /** By position. */
  readonly upstream_ids: Readonly<Record<string, string>>
  /** Positions whose picture is there already. */
  readonly done: readonly number[]
  /** Where each picture's file belongs, in order. */
  readonly paths: readonly string[]
  readonly references: readonly Omit<StoredReference, 'position'>[]
}

export interface Beat {
  readonly generation_id: string
  readonly attempt: number
  readonly stage?: string
  readonly progress?: number | null
  readonly preview?: string
}

export type Verdict = 'ok' | 'cancel' | 'lost' | 'late'

export interface Outcome {
  readonly status: Extract<GenerationStatus, 'succeeded' | 'failed' | 'blocked' | 'canceled'>
  readonly error_code?: string
  readonly error_message?: string
  readonly rule?: string
  readonly terms?: readonly string[]
  /** For the operator; nobody else reads it. */
  readonly detail?: string
  readonly engine?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly references?: readonly ReferenceReceipt[]
  /** Another attempt is worth it, where one is left. */
  readonly retry_in_ms?: number
}

/** What rest/v1 answered. */
export class QueueError extends Error {
  override readonly name = 'QueueError'
  readonly code: string
  readonly hint: string | null
  readonly details: string | null
  /** The server was not there, or not able: the same call may succeed later. */
  readonly isPassing: boolean

  constructor(name: string, status: number, error: { code: string; message: string; hint: string; details: string }) {
    super(`${name}: ${error.message}`)
    this.code = error.code
    this.hint = error.hint || null
    this.details = error.details || null
    this.isPassing = status === 0 || status === 429 || status >= 500
  }
}

export async function ask<T>(client: SupabaseClient, name: string, params: Record<string, unknown>): Promise<T> {
  const { data, error, status } = await client.rpc(name, params)
  if (error) throw new QueueError(name, status, error)
  return data as T
}

const patienceMs = 60_000
const longestWaitMs = 5000

/** Once more and once more while the server is not able. What is done twice so must come to the same. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (let wait = 100; ; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      return await work()
    } catch (error) {
      const isPassing = error instanceof QueueError && error.isPassing
      if (!isPassing || performance.now() > until) throw error
      await delay(wait * (0.5 + Math.random()))
    }
  }
}
