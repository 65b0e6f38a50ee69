/** How the run stands as a whole, and what can be done with it now. */
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Square from 'lucide-react/icons/square'

import { canResume, isOver, type Run } from '#entities/workflow/run.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Ago } from '#ui/display/Ago.tsx'

import { RunTag } from '../StateTag.tsx'
import { runMessages } from './run.i18n.ts'
import { RunOutcome } from './RunOutcome.tsx'
import type { RunActions } from './use-run.ts'

export interface RunHeaderProps {
  run: Run
  isBusy: boolean
  isOffline: boolean
  actions: RunActions
}

export function RunHeader({ run, isBusy, isOffline, actions }: RunHeaderProps) {
  const m = useMessages(runMessages)
  const done = run.steps.filter(({ status }) => status === 'succeeded' || status === 'skipped').length
  const all = Math.max(run.steps.length, 1)
  return (
    <div className="grid gap-3 rounded-lg bg-surface-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunTag status={run.status} />
        <p className="flex-1 text-sm text-text-2">
          <RunOutcome run={run} />
        </p>
        <time dateTime={run.createdAt} className="text-xs text-text-3">
          <Ago date={run.createdAt} />
        </time>
      </div>
      <div
        role="progressbar"
        aria-label={m.progress}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        aria-valuetext={m.progressOf(done, all)}
        className="h-1.5 overflow-hidden rounded-full bg-surface-3"
      >
        <i
          className="block h-full origin-left bg-accent transition-transform duration-(--dur-3)"
          style={{ transform: `scaleX(${done / all})` }}
        />
      </div>
      <RunButtons run={run} isBusy={isBusy} isOffline={isOffline} actions={actions} />
      {run.mode === 'whole' && run.status === 'running' && <p className="text-xs text-text-3">{m.goneOn}</p>}
    </div>
  )
}

function RunButtons({ run, isBusy, isOffline, actions }: RunHeaderProps) {
  const m = useMessages(runMessages)
  const isAtWork = isBusy || run.steps.some(({ status }) => status === 'running')
  const isLocked = isBusy || isOffline
  if (canResume(run))
    return (
      <Button
        variant="ink"
        className="justify-self-start"
        disabled={isLocked}
        icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
        onClick={() => actions.redoFrom(run.currentStep)}
      >
        {m.resume(run.currentStep + 1)}
      </Button>
    )
  if (isOver(run)) return null
  return (
    <div className="flex flex-wrap gap-2">
      {run.mode === 'step' && run.status !== 'waiting' && run.currentStep < run.steps.length && (
        <Button
          variant="primary"
          className="flex-1"
          disabled={isAtWork || isOffline}
          icon={<Play aria-hidden="true" className="size-4.5" />}
          onClick={actions.next}
        >
          {m.next(run.currentStep + 1)}
        </Button>
      )}
      <Button
        variant="line"
        disabled={isOffline}
        icon={<Square aria-hidden="true" className="size-4" />}
        onClick={actions.cancel}
      >
        {m.cancel}
      </Button>
    </div>
  )
}
