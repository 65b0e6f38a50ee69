/** When the workflow is to run by itself, and how often. */
import type { WorkflowInputs } from '@product/contract'
import { useState } from 'react'

import { hourAt, proposedHour } from '#entities/post/planned/planned-hour.ts'
import { PlannedHourField } from '#entities/post/planned/PlannedHourField.tsx'
import { callWorkflow, explainWorkflowError, WorkflowError } from '#entities/workflow/workflow-api.ts'
import { refreshSchedules } from '#entities/workflow/workflow-queries.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { scheduleMessages } from './schedule.i18n.ts'

const rhythms = ['once', 'day', 'week', 'month'] as const
type Rhythm = (typeof rhythms)[number]

export interface ScheduleDialogProps {
  workflowId: string
  inputs: WorkflowInputs
  onClose: () => void
}

export function ScheduleDialog({ workflowId, inputs, onClose }: ScheduleDialogProps) {
  const m = useMessages(scheduleMessages)
  const [hour, setHour] = useState(() => hourAt(proposedHour(new Date())))
  const [every, setEvery] = useState<Rhythm>('week')
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const isSaved = await schedule({ workflowId, inputs, every, at: new Date(hour.field) })
    setSaving(false)
    if (isSaved) onClose()
  }
  const footer = (
    <Button
      variant="primary"
      size="lg"
      wide
      disabled={hour.fault !== null}
      busyLabel={isSaving && m.saving}
      onClick={() => void save()}
    >
      {m.save}
    </Button>
  )
  return (
    <Dialog title={m.title} onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        <p className="text-sm text-text-2">{m.help}</p>
        <PlannedHourField hour={hour} onChange={setHour} />
        <SelectField
          label={m.every}
          value={every}
          options={rhythms.map((rhythm) => ({ value: rhythm, label: m[rhythm] }))}
          onChange={({ target }) => setEvery(rhythms.find((rhythm) => rhythm === target.value) ?? 'once')}
        />
      </div>
    </Dialog>
  )
}

interface Wish {
  workflowId: string
  inputs: WorkflowInputs
  every: Rhythm
  at: Date
}

async function schedule({ workflowId, inputs, every, at }: Wish): Promise<boolean> {
  const m = currentMessages(scheduleMessages)
  try {
    await callWorkflow('schedule_workflow', {
      workflow_id: workflowId,
      inputs,
      every,
      starts_at: at.toISOString(),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    refreshSchedules()
    toast({ title: m.saved })
    return true
  } catch (error) {
    toast({ title: m.failed, description: explain(error), tone: 'danger' })
    return false
  }
}

function explain(error: unknown): string {
  const m = currentMessages(scheduleMessages)
  const code = error instanceof WorkflowError ? error.code : ''
  if (code === 'too_many_schedules') return m.tooMany
  return code === 'invalid_time' ? m.tooSoon : explainWorkflowError(error)
}
