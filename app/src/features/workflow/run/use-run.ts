/** The run that the page shows: the one of the address, else one's own that goes on; and what one may do with it. */
import type { RunMode, WorkflowInputs } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { isOver, type Run } from '#entities/workflow/run.ts'
import { watchRun } from '#entities/workflow/watch-run.ts'
import { callWorkflow, executeStep, explainWorkflowError, WorkflowError } from '#entities/workflow/workflow-api.ts'
import { refreshRun, refreshRuns, refreshWorkflows, workflowQueries } from '#entities/workflow/workflow-queries.ts'
import { currentMessages } from '#i18n/messages.ts'
import { changeSearch, getPlace } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { toast } from '#ui/toast/toast.ts'

import { runMessages } from './run.i18n.ts'

export interface ShownRun {
  run: Run | null
  earlier: readonly Run[]
  /** A call is on its way. */
  isBusy: boolean
  actions: RunActions
}

export interface RunActions {
  /** Answers why it did not start; a network that fails half way starts it once all the same. */
  start: (mode: RunMode, inputs: WorkflowInputs, fee: number) => Promise<WorkflowError | null>
  cancel: () => void
  next: () => void
  redoFrom: (step: number) => void
  choose: (step: number, image: string) => void
  show: (runId: string) => void
}

export function useRun(workflowId: string, userId: string): ShownRun {
  const { search } = usePlace()
  const { data: earlier = [] } = useQuery(workflowQueries.runs(workflowId, userId))
  const shownId = search['run'] ?? earlier.find((run) => !isOver(run))?.id ?? null
  const { data: read } = useQuery({ ...workflowQueries.run(shownId ?? ''), enabled: shownId !== null })
  const run = read?.workflowId === workflowId ? read : (earlier.find(({ id }) => id === shownId) ?? null)
  const goesOn = run !== null && !isOver(run)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (shownId === null || !goesOn) return
    watchRun(userId, shownId)
    // It stays in sight when it is over.
    if (getPlace().search['run'] === undefined) changeSearch({ run: shownId }, { replace: true })
  }, [userId, shownId, goesOn])
  return { run, earlier, isBusy, actions: actionsOn({ run, workflowId, userId, setBusy }) }
}

interface Circumstances {
  run: Run | null
  workflowId: string
  userId: string
  setBusy: (isBusy: boolean) => void
}

function actionsOn({ run, workflowId, userId, setBusy }: Circumstances): RunActions {
  /** Calls, and reads what came of it; what is refused is told. */
  const attempt = async (call: (shown: Run) => Promise<unknown>) => {
    if (!run) return
    setBusy(true)
    // What an action changes shows before its answer, which may take as long as a picture.
    watchRun(userId, run.id)
    try {
      await call(run)
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
      await refreshRun(run.id).catch(() => undefined)
      refreshCredits()
    }
  }
  const execute = (runId: string, stepIndex: number) => executeStep({ workflowId, stepIndex, runId })
  return {
    start: async (mode, inputs, fee) => {
      setBusy(true)
      try {
        const runId = await startOnce(workflowId, mode, { inputs, fee })
        changeSearch({ run: runId }, { replace: true })
        watchRun(userId, runId)
        refreshRuns()
        refreshWorkflows(workflowId)
        if (mode === 'step')
          void execute(runId, 0)
            .catch(tell)
            .finally(() => void refreshRun(runId))
        return null
      } catch (error) {
        if (!(error instanceof WorkflowError)) throw error
        // What it costs now is on the page.
        if (error.code === 'price_changed') refreshWorkflows(workflowId)
        return error
      } finally {
        setBusy(false)
        refreshCredits()
      }
    },
    cancel: () => void attempt(({ id }) => callWorkflow('cancel_workflow_run', { run_id: id })),
    next: () => void attempt(({ id, currentStep }) => execute(id, currentStep)),
    redoFrom: (step) =>
      void attempt(async ({ id, mode }) => {
        await callWorkflow('resume_workflow_run', { run_id: id, from_step: step })
        void refreshRun(id)
        if (mode === 'step') await execute(id, step)
      }),
    choose: (step, image) =>
      void attempt(({ id }) => callWorkflow('choose_in_step', { run_id: id, step_index: step, image_id: image })),
    show: (runId) => changeSearch({ run: runId }),
  }
}

/** Of the last start that nobody knows the outcome of: tried again with the same values, it is one run. */
let unanswered: { words: string; key: string } | null = null

async function startOnce(
  workflowId: string,
  mode: RunMode,
  { inputs, fee }: { inputs: WorkflowInputs; fee: number },
): Promise<string> {
  const words = JSON.stringify([workflowId, mode, inputs, fee])
  const key = unanswered?.words === words ? unanswered.key : crypto.randomUUID()
  unanswered = { words, key }
  try {
    const given = { workflow_id: workflowId, inputs, mode, idempotency_key: key, fee }
    const { id } = (await callWorkflow('start_workflow_run', given)) as { id: string }
    unanswered = null
    return id
  } catch (error) {
    if (error instanceof WorkflowError && error.status !== 0) unanswered = null
    throw error
  }
}

function tell(error: unknown): void {
  toast({
    title: currentMessages(runMessages).stepFailedTitle,
    description: explainWorkflowError(error),
    tone: 'danger',
  })
}
