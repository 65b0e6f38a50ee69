/** Three places for images: chosen, dropped or pasted. */
import { maxReferences, referenceTypes } from '@product/contract'
import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useRef, useState, type DragEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Spinner } from '#ui/Spinner.tsx'

import { addReferences } from './add-references.ts'
import { createMessages } from './create-messages.ts'
import { useCreateStore, type Reference } from './create-store.ts'

export function ReferenceSlots({ userId, references }: { userId: string; references: readonly Reference[] }) {
  const m = useMessages(createMessages)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const removeReference = useCreateStore((store) => store.removeReference)
  const free = maxReferences - references.length
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void addReferences([...event.dataTransfer.files], userId)
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-semibold">
        {m.references}
        <span className="text-xs font-normal text-text-3">{m.referencesCount(references.length)}</span>
      </legend>
      <div
        className="grid grid-cols-3 gap-2"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {references.map((reference, index) => (
          <Slot
            key={reference.id}
            reference={reference}
            place={index + 1}
            onRemove={() => removeReference(reference.id)}
          />
        ))}
        {Array.from({ length: free }, (_, index) => references.length + index + 1).map((place) => (
          <button
            key={place}
            type="button"
            aria-label={m.addReferenceLabel(place)}
            onClick={() => input.current?.click()}
            className={`grid aspect-square content-center justify-items-center gap-2 rounded-sm border border-dashed text-xs font-medium text-text-2 hover:bg-surface-2 lg:aspect-[1.12] ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
          >
            <ImagePlus aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            {m.addReference}
          </button>
        ))}
      </div>
      <input
        ref={input}
        type="file"
        accept={referenceTypes.join(',')}
        multiple
        tabIndex={-1}
        aria-label={m.references}
        className="sr-only"
        onChange={(event) => {
          void addReferences([...(event.target.files ?? [])], userId)
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}

function Slot({ reference, place, onRemove }: { reference: Reference; place: number; onRemove: () => void }) {
  const m = useMessages(createMessages)
  const problems = {
    type: m.badType,
    bytes: m.badBytes,
    pixels: m.badPixels,
    damaged: m.badDamaged,
    upload: m.badUpload,
  }
  return (
    <div className="relative grid aspect-square place-items-center overflow-hidden rounded-sm bg-surface-2 lg:aspect-[1.12]">
      {reference.preview && (
        <img src={reference.preview} alt={m.referenceAlt(place)} className="absolute inset-0 size-full object-cover" />
      )}
      {reference.state === 'preparing' && <Spinner className="relative" />}
      {reference.problem && (
        <p role="alert" className="relative m-1 rounded-xs bg-danger-soft p-1.5 text-xs text-on-danger-soft">
          {problems[reference.problem]}
        </p>
      )}
      <IconButton
        variant="veil"
        size="sm"
        label={m.removeReference(place)}
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={onRemove}
        className="absolute! top-1 right-1"
      />
    </div>
  )
}
