/** What the worker of workflows tells its operator. */
import type { StepKind } from '../contract/src/index.ts'
import { createObserve } from '../observe.ts'

type WorkflowJobEvent =
  | {
      readonly kind: 'workflow.step'
      readonly run: string
      readonly step: number
      readonly does: StepKind
      /** `ordered`: a picture is being made, and ends the step itself. */
      readonly end: 'over' | 'ordered' | 'put-off' | 'lost'
      readonly ms: number
    }
  /** By an unforeseen error: the lease runs out, and the step is taken up again. */
  | { readonly kind: 'workflow.dropped'; readonly run: string; readonly step: number; readonly why: string }
  /** The database did not answer. */
  | { readonly kind: 'workflow.unheard'; readonly why: string }

export const observeWorkflow = createObserve<WorkflowJobEvent>(({ kind }) =>
  kind === 'workflow.step' ? 'info' : 'warn',
)
