/** The fields that a workflow asks for; the editor shows the same as a preview. */
import type { InputDefinition } from '@product/contract'

import { useMessages } from '#i18n/messages.ts'

import type { FieldProblem, FieldValue, FormValues } from './form-values.ts'
import { formMessages } from './form.i18n.ts'
import { InputField } from './InputField.tsx'

export interface WorkflowFormProps {
  inputs: readonly InputDefinition[]
  values: FormValues
  problems: Readonly<Record<string, FieldProblem | 'refused'>>
  onChange: (name: string, change: (value: FieldValue) => FieldValue) => void
}

export function WorkflowForm({ inputs, values, problems, onChange }: WorkflowFormProps) {
  const m = useMessages(formMessages)
  if (inputs.length === 0) return <p className="text-sm text-text-2">{m.empty}</p>
  return (
    <div className="grid gap-4.5">
      {inputs.map((input) => (
        <div key={input.name} data-field={input.name}>
          <InputField
            input={input}
            value={values[input.name] ?? ''}
            problem={problems[input.name] ?? null}
            onChange={(change) => onChange(input.name, change)}
          />
        </div>
      ))}
    </div>
  )
}
