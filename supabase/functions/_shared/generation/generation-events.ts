/** What the picture worker tells its operator. */
import { createObserve } from '../observe.ts'

interface OfJob {
  readonly job: string
  readonly attempt: number
}

type GenerationJobEvent =
  | (OfJob & { readonly kind: 'generation.left'; readonly end: string; readonly ms: number })
  /** By an unforeseen error: the lease runs out, and another attempt follows. */
  | (OfJob & { readonly kind: 'generation.dropped'; readonly why: string })
  /** The queue did not answer. */
  | { readonly kind: 'generation.unheard'; readonly why: string }
  /** What nobody worked on any more: ended, and given back. */
  | {
      readonly kind: 'generation.swept'
      readonly crashed: number
      readonly expired: number
      readonly holds: number
    }

export const observeGeneration = createObserve<GenerationJobEvent>(({ kind }) =>
  kind === 'generation.left' ? 'info' : 'warn',
)
