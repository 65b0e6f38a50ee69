/** Who may see one's own workflow, and its address; of somebody else's, the address alone. */
import { workflowVisibilities, type WorkflowReading, type WorkflowVisibility } from '@product/contract'
import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'

import { shareAddress } from '#entities/image/share-address.ts'
import { callWorkflow, explainWorkflowError } from '#entities/workflow/workflow-api.ts'
import { refreshWorkflows } from '#entities/workflow/workflow-queries.ts'
import { wordsOf } from '#entities/workflow/workflow.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { paths, toHref } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { toast } from '#ui/toast/toast.ts'

import { fromReading, toDraft } from '../editor/edited-workflow.ts'
import { detailMessages } from './detail.i18n.ts'

export interface ShareDialogProps {
  reading: WorkflowReading
  isMine: boolean
  onClose: () => void
}

export function ShareDialog({ reading, isMine, onClose }: ShareDialogProps) {
  const m = useMessages(detailMessages)
  const { workflow } = reading
  const [visibility, setVisibility] = useState<WorkflowVisibility>(workflow.visibility)
  const [isSaving, setSaving] = useState(false)
  const isChanged = visibility !== workflow.visibility
  const save = async () => {
    setSaving(true)
    if (await saveVisibility(reading, visibility)) onClose()
    setSaving(false)
  }
  const footer = isMine && isChanged && (
    <Button variant="primary" size="lg" wide busyLabel={isSaving && m.saving} onClick={() => void save()}>
      {m.saveVisibility}
    </Button>
  )
  return (
    <Dialog title={m.shareTitle} onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        {isMine && <Visibilities value={visibility} onChange={setVisibility} />}
        {isMine && visibility !== 'private' && <p className="text-xs text-text-3">{m.valuesShown}</p>}
        {!isChanged && workflow.visibility !== 'private' && (
          <Button
            size="lg"
            wide
            icon={<Link2 aria-hidden="true" className="size-5" />}
            onClick={() => void shareLink(reading)}
          >
            {m.copyLink}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface VisibilitiesProps {
  value: WorkflowVisibility
  onChange: (value: WorkflowVisibility) => void
}

function Visibilities({ value, onChange }: VisibilitiesProps) {
  const m = useMessages(detailMessages)
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{m.shareTitle}</legend>
      {workflowVisibilities.map((visibility) => (
        <div
          key={visibility}
          className="relative flex min-h-14 items-center gap-3.5 rounded-md border border-line px-4 py-2.5 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            id={`visibility-${visibility}`}
            type="radio"
            name="visibility"
            value={visibility}
            checked={visibility === value}
            aria-describedby={`visibility-${visibility}-help`}
            onChange={() => onChange(visibility)}
            className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          <i
            aria-hidden="true"
            className="size-3.5 flex-none rotate-45 rounded-[2px] border-2 border-line-strong peer-checked:border-accent peer-checked:bg-accent"
          />
          <div>
            <label htmlFor={`visibility-${visibility}`} className="block text-sm font-semibold">
              {m[visibility]}
            </label>
            <p id={`visibility-${visibility}-help`} className="text-xs text-text-3">
              {m[`${visibility}Help`]}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

async function saveVisibility(reading: WorkflowReading, visibility: WorkflowVisibility): Promise<boolean> {
  const m = currentMessages(detailMessages)
  try {
    await callWorkflow('save_workflow', { workflow: { ...toDraft(fromReading(reading)), visibility } })
    refreshWorkflows(reading.workflow.id)
    toast({ title: m.shared })
    return true
  } catch (error) {
    toast({ title: m.shareFailed, description: explainWorkflowError(error), tone: 'danger' })
    return false
  }
}

async function shareLink({ workflow }: WorkflowReading): Promise<void> {
  const m = currentMessages(detailMessages)
  const url = new URL(toHref({ to: paths.workflow, params: { id: workflow.id } }), location.origin).href
  try {
    if ((await shareAddress({ url, title: wordsOf(workflow).title })) === 'copied') toast({ title: m.copied })
  } catch {
    toast({ title: m.copyFailed, tone: 'danger' })
  }
}
