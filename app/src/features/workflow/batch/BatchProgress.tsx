/** The lines of a batch: how each stands, what it gave, and what can be done with all of them. */
import { WorkflowEvent, workflowEvent } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Square from 'lucide-react/icons/square'
import { useEffect, useState } from 'react'
import * as v from 'valibot'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { queryClient } from '#data/query-client.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { canResume, isOver } from '#entities/workflow/run.ts'
import { callWorkflow, explainWorkflowError } from '#entities/workflow/workflow-api.ts'
import { refreshBatch, workflowQueries, type BatchRun } from '#entities/workflow/workflow-queries.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { RunPictures } from '../run/RunPictures.tsx'
import { RunTag } from '../StateTag.tsx'
import { batchMessages } from './batch.i18n.ts'

export interface ShownBatchProps {
  userId: string
  shownRunId: string | null
  isOffline: boolean
}

/** The one that the address names. */
export function ShownBatch(props: ShownBatchProps) {
  const { batch } = usePlace().search
  return batch === undefined ? null : <BatchProgress batchId={batch} {...props} />
}

function BatchProgress({ batchId, userId, shownRunId, isOffline }: ShownBatchProps & { batchId: string }) {
  const m = useMessages(batchMessages)
  const { data: runs = [] } = useQuery(workflowQueries.batchRuns(batchId))
  useBatchEvents(batchId, userId)
  const over = runs.filter(isOver).length
  if (runs.length === 0) return null
  const cost = runs.reduce((sum, run) => sum + run.costCharged, 0)
  return (
    <section aria-labelledby="batch" className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="batch">{m.lines}</h2>
        <p role="status" className="text-sm text-text-2">
          {m.done(over, runs.length)}
        </p>
        <p className="ml-auto text-xs text-text-3">{m.charged(cost)}</p>
      </div>
      <BatchButtons batchId={batchId} runs={runs} isOffline={isOffline} />
      {over < runs.length && <p className="text-xs text-text-3">{m.goesOn}</p>}
      <ol className="divide-y divide-line">
        {runs.map((run) => (
          <Line key={run.id} run={run} isShown={run.id === shownRunId} />
        ))}
      </ol>
    </section>
  )
}

function Line({ run, isShown }: { run: BatchRun; isShown: boolean }) {
  const m = useMessages(batchMessages)
  const words = Object.values(run.inputs).find((value) => typeof value === 'string') ?? ''
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex items-center gap-2.5 text-sm">
          <span className="text-text-3">{m.line(run.row)}</span>
          <RunTag status={run.status} />
        </p>
        <p className="mt-0.5 truncate text-sm">{words}</p>
      </div>
      {isOver(run) && <LinePictures run={run} />}
      <Button
        disabled={isShown || run.status === 'queued'}
        aria-label={`${m.see}, ${m.line(run.row)}`}
        onClick={() => changeSearch({ run: run.id })}
      >
        {m.see}
      </Button>
    </li>
  )
}

function LinePictures({ run: { id } }: { run: BatchRun }) {
  const { data: run } = useQuery({ ...workflowQueries.run(id), staleTime: Infinity })
  return run ? <RunPictures run={run} most={3} /> : null
}

function BatchButtons({
  batchId,
  runs,
  isOffline,
}: {
  batchId: string
  runs: readonly BatchRun[]
  isOffline: boolean
}) {
  const m = useMessages(batchMessages)
  const [isBusy, setBusy] = useState(false)
  const act = async (call: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await call()
    } catch (error) {
      const title = currentMessages(batchMessages).actionFailed
      toast({ title, description: explainWorkflowError(error), tone: 'danger' })
    }
    setBusy(false)
    refreshBatch(batchId)
    refreshCredits()
  }
  const left = runs.filter((run) => !isOver(run)).length
  const failed = runs.filter(canResume).length
  if (left > 0)
    return (
      <Button
        variant="line"
        className="justify-self-start"
        disabled={isBusy || isOffline}
        icon={<Square aria-hidden="true" className="size-4" />}
        onClick={() => void act(() => callWorkflow('cancel_workflow_batch', { batch_id: batchId }))}
      >
        {m.stop}
      </Button>
    )
  if (failed === 0) return null
  return (
    <Button
      variant="ink"
      className="justify-self-start"
      disabled={isBusy || isOffline}
      icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
      onClick={() => void act(() => callWorkflow('resume_workflow_batch', { batch_id: batchId }))}
    >
      {m.resume(failed)}
    </Button>
  )
}

/** An event says how one line stands: it is written where it belongs, and nothing is read for it. */
function useBatchEvents(batchId: string, userId: string): void {
  useEffect(
    () =>
      listenToOwn(userId, {
        event: workflowEvent,
        onEvent: (payload) => {
          const { success, output } = v.safeParse(WorkflowEvent, payload)
          if (!success) return
          const { run_id: id, status, cost_charged: costCharged } = output
          queryClient.setQueryData(workflowQueries.batchRuns(batchId).queryKey, (runs) =>
            runs?.map((run) => (run.id === id ? { ...run, status, costCharged } : run)),
          )
        },
        onJoined: () => refreshBatch(batchId),
        onLost: () => undefined,
      }),
    [batchId, userId],
  )
}
