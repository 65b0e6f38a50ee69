import { maxSteps, type StepKind } from '@product/contract'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { SortableList } from '#ui/sortable/SortableList.tsx'
import { toast } from '#ui/toast/toast.ts'

import { kindIcons } from '../../kind-icon.ts'
import { sourceInWords } from '../../source-words.ts'
import { addStep, changeStep, move, removeStep, type EditedStep, type EditedWorkflow } from '../edited-workflow.ts'
import { editorMessages } from '../editor.i18n.ts'
import type { ListSectionProps } from '../fields/FieldsSection.tsx'
import { useLetterKey } from '../use-editor-keys.ts'
import { AddStepDialog } from './AddStepDialog.tsx'
import { placed, StepSheet } from './StepSheet.tsx'

/** What happens, in its order. */
export function StepsSection({ workflow, problem, edit, undo }: ListSectionProps) {
  const m = useMessages(editorMessages)
  const w = useMessages(workflowMessages)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { steps } = workflow
  const open = steps.find(({ key }) => key === openKey)
  const own = problem?.list === 'steps' ? problem : null
  useLetterKey('a', () => setAdding(steps.length < maxSteps))
  const add = (kind: StepKind) => {
    setAdding(false)
    const next = addStep(workflow, kind, w[`kind_${kind}`])
    edit(() => next)
    setOpenKey(next.steps.at(-1)?.key ?? null)
  }
  const remove = (key: string) => {
    setOpenKey(null)
    edit((before) => removeStep(before, key))
    toast({ title: m.removed, action: { label: m.undoRemove, onPress: undo } })
  }
  return (
    <section aria-labelledby="edited-steps" className="grid gap-3" data-problem={own ? '' : undefined}>
      <h2 id="edited-steps" className="text-lg">
        {m.steps}
      </h2>
      {steps.length === 0 && <p className="text-sm text-text-3">{m.noSteps}</p>}
      <SortableList
        id="step"
        items={steps.map((step, place) => ({
          key: step.key,
          name: step.title || w[`kind_${step.kind}`],
          detail: detailOf(step, workflow, w),
          icon: <KindIcon kind={step.kind} />,
          problem: own?.place === place ? own.words : null,
        }))}
        onMove={(key, place) => edit((before) => ({ ...before, steps: move(before.steps, key, place) }))}
        onOpen={setOpenKey}
        onRemove={remove}
      />
      {steps.length < maxSteps && (
        <button
          type="button"
          onClick={() => setAdding(true)}
          className="flex min-h-13 items-center justify-center gap-2 rounded-lg border-[1.5px] border-dashed border-line-strong text-sm font-semibold hover:bg-surface-2"
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {m.addStep}
        </button>
      )}
      {isAdding && <AddStepDialog onClose={() => setAdding(false)} onAdd={add} />}
      {open && (
        <StepSheet
          key={open.key}
          workflow={workflow}
          step={open}
          problem={own && steps[own.place] === open ? own : null}
          onChange={(change, subject) =>
            edit((before) => changeStep(before, open.key, change), `${open.key} ${subject}`)
          }
          onRemove={() => remove(open.key)}
          onClose={() => setOpenKey(null)}
        />
      )}
    </section>
  )
}

function KindIcon({ kind }: { kind: StepKind }) {
  const Icon = kindIcons[kind]
  return <Icon aria-hidden="true" className="size-4.5" strokeWidth={2} />
}

/** Its kind, and from where it takes. */
function detailOf(step: EditedStep, workflow: EditedWorkflow, w: (typeof workflowMessages)['fr']): string {
  const takes = Object.values(step.takes).map((source) => sourceInWords(placed(source, workflow), workflow.inputs))
  const kind = w[`kind_${step.kind}`]
  return [...(step.title === kind ? [] : [kind]), ...new Set(takes)].join(' · ')
}
