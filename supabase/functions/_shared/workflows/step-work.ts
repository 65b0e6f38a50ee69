/** One step in hand, and the database's functions by which it is worked on. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { FunctionErrorCode, GenerationMode, StepKind, StepOutput, WorkflowImage } from '../contract/src/index.ts'
import { FunctionError } from '../respond.ts'
import { callRpc, retry } from '../rpc.ts'

/** What a step takes, its settings, and its texts with the names filled in. */
export interface StepInput {
  readonly prompt?: string
  readonly negative_prompt?: string
  readonly images?: readonly WorkflowImage[]
  readonly image?: WorkflowImage | null
  readonly remix_of?: string | null
  readonly width?: number
  readonly height?: number
  readonly count?: number
  readonly mode?: GenerationMode
  readonly influence?: number
}

export interface StepWork {
  readonly run_id: string
  readonly user_id: string
  readonly step: number
  readonly attempt: number
  readonly kind: StepKind
  readonly input: StepInput
  /** When the form was filled in, as the database writes it. */
  readonly said_at: string
  /** With an older one nothing is written. */
  readonly fence: number
}

declare module '../rpc.ts' {
  interface RpcAnswers {
    claim_workflow: StepWork | null
  }
}

export interface StepInHand {
  readonly work: StepWork
  readonly worker: string
  /** Acts as the service. */
  readonly client: SupabaseClient
  readonly signal: AbortSignal
}

/** `put-off`: it could not be begun, and is as it was before. */
export type StepEnd =
  | { readonly kind: 'over' | 'lost' }
  | { readonly kind: 'ordered'; readonly generationId: string }
  | { readonly kind: 'put-off'; readonly refusal: FunctionError }

export type StepOutcome =
  | { readonly status: 'succeeded'; readonly output: StepOutput }
  | {
      readonly status: 'failed'
      readonly error: FunctionErrorCode
      readonly message: string
      readonly terms?: readonly string[]
    }

export async function finish(inHand: StepInHand, outcome: StepOutcome): Promise<StepEnd> {
  return write(inHand, 'finish_workflow_step', { p_outcome: outcome })
}

/** Calls one of the functions that end a step in hand. */
export async function write(
  { work, worker, client }: StepInHand,
  name: 'finish_workflow_step' | 'publish_workflow_image' | 'record_workflow_picture',
  params: Readonly<Record<string, unknown>> = {},
): Promise<StepEnd> {
  const call = { p_worker: worker, p_fence: work.fence, p_run: work.run_id, ...params }
  const written = await retry(() => callRpc(client, name, call))
  return { kind: written === 'ok' ? 'over' : 'lost' }
}

/** The picture that the step works on. @throws {FunctionError} where the form was left without one */
export function pictureOf({ image }: StepInput): WorkflowImage {
  if (image) return image
  throw new FunctionError(400, 'invalid_inputs', 'Une image est nécessaire', { field: 'image' })
}
