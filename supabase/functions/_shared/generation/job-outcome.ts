/** From what became of a job's pictures to how it ends. */
import type { FunctionErrorCode } from '../contract/src/index.ts'
import type { MadePicture } from '../image-engines/chain/engine-chain.ts'
import { EngineError } from '../image-engines/image-engine.ts'
import { FunctionError } from '../respond.ts'
import { RpcError } from '../rpc.ts'
import type { Outcome } from './queue.ts'

export const failed = 'Erreur lors de la génération'
export const canceled: Outcome = {
  status: 'canceled',
  error_code: 'canceled',
  error_message: 'Génération annulée',
}

const longestRetryMs = 60_000

/** `made` in the order of their positions. */
export function outcomeOf(made: readonly MadePicture[], failures: readonly unknown[], attempt: number): Outcome {
  const delivered = made.length > 0 ? factsOf(made) : {}
  if (failures.length === 0) return { status: 'succeeded', ...delivered }
  const worst = failures.find((failure) => !isRetryable(failure)) ?? failures[0]
  const worthIt = failures.filter(isRetryable)
  return {
    ...delivered,
    ...describe(worst),
    ...(worthIt.length > 0 && { retry_in_ms: retryAfter(worthIt, attempt) }),
  }
}

/** The generation's own facts: those of its first picture, with the warnings of all. */
export function factsOf(made: readonly MadePicture[]): Partial<Outcome> {
  const [{ engine, label, isNeural, facts, receipts }] = made as readonly [MadePicture, ...MadePicture[]]
  const warnings = [...new Set(made.flatMap((picture) => picture.warnings))]
  return { engine, references: receipts, metadata: { ...facts, label, neural: isNeural, warnings } }
}

function isRetryable(failure: unknown): boolean {
  if (failure instanceof EngineError) return failure.isRetryable
  if (failure instanceof FunctionError) return failure.status >= 500
  return failure instanceof RpcError && failure.isTransient
}

function retryAfter(failures: readonly unknown[], attempt: number): number {
  const asked = failures.map((failure) => (failure instanceof EngineError ? (failure.retryAfterMs ?? 0) : 0))
  const own = 1000 * 2 ** attempt * (0.75 + Math.random() / 2)
  return Math.round(Math.min(longestRetryMs, Math.max(own, ...asked)))
}

const codes: Partial<Record<EngineError['problem'], FunctionErrorCode>> = { moderation_blocked: 'blocked' }

function describe(failure: unknown): Outcome {
  if (failure instanceof EngineError) {
    const { problem, message, block } = failure
    const isBlocked = problem === 'moderation_blocked'
    return {
      status: isBlocked ? 'blocked' : 'failed',
      error_code: codes[problem] ?? problem,
      // Engines speak to developers; the app has a sentence for each code.
      error_message: failed,
      detail: message,
      ...(isBlocked && block !== null && { rule: block.rule, terms: block.terms }),
    }
  }
  if (failure instanceof FunctionError)
    return { status: 'failed', error_code: failure.code, error_message: failed, detail: failure.message }
  const detail = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
  return { status: 'failed', error_code: 'engine_failed', error_message: failed, detail }
}
