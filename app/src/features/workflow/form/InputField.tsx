/** One field of the form, drawn by its kind. */
import type { InputDefinition } from '@product/contract'
import { useId } from 'react'

import { labelOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { longest, type FieldProblem, type FieldValue } from './form-values.ts'
import { formMessages } from './form.i18n.ts'
import { ImageField } from './ImageField.tsx'

/** More than these are a list. */
const mostChips = 6

export interface InputFieldProps {
  input: InputDefinition
  value: FieldValue
  problem: FieldProblem | 'refused' | null
  onChange: (change: (value: FieldValue) => FieldValue) => void
}

export function InputField({ input, value, problem, onChange }: InputFieldProps) {
  const m = useMessages(formMessages)
  const error = problem && explain(m, input, problem)
  const set = (next: string) => onChange(() => next)
  if (input.kind === 'image')
    return (
      <ImageField
        input={input}
        images={typeof value === 'string' ? [] : value}
        error={error}
        onChange={(change) => onChange((before) => change(typeof before === 'string' ? [] : before))}
      />
    )
  const text = typeof value === 'string' ? value : ''
  const aside = input.required ? undefined : <span className="text-xs text-text-3">{m.optional}</span>
  const common = { label: labelOf(input), error, aside, value: text }
  switch (input.kind) {
    case 'long_text':
      return <TextArea {...common} maxLength={longest(input)} onChange={({ target }) => set(target.value)} />
    case 'number':
      return <NumberField {...common} input={input} onChange={set} />
    case 'choice':
      return <ChoiceField {...common} input={input} onChange={set} />
    default:
      return <TextField {...common} maxLength={longest(input)} onChange={({ target }) => set(target.value)} />
  }
}

function explain(m: (typeof formMessages)['fr'], input: InputDefinition, problem: FieldProblem | 'refused'): string {
  if (problem === 'too_small') return m.too_small(input.min ?? 0)
  if (problem === 'too_large') return m.too_large(input.max ?? 0)
  if (problem === 'too_long') return m.too_long(longest(input))
  return m[problem]
}

interface PlainFieldProps {
  input: InputDefinition
  label: string
  error: string | null
  aside: React.ReactNode
  value: string
  onChange: (value: string) => void
}

function NumberField({ input: { min, max }, onChange, ...field }: PlainFieldProps) {
  if (min !== undefined && max !== undefined && max - min <= 100)
    return (
      <Slider
        label={field.label}
        value={Number(field.value || min)}
        valueText={field.value || String(min)}
        min={min}
        max={max}
        onChange={(value) => onChange(String(value))}
      />
    )
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function ChoiceField({ input, onChange, ...field }: PlainFieldProps) {
  const m = useMessages(formMessages)
  const name = useId()
  const options = (input.options ?? []).map((option) => ({ value: option.value, label: labelOf(option) }))
  const all = input.required && field.value ? options : [{ value: '', label: m.none }, ...options]
  if (all.length > mostChips)
    return <SelectField {...field} options={all} onChange={({ target }) => onChange(target.value)} />
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm font-semibold">
        {field.label}
        {field.aside}
      </legend>
      <div className="flex flex-wrap gap-2">
        {all.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-11 items-center rounded-full bg-surface-2 px-4 text-sm font-medium text-text-2 hover:bg-surface-3 has-checked:bg-ink has-checked:font-semibold has-checked:text-on-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === field.value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      {field.error && (
        <p role="alert" className="text-xs font-medium text-danger-text">
          {field.error}
        </p>
      )}
    </fieldset>
  )
}
