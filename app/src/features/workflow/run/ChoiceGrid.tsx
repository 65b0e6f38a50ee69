/** The person's turn: one of these goes on. */
import type { WorkflowImage } from '@product/contract'
import { useState } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'

import { runMessages } from './run.i18n.ts'
import { storedImage } from './stored-image.ts'

export interface ChoiceGridProps {
  images: readonly WorkflowImage[]
  isBusy: boolean
  onChoose: (imageId: string) => void
}

export function ChoiceGrid({ images, isBusy, onChoose }: ChoiceGridProps) {
  const m = useMessages(runMessages)
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = (image: WorkflowImage) => {
    setChosen(image.url)
    onChoose(image.id ?? image.url)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{m.choose}</legend>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]">
        {images.map((image, place) => (
          <button
            key={image.url}
            type="button"
            aria-label={m.chooseImage(place + 1)}
            aria-pressed={chosen === image.url}
            disabled={isBusy}
            onClick={() => choose(image)}
            className="block w-full rounded-img hover:outline-2 hover:outline-offset-2 hover:outline-line-strong aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-accent"
          >
            <Picture image={storedImage(image)} alt="" sizes="(width < 48rem) 44vw, 160px" className="rounded-img" />
          </button>
        ))}
      </div>
      {isBusy && chosen !== null && <p className="text-xs text-text-3">{m.choosing}</p>}
    </fieldset>
  )
}
