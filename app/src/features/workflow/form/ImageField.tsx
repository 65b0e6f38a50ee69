/** One to three pictures: taken, chosen from the device, or picked among ours. */
import type { InputDefinition } from '@product/contract'
import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { useUserId } from '#data/session.ts'
import { uploadReference } from '#entities/generation/generator-api.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { useAnswerFocus } from '#entities/image/likeness/answer-focus.ts'
import { LikenessQuestion } from '#entities/image/likeness/LikenessQuestion.tsx'
import { recallLikeness } from '#entities/image/likeness/recall-likeness.ts'
import { AddPicture } from '#entities/image/picking/AddPicture.tsx'
import { explainReference } from '#entities/image/picking/explain-reference.ts'
import { prepareReference, ReferenceError } from '#entities/image/picking/reference-file.ts'
import { useStoredFile } from '#entities/image/picking/stored-file.ts'
import { labelOf, mostImages } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { fromUrl, isUnsaid, type PickedImage } from './form-values.ts'
import { formMessages } from './form.i18n.ts'

export interface ImageFieldProps {
  input: InputDefinition
  images: readonly PickedImage[]
  error: string | null
  /** By what they were: several may be on their way at once. */
  onChange: (change: (images: readonly PickedImage[]) => readonly PickedImage[]) => void
}

export function ImageField({ input, images, error, onChange }: ImageFieldProps) {
  const m = useMessages(formMessages)
  const userId = useUserId()
  const [isAdding, setAdding] = useState(false)
  const most = mostImages(input)
  const unsaid = images.find(isUnsaid)
  const { root, onAnswered } = useAnswerFocus<HTMLFieldSetElement>()
  const change = (id: string, by: (image: PickedImage) => Partial<PickedImage>) =>
    onChange((before) => before.map((image) => (image.id === id ? { ...image, ...by(image) } : image)))
  const add = (files: readonly Blob[]) => {
    if (userId === null) return
    for (const file of files.slice(0, most - images.length)) {
      const waiting = waitingImage(file)
      onChange((before) => [...before, waiting])
      void sendImage(userId, file).then((sent) =>
        change(waiting.id, ({ shows }) => ({ ...sent, shows: shows ?? sent.shows })),
      )
    }
  }
  const remove = (id: string) => onChange((before) => before.filter((image) => image.id !== id))
  return (
    <fieldset ref={root} className="grid gap-1.5">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm font-semibold">
        {labelOf(input)}
        <span className="text-xs font-normal text-text-3">{input.required ? m.count(most) : m.optional}</span>
      </legend>
      <div className="grid grid-cols-3 gap-2">
        {images.map((image, index) => (
          <Slot key={image.id} image={image} place={index + 1} onRemove={() => remove(image.id)} />
        ))}
        {images.length < most && (
          <button
            type="button"
            onClick={() => setAdding(true)}
            className="grid aspect-square max-h-36 w-full content-center justify-items-center gap-2 rounded-sm border border-dashed border-line-strong p-2 text-center text-xs font-medium text-text-2 hover:bg-surface-2"
          >
            <ImagePlus aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            {m.add}
          </button>
        )}
      </div>
      {unsaid && (
        <LikenessQuestion
          preview={unsaid.preview.startsWith('blob:') ? unsaid.preview : null}
          place={images.length === 1 ? null : images.indexOf(unsaid) + 1}
          onAnswer={(shows) => {
            onAnswered(images.indexOf(unsaid) + 1)
            change(unsaid.id, () => ({ shows }))
          }}
          onRemove={() => {
            onAnswered(images.indexOf(unsaid) + 1)
            remove(unsaid.id)
          }}
        />
      )}
      {error && (
        <p role="alert" className="text-xs font-medium text-danger-text">
          {error}
        </p>
      )}
      {isAdding && (
        <AddPicture
          onClose={() => setAdding(false)}
          onFiles={add}
          onPick={(url) => onChange((before) => [...before, fromUrl(url)].slice(0, most))}
          isSingle={most === 1}
        />
      )}
    </fieldset>
  )
}

const storage = mediaAddress()

function Slot({ image, place, onRemove }: { image: PickedImage; place: number; onRemove: () => void }) {
  const m = useMessages(formMessages)
  const { preview, url, problem, bytes } = image
  const shown = useStoredFile(originalUrl(preview, storage))
  return (
    <div className="relative grid aspect-square max-h-36 w-full place-items-center overflow-hidden rounded-sm bg-surface-2">
      {!problem && shown !== null && (
        <img src={shown} alt={m.image(place)} className="absolute inset-0 size-full object-cover" />
      )}
      {problem && (
        <p role="alert" className="p-2 pt-10 text-2xs text-danger-text">
          {explainReference(problem, bytes)}
        </p>
      )}
      {!problem && url === null && (
        <span role="status" className="relative rounded-sm bg-veil p-2 text-on-veil">
          <Spinner />
          <span className="sr-only">{m.preparing}</span>
        </span>
      )}
      <IconButton
        variant="veil"
        data-picture={place}
        label={m.remove(place)}
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={onRemove}
        className="absolute! top-1 right-1"
      />
    </div>
  )
}

/** A file that somebody chose, until it has been sent. */
function waitingImage(file: Blob): PickedImage {
  const id = crypto.randomUUID()
  return { id, preview: URL.createObjectURL(file), url: null, problem: null, bytes: file.size, shows: null }
}

/** What becomes of the file: its address, or why it cannot be used. Its preview stays, so that nothing flickers. */
async function sendImage(userId: string, file: Blob): Promise<Pick<PickedImage, 'url' | 'problem' | 'shows'>> {
  try {
    const prepared = await prepareReference(file)
    const [url, shows] = await Promise.all([uploadReference(userId, prepared), recallLikeness(userId, prepared)])
    return { url, problem: null, shows }
  } catch (error) {
    return { url: null, problem: error instanceof ReferenceError ? error.problem : 'upload', shows: null }
  }
}
