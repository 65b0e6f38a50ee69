/** Whether a model may be asked now, for this caller: configured, signed in, in its hourly share, and not known to be down. */
import type { FallbackReason } from '../../contract/src/index.ts'
import { createObserve } from '../../observe.ts'
import { ownEnvironment, readSetting } from '../../settings/reader.ts'
import { quotaSettings } from '../../settings/words.ts'
import type { ModelChoice } from '../choose-intelligence.ts'
import { ModelFailure, type Intelligence } from '../intelligence.ts'
import { takeTurn } from '../quota.ts'
import { createModelIntelligence } from './model-intelligence.ts'
import { isModelWanted, openTextModel } from './text-engines.ts'

type TextEvent =
  | { readonly kind: 'text.answered'; readonly ms: number }
  | { readonly kind: 'text.failed'; readonly ms: number; readonly reason: FallbackReason; readonly problem: string }

const observe = createObserve<TextEvent>(({ kind }) => (kind === 'text.failed' ? 'warn' : 'info'))

const failuresBeforeRest = 3
const restMs = 30_000
/** Reasons that concern the next caller as well. */
const troubles: ReadonlySet<FallbackReason> = new Set(['model_timeout', 'model_unreachable', 'model_busy'])

let failures = 0
let rest: { readonly until: number; readonly reason: FallbackReason } | null = null

export interface ModelUser {
  /** Null for a visitor. */
  readonly userId: string | null
  /** What quotas count by. */
  readonly key: string
}

/** Whether there is a model that this person may ask at all. */
export function isModelFor({ userId }: Pick<ModelUser, 'userId'>): boolean {
  return userId !== null && isModelWanted(ownEnvironment)
}

/** Money: visitors are answered by the rules. */
export async function chooseModel({ userId, key }: ModelUser): Promise<ModelChoice> {
  if (!isModelWanted(ownEnvironment)) return { reason: null }
  if (userId === null) return { reason: 'signed_out' }
  if (rest !== null && Date.now() < rest.until) return { reason: rest.reason }
  const share = { name: 'model', perHour: readSetting(quotaSettings.callsPerHour) }
  if ((await takeTurn(share, key)) !== null) return { reason: 'model_quota' }
  return {
    model: watched(createModelIntelligence({ openModel: () => openTextModel(ownEnvironment), timeoutMs: timeoutMs() })),
  }
}

function timeoutMs(): number {
  return readSetting(quotaSettings.timeoutSeconds) * 1000
}

/** Nobody waits for a model that has just kept three people waiting. */
function watched(model: Intelligence): Intelligence {
  const watch = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const startedAt = performance.now()
    const ms = () => Math.round(performance.now() - startedAt)
    try {
      const given = await answer
      failures = 0
      observe({ kind: 'text.answered', ms: ms() })
      return given
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      observe({ kind: 'text.failed', ms: ms(), reason: error.reason, problem: error.message })
      if (troubles.has(error.reason)) noteTrouble(error.reason)
      throw error
    }
  }
  return {
    source: model.source,
    analyze: (question) => watch(model.analyze(question)),
    enhance: (question) => watch(model.enhance(question)),
    describe: (question) => watch(model.describe(question)),
    translate: (question) => watch(model.translate(question)),
  }
}

function noteTrouble(reason: FallbackReason): void {
  failures += 1
  if (failures < failuresBeforeRest) return
  failures = 0
  rest = { until: Date.now() + restMs, reason }
}
