import { maxInputs, type InputKind } from '@product/contract'
import Hash from 'lucide-react/icons/hash'
import ImageIcon from 'lucide-react/icons/image'
import List from 'lucide-react/icons/list'
import Plus from 'lucide-react/icons/plus'
import TextAlign from 'lucide-react/icons/text-align-start'
import Type from 'lucide-react/icons/type'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SortableList } from '#ui/sortable/SortableList.tsx'
import { toast } from '#ui/toast/toast.ts'

import { addInput, changeInput, move, removeInput, type EditedInput } from '../edited-workflow.ts'
import { editorMessages } from '../editor.i18n.ts'
import type { SectionProps } from './AboutFields.tsx'
import { InputSheet } from './InputSheet.tsx'

const icons = {
  text: Type,
  long_text: TextAlign,
  image: ImageIcon,
  choice: List,
  number: Hash,
} as const satisfies Readonly<Record<InputKind, unknown>>

export interface ListSectionProps extends SectionProps {
  undo: () => void
}

/** What whoever runs it is asked for. */
export function FieldsSection({ workflow, problem, edit, undo }: ListSectionProps) {
  const m = useMessages(editorMessages)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const { inputs } = workflow
  const open = inputs.find(({ key }) => key === openKey)
  const own = problem?.list === 'inputs' ? problem : null
  const add = () => {
    const next = addInput(workflow, { kind: 'text', label: m.newField, required: true })
    edit(() => next)
    setOpenKey(next.inputs.at(-1)?.key ?? null)
  }
  const remove = (key: string) => {
    setOpenKey(null)
    edit((before) => removeInput(before, key))
    toast({ title: m.removed, action: { label: m.undoRemove, onPress: undo } })
  }
  return (
    <section aria-labelledby="fields" className="grid gap-3" data-problem={own ? '' : undefined}>
      <h2 id="fields" className="text-lg">
        {m.fields}
      </h2>
      {inputs.length === 0 && <p className="text-sm text-text-3">{m.noFields}</p>}
      <SortableList
        id="field"
        items={inputs.map((input, place) => itemOf(input, own?.place === place ? own.words : null, m))}
        onMove={(key, place) => edit((before) => ({ ...before, inputs: move(before.inputs, key, place) }))}
        onOpen={setOpenKey}
        onRemove={remove}
      />
      {inputs.length < maxInputs && (
        <Button className="justify-self-start" icon={<Plus aria-hidden="true" className="size-4.5" />} onClick={add}>
          {m.addField}
        </Button>
      )}
      {open && (
        <InputSheet
          key={open.key}
          input={open}
          problem={own && inputs[own.place] === open ? own : null}
          onChange={(change, subject) =>
            edit((before) => changeInput(before, open.key, change), `${open.key} ${subject}`)
          }
          onRemove={() => remove(open.key)}
          onClose={() => setOpenKey(null)}
        />
      )}
    </section>
  )
}

function itemOf(input: EditedInput, problem: string | null, m: (typeof editorMessages)['fr']) {
  const Icon = icons[input.kind]
  return {
    key: input.key,
    name: input.label || m.newField,
    detail: [m[`input_${input.kind}`], input.required && m.required].filter(Boolean).join(' · '),
    icon: <Icon aria-hidden="true" className="size-4.5" strokeWidth={2} />,
    problem,
  }
}
