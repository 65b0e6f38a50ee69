/** What a run has given and cost; while it goes on, what it may cost and what is held for it. */
import { useCredits } from '#entities/credits/use-credits.ts'
import { imagesOf, isOver, type Run } from '#entities/workflow/run.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

import { runMessages } from './run.i18n.ts'

export function RunOutcome({ run }: { run: Run }) {
  const w = useMessages(workflowMessages)
  if (run.status !== 'succeeded') return <RunCost run={run} />
  const count = imagesOf(run).length
  return (
    <>
      {`${count === 0 ? w.doneWithout : count === 1 ? w.doneOne : w.done(count)} · `}
      <RunCost run={run} />
    </>
  )
}

export function RunCost({ run }: { run: Run }) {
  const m = useMessages(runMessages)
  const { data: balance } = useCredits()
  const { status, costQuoted, costCharged } = run
  if (!isOver(run)) {
    const held = Math.min(balance?.held ?? 0, costQuoted)
    if (held > 0) return m.cost(costQuoted, held)
    return costCharged > 0 ? m.charged(costCharged) : m.about(costQuoted)
  }
  const returned = costQuoted - costCharged
  return returned > 0 && status === 'partial'
    ? `${m.charged(costCharged)} ${m.returned(returned)}`
    : m.charged(costCharged)
}
