/** What engines and the moderation of pictures tell their operator. */
import { createObserve } from '../observe.ts'
import type { EngineError, EngineProblem } from './image-engine.ts'

interface Attempt {
  readonly job: string
  readonly engine: string
}

export type ReviewTime = 'before' | 'after'

export type EngineEvent =
  | (Attempt & { readonly kind: 'engine.made'; readonly attempt: number; readonly ms: number; readonly bytes: number })
  | (Attempt & {
      readonly kind: 'engine.failed'
      readonly attempt: number
      readonly ms: number
      readonly problem: EngineProblem
      /** `operator`: a key, an account, an option or a model's name is wrong, and stays so until somebody mends it. */
      readonly fault: EngineError['fault']
      /** What the engine answered: a status or a code of its own, and the field that it is about. */
      readonly upstream: string | null
    })
  | (Attempt & { readonly kind: 'engine.retried'; readonly attempt: number; readonly waitMs: number })
  | (Attempt & { readonly kind: 'engine.passed-on'; readonly next: string; readonly problem: EngineProblem })
  | (Attempt & { readonly kind: 'engine.shed'; readonly why: 'breaker-open' | 'queue-full' })
  | { readonly kind: 'engine.breaker'; readonly engine: string; readonly state: 'open' | 'half-open' | 'closed' }
  | {
      readonly kind: 'moderation.blocked'
      readonly job: string | null
      readonly rule: string
      readonly when: ReviewTime
    }
  | { readonly kind: 'moderation.unanswered'; readonly status: number | null }

const routine: ReadonlySet<EngineEvent['kind']> = new Set(['engine.made', 'engine.retried', 'moderation.blocked'])

export const observeEngine = createObserve<EngineEvent>((event) => {
  if (event.kind === 'engine.failed' && event.fault === 'operator') return 'error'
  return routine.has(event.kind) ? 'info' : 'warn'
})
