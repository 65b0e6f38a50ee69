/** The step in words: where in the queue, or what the engine is doing. */
import type { Creation } from '#entities/generation/creation.ts'
import { nameStage } from '#entities/generation/explain-problem.ts'
import { generationMessages } from '#entities/generation/generation.i18n.ts'
import { currentMessages } from '#i18n/messages.ts'

export function stepOf({ status, position, etaSeconds, stage, isCanceling }: Creation): string {
  const m = currentMessages(generationMessages)
  if (isCanceling) return m.canceling
  if (status === 'sending') return m.sending
  if (status !== 'queued') return nameStage(stage)
  if (position === null) return m.inQueue
  return etaSeconds === null ? m.queued(position + 1) : m.queuedFor(position + 1, Math.max(1, Math.round(etaSeconds)))
}
