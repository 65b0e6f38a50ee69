/** The queue of generations as the database speaks of it. */
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
  /** The trace of the order, where one was followed. */
  readonly traceparent: string | null
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

declare module '../rpc.ts' {
  interface RpcAnswers {
    claim_generation: Work | null
    beat_generations: Readonly<Record<string, Verdict>>
  }
}

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
