/** The images of one publication in their order: by the handle, by the arrows or by keys; pressing one describes it. */
import { useState } from 'react'

import type { StoredImage } from '#entities/image/image-source.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { TextArea } from '#ui/fields/TextField.tsx'
import { SortableList } from '#ui/sortable/SortableList.tsx'

import { imagesFieldMessages } from './images-field.i18n.ts'

/** As the database allows. */
export const mostImages = 10

export interface ChosenImage extends StoredImage {
  id: string
  prompt: string
}

export interface ImagesFieldProps<Image extends ChosenImage> {
  images: readonly Image[]
  /** By the id of the image, for those who cannot see it. */
  alts: Readonly<Record<string, string>>
  onOrder: (images: Image[]) => void
  onAlts: (alts: Record<string, string>) => void
}

export function ImagesField<Image extends ChosenImage>({ images, alts, onOrder, onAlts }: ImagesFieldProps<Image>) {
  const m = useMessages(imagesFieldMessages)
  const [opened, setOpened] = useState<string | null>(null)
  const place = images.findIndex(({ id }) => id === opened)
  const move = (id: string, to: number) => {
    const moving = images.find((image) => image.id === id)
    if (moving) onOrder(images.filter((image) => image.id !== id).toSpliced(to, 0, moving))
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="text-sm font-semibold">{m.order}</legend>
      <p className="text-xs text-text-3">{m.orderHelp}</p>
      <SortableList
        id="together"
        items={images.map(itemOf)}
        openLabel={m.describe}
        removeLabel={m.remove}
        onMove={move}
        onOpen={(id) => setOpened(id === opened ? null : id)}
        onRemove={(id) => images.length > 1 && onOrder(images.filter((image) => image.id !== id))}
      />
      {opened !== null && place >= 0 && (
        <TextArea
          key={opened}
          label={m.alt(place + 1)}
          help={m.altHelp}
          value={alts[opened] ?? ''}
          maxLength={1000}
          className="field-sizing-content max-h-48 min-h-16"
          onChange={(event) => onAlts({ ...alts, [opened]: event.target.value })}
        />
      )}
    </fieldset>
  )
}

function itemOf(image: ChosenImage) {
  return {
    key: image.id,
    name: image.prompt,
    detail: '',
    icon: null,
    problem: null,
    picture: (
      <span className="block size-12 flex-none overflow-hidden rounded-img bg-surface-2">
        <Picture image={image} alt="" sizes="3rem" className="aspect-auto! size-full" />
      </span>
    ),
  }
}
