import { stepKinds, type StepKind } from '@product/contract'

import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { kindIcons } from '../../kind-icon.ts'
import { editorMessages } from '../editor.i18n.ts'

export interface AddStepDialogProps {
  onClose: () => void
  onAdd: (kind: StepKind) => void
}

/** What a step can do, in a sentence each. */
export function AddStepDialog({ onClose, onAdd }: AddStepDialogProps) {
  const m = useMessages(editorMessages)
  const w = useMessages(workflowMessages)
  return (
    <Dialog title={m.addStep} onClose={onClose}>
      <ul className="grid gap-1">
        {stepKinds.map((kind, place) => {
          const Icon = kindIcons[kind]
          return (
            <li key={kind}>
              <button
                type="button"
                {...(place === 0 && { 'data-autofocus': true })}
                onClick={() => onAdd(kind)}
                className="flex min-h-15 w-full items-center gap-4 rounded-md px-3 py-2 text-left hover:bg-surface-2"
              >
                <Icon aria-hidden="true" className="size-5.5 flex-none text-text-2" strokeWidth={1.75} />
                <span>
                  <span className="block text-sm font-semibold">{w[`kind_${kind}`]}</span>
                  <span className="block text-xs text-text-3">{m[`help_${kind}`]}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
