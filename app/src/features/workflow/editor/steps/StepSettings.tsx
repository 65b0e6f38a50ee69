import { generationModes, maxImages, maxPromptLength, stepTakes } from '@product/contract'

import { SizePicker } from '#entities/generation/SizePicker.tsx'
import { ratioOf, sizeOf } from '#entities/generation/sizes.ts'
import { labelOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import type { EditedSettings, EditedStep, EditedWorkflow } from '../edited-workflow.ts'
import { editorMessages } from '../editor.i18n.ts'
import { problemAt, type PlacedProblem } from '../problem-words.ts'
import { PromptField } from './StepPromptField.tsx'

export interface StepSettingsProps {
  workflow: EditedWorkflow
  step: EditedStep
  problem: PlacedProblem | null
  onChange: (change: Partial<EditedStep>, subject: string) => void
}

interface PartProps extends Omit<StepSettingsProps, 'onChange'> {
  set: (change: EditedSettings) => void
}

/** What a step of its kind can be told. */
export function StepSettings({ onChange, ...props }: StepSettingsProps) {
  const m = useMessages(editorMessages)
  const { kind, settings } = props.step
  const set = (change: EditedSettings) =>
    onChange({ settings: { ...settings, ...change } }, `settings ${Object.keys(change).join(' ')}`)
  if (kind === 'analyse' || kind === 'upscale' || kind === 'choose')
    return <p className="text-sm text-text-3">{m.noSettings}</p>
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-heading text-lg font-bold">{m.settings}</legend>
      {kind === 'publish' ? (
        <Publishing {...props} set={set} />
      ) : (
        <Text {...props} set={set} name="prompt" label={kind === 'enhance' ? m.enhancePrompt : m.prompt} />
      )}
      {(kind === 'generate' || kind === 'remix') && <Pictures {...props} set={set} />}
    </fieldset>
  )
}

interface TextProps extends PartProps {
  name: string
  label: string
  most?: number
}

function Text({ workflow, step, problem, set, name, label, most = maxPromptLength }: TextProps) {
  const m = useMessages(editorMessages)
  return (
    <PromptField
      label={label}
      help={name === 'prompt' && step.kind !== 'enhance' ? m.promptHelp : undefined}
      error={problemAt(problem, `settings.${name}`)}
      value={String(step.settings[name] ?? '')}
      maxLength={most}
      names={namesFor(workflow, step, m)}
      onChange={(value) => set({ [name]: value })}
    />
  )
}

/** Fields of the form that are no pictures, and the texts that the step takes. */
function namesFor({ inputs }: EditedWorkflow, { kind, takes }: EditedStep, m: (typeof editorMessages)['fr']) {
  const fields = inputs.filter((input) => input.kind !== 'image')
  const taken = stepTakes[kind].filter((name) => (name === 'prompt' || name === 'description') && name in takes)
  return [
    ...fields.map((input) => ({ name: input.name, label: labelOf(input) || m.newField })),
    ...taken.map((name) => ({ name, label: m[`take_${name}`] })),
  ]
}

function Pictures({ workflow, step, problem, set }: PartProps) {
  const m = useMessages(editorMessages)
  const { kind, settings } = step
  const { width, height, count, influence, mode } = settings
  const size = { width: Number(width ?? 1024), height: Number(height ?? 1024) }
  return (
    <>
      {kind === 'remix' && (
        <Slider
          label={m.influence}
          value={Math.round(Number(influence ?? 0.6) * 100)}
          valueText={m.percent(Math.round(Number(influence ?? 0.6) * 100))}
          min={0}
          max={100}
          step={10}
          onChange={(value) => set({ influence: value / 100 })}
        />
      )}
      {(kind === 'generate' || width !== undefined) && (
        <SizePicker label={m.size} value={ratioOf(size)} onChange={(ratio) => set(dimensionsOf(sizeOf(ratio)))} />
      )}
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{m.count}</p>
        <SegmentedControl
          label={m.count}
          value={String(count ?? 1)}
          options={Array.from({ length: maxImages }, (_, place) => ({
            value: String(place + 1),
            label: String(place + 1),
          }))}
          onChange={(value) => set({ count: Number(value) })}
        />
      </div>
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{m.mode}</p>
        <SegmentedControl
          label={m.mode}
          value={String(mode ?? 'normal')}
          options={generationModes.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(value) => set({ mode: value })}
        />
      </div>
      <Text workflow={workflow} step={step} problem={problem} set={set} name="negative_prompt" label={m.negative} />
    </>
  )
}

const dimensionsOf = ({ width, height }: { width: number; height: number }) => ({ width, height })
const nameOf = (mode: string) => `${mode.charAt(0).toUpperCase()}${mode.slice(1)}`

const visibilities = ['private', 'unlisted', 'followers', 'public'] as const

function Publishing({ workflow, step, problem, set }: PartProps) {
  const m = useMessages(editorMessages)
  const visibility = visibilities.find((known) => known === step.settings['visibility']) ?? 'private'
  const parts = { workflow, step, problem, set }
  return (
    <>
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{m.visibility}</p>
        <SegmentedControl
          label={m.visibility}
          value={visibility}
          options={visibilities.map((value) => ({ value, label: m[value] }))}
          onChange={(value) => set({ visibility: value })}
        />
        {visibility === 'public' && <p className="text-xs text-credit-text">{m.publicWarning}</p>}
      </div>
      <TextField
        label={m.postTitle}
        value={String(step.settings['title'] ?? '')}
        error={problemAt(problem, 'settings.title')}
        maxLength={120}
        onChange={(event) => set({ title: event.target.value })}
      />
      <Text {...parts} name="description" label={m.postDescription} most={1000} />
      <TextField
        label={m.hashtags}
        value={String(step.settings['hashtags'] ?? '')}
        error={problemAt(problem, 'settings.hashtags')}
        maxLength={500}
        autoCapitalize="none"
        onChange={(event) => set({ hashtags: event.target.value })}
      />
    </>
  )
}
