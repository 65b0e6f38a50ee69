/** The form first, its price and two ways to start; then the steps, the pictures and what one ran before. */
import type { RunMode, WorkflowReading } from '@product/contract'
import { useEffect, useEffectEvent, useState } from 'react'

import { useOnline } from '#data/network.ts'
import { isOver, type Run } from '#entities/workflow/run.ts'
import { explainWorkflowError } from '#entities/workflow/workflow-api.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { ShownBatch } from '../batch/BatchProgress.tsx'
import { EarlierBatches } from '../batch/EarlierBatches.tsx'
import { readDraft } from '../editor/keep-workflow.ts'
import { useForm } from '../form/use-form.ts'
import { WorkflowForm } from '../form/WorkflowForm.tsx'
import { EarlierRuns } from '../run/EarlierRuns.tsx'
import { runMessages } from '../run/run.i18n.ts'
import { RunHeader } from '../run/RunHeader.tsx'
import { RunResults } from '../run/RunResults.tsx'
import { RunSteps } from '../run/RunSteps.tsx'
import { useRun } from '../run/use-run.ts'
import { ScheduleList } from '../schedule/ScheduleList.tsx'
import { AskedDialog, type AskedFor } from './AskedDialog.tsx'
import { detailMessages } from './detail.i18n.ts'
import { DetailHeader } from './DetailHeader.tsx'
import { RunBar } from './RunBar.tsx'
import { scrollToSteps } from './scroll-to-steps.ts'

/** Nobody pays themselves, nor for what is ours. */
function feeFor({ owner_id: owner, fee_credits: fee }: WorkflowReading['workflow'], userId: string): number {
  return owner === null || owner === userId ? 0 : fee
}

export function WorkflowDetail({ reading, userId }: { reading: WorkflowReading; userId: string }) {
  const m = useMessages(detailMessages)
  const r = useMessages(runMessages)
  const { workflow, inputs, cost } = reading
  const isOffline = !useOnline()
  const isMine = workflow.owner_id === userId
  const fee = feeFor(workflow, userId)
  const form = useForm(workflow.id, inputs)
  const shown = useRun(workflow.id, userId)
  const [isStarting, setStarting] = useState(false)
  const [asked, setAsked] = useState<AskedFor>(null)
  const { run, earlier, isBusy, actions } = shown
  const goesOn = run !== null && !isOver(run)
  const start = async (mode: RunMode) => {
    const values = form.take()
    if (values === null || isStarting) return
    setStarting(true)
    const refusal = await actions.start(mode, values, fee)
    setStarting(false)
    if (!refusal) return scrollToSteps()
    form.refuse(refusal.path)
    toast({ title: r.failedTitle, description: explainWorkflowError(refusal), tone: 'danger' })
  }
  useRunKey(() => {
    if (isOffline || isBusy) return
    if (!goesOn) void start('whole')
    else if (run.mode === 'step' && run.status !== 'waiting') actions.next()
  })
  const show = (other: Run) => {
    actions.show(other.id)
    form.fill(other.inputs)
    toast({ title: r.valuesTaken })
    scrollToSteps()
  }
  return (
    <div className="grid gap-6">
      <DetailHeader reading={reading} isMine={isMine} isOffline={isOffline} />
      {isMine && readDraft(workflow.id) && <DraftWaits id={workflow.id} />}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <section aria-labelledby="form" className="card grid gap-5 lg:sticky lg:top-6">
          <h2 id="form">{m.form}</h2>
          <WorkflowForm inputs={inputs} values={form.values} problems={form.problems} onChange={form.change} />
          <RunBar
            cost={cost}
            fee={fee}
            author={reading.author}
            isOffline={isOffline}
            isBusy={isBusy || goesOn}
            isStarting={isStarting}
            isSecond={goesOn}
            onStart={(mode) => void start(mode)}
            onList={() => setAsked('list')}
            onSchedule={() => setAsked(form.take())}
          />
        </section>
        <div id="run" className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-8">
          <ShownBatch userId={userId} shownRunId={run?.id ?? null} isOffline={isOffline} />
          <ScheduleList workflowId={workflow.id} userId={userId} />
          {run && <RunHeader run={run} isBusy={isBusy} isOffline={isOffline} actions={actions} />}
          <RunSteps reading={reading} shown={shown} isOffline={isOffline} />
          {run && <RunResults run={run} />}
          <EarlierRuns
            runs={earlier}
            hasRun={workflow.runs_count > 0 && isMine}
            shownId={run?.id ?? null}
            onShow={show}
          />
          <EarlierBatches workflowId={workflow.id} userId={userId} />
        </div>
      </div>
      <AskedDialog asked={asked} reading={reading} values={form.values} onClose={() => setAsked(null)} />
    </div>
  )
}

function DraftWaits({ id }: { id: string }) {
  const m = useMessages(detailMessages)
  return (
    <Alert
      tone="warning"
      action={
        <Link to={paths.workflow} params={{ id }} search={{ edit: '1' }} className={buttonClass()}>
          {m.resumeDraft}
        </Link>
      }
    >
      {m.draftWaits}
    </Alert>
  )
}

/** Ctrl+Enter runs, unless a dialog has its own. */
function useRunKey(run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
