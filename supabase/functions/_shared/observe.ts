/** Everything that functions tell their operator: one closed union, one line of JSON each. Never a prompt, key or name. */
import process from 'node:process'

import type { GenerationJobEvent } from './generation/generation-events.ts'
import type { EngineError, EngineProblem } from './image-engines/image-engine.ts'
import type { WorkflowJobEvent } from './workflows/workflow-events.ts'

interface Attempt {
  readonly job: string
  readonly engine: string
}

export type FunctionEvent =
  | GenerationJobEvent
  | WorkflowJobEvent
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
  | { readonly kind: 'images.unswept'; readonly images: number; readonly why: string }
  /** Browsers that could not be told; those that are gone are asked no more. */
  | { readonly kind: 'push.failed'; readonly failed: number; readonly refused: number; readonly gone: number }
  | { readonly kind: 'account.failed'; readonly what: 'export' | 'erasure'; readonly why: string }
  | { readonly kind: 'text.answered'; readonly ms: number }
  | { readonly kind: 'text.failed'; readonly ms: number; readonly reason: string; readonly problem: string }
  | { readonly kind: 'moderation.unanswered'; readonly status: number | null }

export type ReviewTime = 'before' | 'after'

export type Observe = (event: FunctionEvent) => void

const troubles: ReadonlySet<FunctionEvent['kind']> = new Set([
  'engine.failed',
  'engine.passed-on',
  'engine.shed',
  'engine.breaker',
  'moderation.unanswered',
  'text.failed',
  'generation.dropped',
  'generation.unheard',
  'generation.swept',
  'workflow.dropped',
  'workflow.unheard',
  'images.unswept',
  'account.failed',
  'push.failed',
])
const levels = ['debug', 'info', 'warn', 'error', 'silent']

export const observe: Observe = (event) => {
  const level = levelOf(event)
  if (levels.indexOf(level) < levels.indexOf(threshold())) return
  const { kind, ...facts } = event
  // oxlint-disable-next-line no-console -- the hosted runtime keeps what comes by the console, and nothing else
  console.info(JSON.stringify({ level, time: new Date().toISOString(), ...facts, msg: kind }))
}

function levelOf(event: FunctionEvent): string {
  if (event.kind === 'engine.failed' && event.fault === 'operator') return 'error'
  return troubles.has(event.kind) ? 'warn' : 'info'
}

/** The server's own where it is the one that runs us; on a terminal only what goes wrong is shown, as it does. */
function threshold(): string {
  const level = process.env['LOG_LEVEL']?.trim().toLowerCase() || 'info'
  const isForPeople = process.stdout.isTTY && process.env['LOG_FORMAT'] !== 'json'
  return level === 'info' && isForPeople ? 'warn' : level
}
