/** What the person asks for beyond running it now: over a list, or ahead of time. */
import type { WorkflowInputs, WorkflowReading } from '@product/contract'
import { Suspense } from 'react'

import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { refreshBatches, refreshWorkflows } from '#entities/workflow/workflow-queries.ts'
import { changeSearch } from '#navigation/place.ts'
import { lazy } from '#ui/lazy.ts'

import type { FormValues } from '../form/form-values.ts'
import { scrollToSteps } from './scroll-to-steps.ts'

const BatchDialog = lazy(async () => (await import('../batch/BatchDialog.tsx')).BatchDialog)
const ScheduleDialog = lazy(async () => (await import('../schedule/ScheduleDialog.tsx')).ScheduleDialog)

/** Of a schedule, what the form holds now. */
export type AskedFor = 'list' | WorkflowInputs | null

export interface AskedDialogProps {
  asked: AskedFor
  reading: WorkflowReading
  values: FormValues
  onClose: () => void
}

export function AskedDialog({ asked, reading, values, onClose }: AskedDialogProps) {
  const { workflow, inputs, cost } = reading
  if (asked === null) return null
  const show = (batchId: string) => {
    onClose()
    changeSearch({ batch: batchId, run: undefined }, { replace: true })
    refreshBatches()
    refreshWorkflows(workflow.id)
    refreshCredits()
    scrollToSteps()
  }
  return (
    <Suspense>
      {asked === 'list' ? (
        <BatchDialog
          workflowId={workflow.id}
          inputs={inputs}
          values={values}
          cost={cost}
          onStarted={show}
          onClose={onClose}
        />
      ) : (
        <ScheduleDialog workflowId={workflow.id} inputs={asked} onClose={onClose} />
      )}
    </Suspense>
  )
}
