/** One chosen picture: its role and influence under it, a tap to adjust it, and what is wrong with it if something is. */
import X from 'lucide-react/icons/x'
import type { DragEvent } from 'react'

import { explainReference } from '#entities/image/picking/explain-reference.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { removeReference } from '../draft/draft-store.ts'
import type { Reference } from '../draft/draft.ts'
import { retryReference } from './add-references.ts'
import { influenceInWords, roleInWords } from './influence.ts'
import { referenceMessages } from './reference.i18n.ts'

export interface ReferenceSlotProps {
  reference: Reference
  /** From 1. */
  place: number
  onEdit: () => void
  onDragStart: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
}

export function ReferenceSlot({ reference, place, onEdit, onDragStart, onDrop }: ReferenceSlotProps) {
  const m = useMessages(referenceMessages)
  const { id, preview, state, role, influence } = reference
  const facts = m.filled(place, roleInWords(role), influenceInWords(influence))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the editor moves it for the keyboard
    <div
      role="group"
      aria-label={m.alt(place)}
      draggable
      onDragStart={onDragStart}
      onDrop={onDrop}
      onKeyDown={(event) => event.key === 'Delete' && removeReference(id)}
      className="relative grid aspect-square place-items-center overflow-hidden rounded-sm bg-surface-2 lg:aspect-[1.12]"
    >
      {preview && <img src={preview} alt={m.alt(place)} className="absolute inset-0 size-full object-cover" />}
      {state !== 'failed' && (
        <button
          type="button"
          data-slot={place}
          aria-label={facts}
          title={m.edit(place)}
          aria-disabled={!preview}
          onClick={() => preview && onEdit()}
          className="absolute inset-0 grid content-end focus-visible:outline-offset-[-2px]"
        >
          <span aria-hidden="true" className="truncate bg-veil px-1.5 py-1 text-2xs font-medium text-on-veil">
            {roleInWords(role)}
          </span>
        </button>
      )}
      {state === 'preparing' && (
        <span role="status" className="pointer-events-none relative rounded-sm bg-veil p-2 text-on-veil">
          <Spinner />
          <span className="sr-only">{preview ? m.preparing : m.fetching}</span>
        </span>
      )}
      {state === 'failed' && <Failure reference={reference} place={place} />}
      <IconButton
        variant="veil"
        size="sm"
        label={m.remove(place)}
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={() => removeReference(id)}
        className="absolute! top-1 right-1"
      />
    </div>
  )
}

function Failure({ reference, place }: { reference: Reference; place: number }) {
  const m = useMessages(referenceMessages)
  return (
    <div className="relative mx-1 mt-9 mb-1 grid gap-1 rounded-xs bg-danger-soft p-1.5 text-2xs text-on-danger-soft lg:mt-1 lg:mr-11">
      <p role="alert">{explainReference(reference.problem ?? 'damaged', reference.bytes)}</p>
      {reference.problem === 'upload' && (
        <button
          type="button"
          data-slot={place}
          className="min-h-6 text-left font-semibold underline underline-offset-2"
          onClick={() => void retryReference(reference)}
        >
          {m.retry}
        </button>
      )}
    </div>
  )
}
