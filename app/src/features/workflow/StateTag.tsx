import type { RunStatus, StepStatus } from '@product/contract'

import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

const neutral = 'bg-surface-2 text-text-2'
const looks: Record<StepStatus | RunStatus, string> = {
  pending: neutral,
  queued: neutral,
  skipped: neutral,
  canceled: neutral,
  running: 'bg-accent-soft text-on-accent-soft',
  waiting: 'bg-credit-soft text-on-credit-soft',
  succeeded: 'bg-success-soft text-on-success-soft',
  partial: 'bg-credit-soft text-on-credit-soft',
  failed: 'bg-danger-soft text-on-danger-soft',
}

export function StepTag({ status }: { status: StepStatus }) {
  const w = useMessages(workflowMessages)
  return <Tag look={looks[status]} words={w[`step_${status}`]} />
}

export function RunTag({ status }: { status: RunStatus }) {
  const w = useMessages(workflowMessages)
  return <Tag look={looks[status]} words={w[`run_${status}`]} />
}

function Tag({ look, words }: { look: string; words: string }) {
  return (
    <span className={classNames('inline-flex min-h-6 items-center rounded-full px-2.5 text-xs font-semibold', look)}>
      {words}
    </span>
  )
}
