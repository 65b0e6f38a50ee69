/** One field of the form: what it is called, what it takes, what it begins with. */
import { inputKinds, maxChoices, type InputDefinition, type InputKind } from '@product/contract'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import type { EditedInput } from '../edited-workflow.ts'
import { editorMessages } from '../editor.i18n.ts'
import { problemAt, type PlacedProblem } from '../problem-words.ts'

export interface InputSheetProps {
  input: EditedInput
  problem: PlacedProblem | null
  onChange: (change: Partial<EditedInput>, subject: string) => void
  onRemove: () => void
  onClose: () => void
}

export function InputSheet({ input, problem, onChange, onRemove, onClose }: InputSheetProps) {
  const m = useMessages(editorMessages)
  const requiredId = useId()
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
    <Dialog title={m.fieldTitle} onClose={onClose} footer={footer}>
      <div className="grid gap-5">
        <TextField
          label={m.label}
          value={input.label}
          maxLength={120}
          help={input.kind === 'image' ? undefined : m.knownAs(input.name)}
          error={problemAt(problem, 'label') ?? problemAt(problem, 'name')}
          data-autofocus
          onChange={(event) => onChange({ label: event.target.value, label_en: undefined }, 'label')}
        />
        <SelectField
          label={m.kind}
          value={input.kind}
          options={inputKinds.map((kind) => ({ value: kind, label: m[`input_${kind}`] }))}
          onChange={(event) => onChange(asKind(event.target.value as InputKind), 'kind')}
        />
        <label htmlFor={requiredId} className="flex items-center gap-4">
          <span className="min-w-0 flex-1">
            <span className="block text-sm font-semibold">{m.required}</span>
            <span className="block text-xs text-text-3">{m.requiredHelp}</span>
          </span>
          <Switch
            id={requiredId}
            checked={input.required}
            onChange={(required) => onChange({ required }, 'required')}
          />
        </label>
        <KindSettings input={input} problem={problem} onChange={onChange} />
      </div>
    </Dialog>
  )
}

/** What belonged to the other kind goes. */
function asKind(kind: InputKind): Partial<EditedInput> {
  const nothing = { default: undefined, options: undefined, max: undefined, min: undefined }
  return { ...nothing, kind, ...(kind === 'image' && { max: 1 }) }
}

function KindSettings({ input, problem, onChange }: Pick<InputSheetProps, 'input' | 'problem' | 'onChange'>) {
  const m = useMessages(editorMessages)
  const { kind, max, min } = input
  const usual = input.default === undefined || input.default === null ? '' : String(input.default)
  const set = (text: string) =>
    onChange({ default: text === '' ? undefined : kind === 'number' ? Number(text) : text }, 'default')
  const error = problemAt(problem, 'default')
  switch (kind) {
    case 'image':
      return (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{m.mostImages}</p>
          <SegmentedControl
            label={m.mostImages}
            value={String(max ?? 1)}
            options={['1', '2', '3'].map((value) => ({ value, label: value }))}
            onChange={(value) => onChange({ max: Number(value) }, 'max')}
          />
        </div>
      )
    case 'choice':
      return <Options input={input} problem={problem} onChange={onChange} />
    case 'number':
      return (
        <div className="grid grid-cols-3 gap-3">
          <NumberSetting label={m.least} value={min} onChange={(value) => onChange({ min: value }, 'min')} />
          <NumberSetting label={m.most} value={max} onChange={(value) => onChange({ max: value }, 'max')} />
          <TextField
            label={m.usual}
            type="number"
            value={usual}
            error={error}
            onChange={(event) => set(event.target.value)}
          />
        </div>
      )
    case 'long_text':
      return <TextArea label={m.usual} value={usual} error={error} onChange={(event) => set(event.target.value)} />
    default:
      return <TextField label={m.usual} value={usual} error={error} onChange={(event) => set(event.target.value)} />
  }
}

interface NumberSettingProps {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function NumberSetting({ label, value, onChange }: NumberSettingProps) {
  return (
    <TextField
      label={label}
      type="number"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Math.round(Number(target.value)))}
    />
  )
}

/** One choice per line; a choice that keeps its place keeps what it stands for. */
function Options({ input, problem, onChange }: Pick<InputSheetProps, 'input' | 'problem' | 'onChange'>) {
  const m = useMessages(editorMessages)
  const options = input.options ?? []
  // Blank lines are there while one is writing.
  const [text, setText] = useState(() => options.map(({ label }) => label).join('\n'))
  const change = (written: string) => {
    setText(written)
    const next = optionsFrom(written, options)
    const isKept = next.some(({ value }) => value === input.default)
    onChange({ options: next.length > 0 ? next : undefined, ...(!isKept && { default: undefined }) }, 'options')
  }
  return (
    <>
      <TextArea
        label={m.options}
        help={m.optionsHelp}
        error={problemAt(problem, 'options')}
        rows={5}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <SelectField
        label={m.usual}
        value={String(input.default ?? '')}
        error={problemAt(problem, 'default')}
        options={[{ value: '', label: m.nothing }, ...options.map(({ value, label }) => ({ value, label }))]}
        onChange={({ target }) => onChange({ default: target.value || undefined }, 'default')}
      />
    </>
  )
}

type Option = NonNullable<InputDefinition['options']>[number]

function optionsFrom(text: string, before: readonly Option[]): Option[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim().slice(0, 120)))].filter(Boolean)
  return labels
    .slice(0, maxChoices)
    .map((label) => before.find((option) => option.label === label) ?? { value: label, label })
}
