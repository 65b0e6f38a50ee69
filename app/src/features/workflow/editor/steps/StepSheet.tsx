/** One step: its name, what it receives and from where, its settings. Every change counts at once. */
import { maxStepTitle, stepNeeds, stepTakes, type WorkflowSource } from '@product/contract'
import Trash2 from 'lucide-react/icons/trash-2'

import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { sourceInWords } from '../../source-words.ts'
import { isSameSource, sourcesOf, type EditedSource, type EditedStep, type EditedWorkflow } from '../edited-workflow.ts'
import { editorMessages } from '../editor.i18n.ts'
import { problemAt, type PlacedProblem } from '../problem-words.ts'
import { StepSettings } from './StepSettings.tsx'

export interface StepSheetProps {
  workflow: EditedWorkflow
  step: EditedStep
  /** Of this step. */
  problem: PlacedProblem | null
  onChange: (change: Partial<EditedStep>, subject: string) => void
  onRemove: () => void
  onClose: () => void
}

export function StepSheet({ workflow, step, problem, onChange, onRemove, onClose }: StepSheetProps) {
  const m = useMessages(editorMessages)
  const w = useMessages(workflowMessages)
  const place = workflow.steps.indexOf(step)
  const take = (name: string, source: EditedSource | null) => {
    const others = Object.entries(step.takes).filter(([taken]) => taken !== name)
    onChange({ takes: Object.fromEntries(source ? [...others, [name, source]] : others) }, `take ${name}`)
  }
  const footer = (
    <div className="flex gap-2">
      <Button variant="danger" icon={<Trash2 aria-hidden="true" className="size-4.5" />} onClick={onRemove}>
        {m.remove}
      </Button>
      <Button variant="ink" className="flex-1" onClick={onClose}>
        {m.done}
      </Button>
    </div>
  )
  return (
    <Dialog title={`${m.stepTitle(place + 1)} · ${w[`kind_${step.kind}`]}`} onClose={onClose} size="md" footer={footer}>
      <div className="grid gap-5">
        <TextField
          label={m.stepName}
          value={step.title}
          maxLength={maxStepTitle}
          error={problemAt(problem, 'title')}
          data-autofocus
          onChange={(event) => onChange({ title: event.target.value, title_en: undefined }, 'title')}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-heading text-lg font-bold">{m.takes}</legend>
          {stepTakes[step.kind].map((name) => (
            <TakeField
              key={name}
              name={name}
              workflow={workflow}
              step={step}
              error={problemAt(problem, `takes.${name}`)}
              onChange={(source) => take(name, source)}
            />
          ))}
        </fieldset>
        <StepSettings workflow={workflow} step={step} problem={problem} onChange={onChange} />
      </div>
    </Dialog>
  )
}

interface TakeFieldProps {
  name: 'prompt' | 'description' | 'image' | 'images'
  workflow: EditedWorkflow
  step: EditedStep
  error: string | null
  onChange: (source: EditedSource | null) => void
}

/** « Depuis l’étape 2 : images », « Champ du formulaire : titre ». */
function TakeField({ name, workflow, step, error, onChange }: TakeFieldProps) {
  const m = useMessages(editorMessages)
  const current = step.takes[name]
  const possible = sourcesOf(workflow, step.key, name)
  // What cannot be any more stays in sight until something else is chosen.
  const sources = current && !possible.some((one) => isSameSource(current, one)) ? [...possible, current] : possible
  const isNeeded = (stepNeeds[step.kind] as readonly string[]).includes(name)
  const chosen = sources.findIndex((source) => isSameSource(current, source))
  return (
    <SelectField
      label={m[`take_${name}`]}
      error={error}
      value={String(chosen)}
      options={[
        { value: '-1', label: isNeeded ? m.choose : m.nothing },
        ...sources.map((source, index) => ({
          value: String(index),
          label: sourceInWords(placed(source, workflow), workflow.inputs),
        })),
      ]}
      onChange={(event) => onChange(sources[Number(event.target.value)] ?? null)}
    />
  )
}

/** By its place, as people count steps. */
export function placed(source: EditedSource, { steps }: EditedWorkflow): WorkflowSource {
  if (!('step' in source)) return source
  return { step: steps.findIndex(({ key }) => key === source.step), field: source.field }
}
