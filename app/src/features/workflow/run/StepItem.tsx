import type { StepKind, FunctionErrorCode } from '@product/contract'
import RotateCcw from 'lucide-react/icons/rotate-ccw'

import { explainProblem } from '#entities/generation/explain-problem.ts'
import type { RunStep } from '#entities/workflow/run.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'

import { kindIcons } from '../kind-icon.ts'
import { StepTag } from '../StateTag.tsx'
import { ChoiceGrid } from './ChoiceGrid.tsx'
import { runMessages } from './run.i18n.ts'
import { StepOutputView } from './StepOutputView.tsx'
import { StepProgress } from './StepProgress.tsx'

export interface ShownStep {
  index: number
  kind: StepKind
  title: string
  /** Where its inputs come from, in words. */
  takes: readonly string[]
  /** `null` outside of a run. */
  state: RunStep | null
}

export interface StepItemProps {
  step: ShownStep
  isCurrent: boolean
  isBusy: boolean
  onRedo?: () => void
  onChoose: (imageId: string) => void
}

export const stepMarks: Partial<Record<RunStep['status'], string>> = {
  succeeded: 'bg-success-text',
  running: 'bg-accent',
  waiting: 'bg-credit',
  failed: 'bg-danger-text',
}

export function StepItem({ step, isCurrent, isBusy, onRedo, onChoose }: StepItemProps) {
  const m = useMessages(runMessages)
  const { state } = step
  const isTried = state !== null && ['succeeded', 'failed', 'skipped'].includes(state.status)
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="relative pb-3 pl-7 before:absolute before:top-6 before:-bottom-6 before:left-2 before:border-l before:border-dashed before:border-line-strong last:before:hidden"
    >
      <i
        aria-hidden="true"
        className={classNames(
          'absolute top-5.5 left-0.75 size-3 rotate-45 rounded-[2px] ring-4 ring-bg',
          (state && stepMarks[state.status]) ?? 'bg-line-strong',
        )}
      />
      <article
        className={classNames(
          'grid gap-3 rounded-lg border bg-surface p-4',
          isCurrent ? 'border-accent shadow-[inset_0_0_0_1px_var(--accent)]' : 'border-line',
        )}
      >
        <StepHead step={step} />
        {state && <StepBody step={step} state={state} isBusy={isBusy} onChoose={onChoose} />}
        {isTried && onRedo && (
          <Button
            variant="ghost"
            className="-mx-2 -mb-2 justify-self-start px-3!"
            icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
            onClick={onRedo}
          >
            {m.redo}
          </Button>
        )}
      </article>
    </li>
  )
}

function StepHead({ step: { index, kind, title, takes, state } }: { step: ShownStep }) {
  const m = useMessages(runMessages)
  const w = useMessages(workflowMessages)
  const Icon = kindIcons[kind]
  const name = w[`kind_${kind}`]
  const cost = state !== null && state.cost > 0 ? [m.stepCost(state.cost)] : []
  // A step that is called as its kind is says so once.
  const facts = [...(name === title ? [] : [name]), ...takes, ...cost]
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 flex-1 basis-44 text-base wrap-anywhere">{`${index + 1}. ${title}`}</h3>
        {state && <StepTag status={state.status} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-3">
        <Icon aria-hidden="true" className="size-3.75" strokeWidth={2} />
        {facts.map((words) => (
          <span key={words} className="not-last:after:ml-2 not-last:after:content-['·']">
            {words}
          </span>
        ))}
      </p>
    </div>
  )
}

interface StepBodyProps extends Pick<StepItemProps, 'step' | 'isBusy' | 'onChoose'> {
  state: RunStep
}

function StepBody({ step: { kind, title }, state, isBusy, onChoose }: StepBodyProps) {
  switch (state.status) {
    case 'running':
      return <StepProgress generationId={state.generationId} />
    case 'waiting':
      return <ChoiceGrid images={state.choices} isBusy={isBusy} onChoose={onChoose} />
    case 'succeeded':
      return state.output && <StepOutputView kind={kind} output={state.output} />
    case 'failed':
      return <StepFailure title={title} error={state.error} />
    default:
      return null
  }
}

interface StepFailureProps {
  title: string
  error: RunStep['error']
}

/** What failed, that it cost nothing, why, and the technical line for who wants it. */
function StepFailure({ title, error }: StepFailureProps) {
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
