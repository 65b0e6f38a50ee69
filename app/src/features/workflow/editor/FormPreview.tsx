import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { startValues, type FormValues } from '../form/form-values.ts'
import { WorkflowForm } from '../form/WorkflowForm.tsx'
import type { EditedInput } from './edited-workflow.ts'
import { editorMessages } from './editor.i18n.ts'

/** The form as it will be; what is tried in it is not kept. */
export function FormPreview({ inputs }: { inputs: readonly EditedInput[] }) {
  const m = useMessages(editorMessages)
  const [tried, setTried] = useState<FormValues>({})
  return (
    <aside aria-labelledby="preview" className="card grid gap-4 lg:sticky lg:top-6">
      <div>
        <h2 id="preview" className="text-lg">
          {m.preview}
        </h2>
        <p className="text-xs text-text-3">{m.previewHelp}</p>
      </div>
      <WorkflowForm
        inputs={inputs}
        values={{ ...startValues(inputs), ...tried }}
        problems={{}}
        onChange={(name, change) =>
          setTried((before) => ({ ...before, [name]: change(before[name] ?? startValues(inputs)[name] ?? '') }))
        }
      />
    </aside>
  )
}
