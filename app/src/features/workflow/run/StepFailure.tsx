import type { FunctionErrorCode } from '@product/contract'

import { explainProblem } from '#entities/generation/explain-problem.ts'
import type { RunStep } from '#entities/workflow/run.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

import { runMessages } from './run.i18n.ts'

export interface StepFailureProps {
  title: string
  error: RunStep['error']
}

/** What failed, that it cost nothing, why, and the technical line for who wants it. */
export function StepFailure({ title, error }: StepFailureProps) {
  const m = useMessages(runMessages)
  const w = useMessages(workflowMessages)
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-semibold text-danger-text">{w.fail(title)}</p>
      {error && <p>{explainProblem({ code: error.code as FunctionErrorCode, message: error.message })}</p>}
      {error && error.terms.length > 0 && <p>{m.blockedTerms(error.terms.join(', '))}</p>}
      {error?.message && (
        <details className="text-xs text-text-3">
          <summary className="flex min-h-11 items-center">{m.details}</summary>
          <p lang="en" className="wrap-anywhere">
            {error.message}
          </p>
        </details>
      )}
    </div>
  )
}
