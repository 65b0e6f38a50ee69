/** Three places for images: taken, chosen, dropped, pasted, or picked from the feed and from one's own. */
import { maxReferences } from '@product/contract'
import ImagePlus from 'lucide-react/icons/image-plus'
import { Suspense, useEffect, useState, type DragEvent } from 'react'

import { AddPicture } from '#entities/image/picking/AddPicture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { lazy } from '#ui/lazy.ts'

import { moveReference, useDraftStore } from '../draft/draft-store.ts'
import { addPictures, addReferences } from './add-references.ts'
import { AskLikeness } from './AskLikeness.tsx'
import { focusSlot } from './focus-slot.ts'
import { referenceMessages } from './reference.i18n.ts'
import { ReferenceSlot } from './ReferenceSlot.tsx'

const ReferenceEditor = lazy(async () => (await import('./ReferenceEditor.tsx')).ReferenceEditor)

/** What a slot carries while it is dragged to another place. */
const slotType = 'application/x-reference-slot'

export function ReferenceSlots() {
  const m = useMessages(referenceMessages)
  const references = useDraftStore(({ draft }) => draft.references)
  const [isOver, setOver] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [editedId, setEditedId] = useState<string | null>(null)
  const edited = references.findIndex(({ id }) => id === editedId)
  useSlotKeys()
  const free = Array.from({ length: maxReferences - references.length }, (_, index) => references.length + index + 1)
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void addReferences([...event.dataTransfer.files])
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-semibold">
        {`${m.title} (${m.count(references.length)})`}
        <span className="text-xs font-normal text-text-3">{m.formats}</span>
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
          <ReferenceSlot
            key={reference.id}
            reference={reference}
            place={index + 1}
            onEdit={() => setEditedId(reference.id)}
            onDragStart={(event) => event.dataTransfer.setData(slotType, reference.id)}
            onDrop={(event) => {
              const moved = event.dataTransfer.getData(slotType)
              if (moved) moveReference(moved, index)
            }}
          />
        ))}
        {free.map((place) => (
          <button
            key={place}
            type="button"
            data-slot={place}
            aria-label={m.empty(place)}
            onClick={() => setAdding(true)}
            className={`grid content-center justify-items-center gap-2 rounded-sm border border-dashed text-xs font-medium text-text-2 hover:bg-surface-2 ${references.length === 0 ? 'min-h-18' : 'aspect-square lg:aspect-[1.12]'} ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
          >
            <ImagePlus aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            {m.add}
          </button>
        ))}
      </div>
      <AskLikeness />
      {isAdding && (
        <AddPicture
          onClose={() => setAdding(false)}
          onFiles={(files) => void addReferences(files)}
          onPick={(url, postId) => void addPictures([{ url, postId }])}
        />
      )}
      {references[edited] && (
        <Suspense>
          <ReferenceEditor
            reference={references[edited]}
            place={edited + 1}
            count={references.length}
            onClose={() => setEditedId(null)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

/** Alt and a number goes to that place. */
function useSlotKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place = /^Digit([123])$/u.exec(event.code)?.[1]
      if (!event.altKey || place === undefined) return
      event.preventDefault()
      focusSlot(Number(place))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
