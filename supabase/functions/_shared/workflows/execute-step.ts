/** One step of a workflow by itself, as its owner asks for it. */
import { serviceClient } from '../clients.ts'
import type { ExecuteStepRequest, ExecuteStepResult, FunctionErrorCode } from '../contract/src/index.ts'
import { readGenerationSettings } from '../generation/generation-settings.ts'
import { unloading } from '../generation/own-worker.ts'
import { waitForGeneration } from '../generation/wait-for-generation.ts'
import { FunctionError } from '../respond.ts'
import { RpcError, callRpc } from '../rpc.ts'
import { ownWorkflowWorker, startWorkflowWorker } from './own-workflow-worker.ts'
import type { StepWork } from './step-work.ts'

export interface StepAsked extends Pick<ExecuteStepRequest, 'workflowId' | 'stepIndex' | 'runId' | 'inputs'> {
  readonly userId: string
  /** Names the run that begins where none is named. */
  readonly key: string | null
  readonly signal: AbortSignal
}

type Begun = ExecuteStepResult & { readonly work?: StepWork }

declare module '../rpc.ts' {
  interface RpcAnswers {
    begin_workflow_step: Begun
    workflow_step_receipt: ExecuteStepResult
  }
}

/**
 * Answers when the step is over, when it waits for the person, or when it takes longer than an answer may.
 *
 * @throws {FunctionError}
 */
export async function executeStep(asked: StepAsked): Promise<ExecuteStepResult> {
  const { userId, workflowId, stepIndex, runId, inputs, key, signal } = asked
  const client = serviceClient()
  const { leaseSeconds, waitMs } = readGenerationSettings()
  const worker = ownWorkflowWorker()
  const { work, ...known } = await callRpc(client, 'begin_workflow_step', {
    p_user: userId,
    p_asked: { workflow: workflowId, step: stepIndex, run: runId, inputs, key },
    p_worker: worker.id,
    p_lease_seconds: leaseSeconds,
  }).catch(toRefusal)
  if (work === undefined) return known
  const end = await worker.carryOut(work)
  if (end.kind === 'put-off') throw end.refusal
  if (end.kind === 'ordered') {
    const tooLate = AbortSignal.any([signal, AbortSignal.timeout(waitMs), unloading()])
    await waitForGeneration(end.generationId, tooLate).catch((error: unknown) => {
      if (!tooLate.aborted) throw error
    })
  }
  // A whole run goes on from here by itself.
  startWorkflowWorker()
  return callRpc(client, 'workflow_step_receipt', {
    p_user: userId,
    p_run: known.run.id,
    p_step: stepIndex,
  })
}

const refusals: Readonly<Record<string, readonly [status: number, code: FunctionErrorCode, message: string]>> = {
  not_found: [404, 'not_found', 'There is no such workflow'],
  out_of_order: [409, 'out_of_order', 'Les étapes précédentes ne sont pas terminées'],
  already_running: [409, 'already_running', 'Cette étape est déjà en cours'],
  canceled: [409, 'canceled', 'Ce workflow a été arrêté'],
  insufficient_credits: [402, 'insufficient_credits', 'Crédits insuffisants'],
  invalid_inputs: [422, 'invalid_inputs', 'Le formulaire est incomplet'],
  idempotency_mismatch: [422, 'idempotency_mismatch', 'This Idempotency-Key stands for another request'],
  too_many_running: [429, 'too_many_running', 'Trop de générations en cours'],
}

function toRefusal(error: unknown): never {
  if (!(error instanceof RpcError)) throw error
  const refusal = refusals[error.hint ?? '']
  if (refusal === undefined)
    throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error, retryAfter: 2 })
  const [status, code, message] = refusal
  throw new FunctionError(status, code, message, {
    cause: error,
    ...(status === 404 && { field: 'workflowId' }),
    ...(status === 422 && error.details !== null && { field: error.details }),
    ...(status === 429 && { retryAfter: Number(error.details) }),
  })
}
