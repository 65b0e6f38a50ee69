/** Which images a publication shows: the one that was made, others of the same creation, and any of one's own. */
import Images from 'lucide-react/icons/images'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { ImagesField, mostImages } from '#entities/post/images/ImagesField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { lazy } from '#ui/lazy.ts'

import type { PublicationDetails, PublishedImage } from './publish-post.ts'
import { resultMessages } from './result.i18n.ts'

const PicturePicker = lazy(async () => (await import('#entities/image/picking/PicturePicker.tsx')).PicturePicker)

export interface PublishImagesProps {
  creation: Creation
  image: CreatedImage
  details: Pick<PublicationDetails, 'images' | 'alts' | 'promptVisible'>
  onChange: (change: Partial<PublicationDetails>) => void
}

const tile =
  'relative grid size-16 place-items-center overflow-hidden rounded-img border border-line bg-surface-2 text-text-2 hover:border-line-strong'

export function PublishImages({ creation, image, details, onChange }: PublishImagesProps) {
  const m = useMessages(resultMessages)
  const [isPicking, setPicking] = useState(false)
  const shown = details.images.length > 0 ? details.images : [imageOf(creation, image)]
  const others = creation.images.filter(({ id }) => shown.every((one) => one.id !== id))
  // Words that are not to be shown describe no image either.
  const proposed = shown.map(({ id, prompt }) => [id, details.promptVisible ? prompt.slice(0, 1000) : ''] as const)
  const add = (added: PublishedImage) => onChange({ images: [...shown, added] })
  return (
    <div className="grid gap-3">
      {details.images.length > 0 && (
        <ImagesField
          images={shown}
          alts={{ ...Object.fromEntries(proposed), ...details.alts }}
          // Where the one that was made is left alone, the fields of a single image are back.
          onOrder={(images) => onChange({ images: images.length === 1 && images[0]?.id === image.id ? [] : images })}
          onAlts={(alts) => onChange({ alts })}
        />
      )}
      {shown.length < mostImages && (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{m.addImages}</p>
          <ul className="flex flex-wrap gap-2">
            {others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  aria-label={m.addImage(creation.images.indexOf(other) + 1)}
                  onClick={() => add(imageOf(creation, other))}
                  className={tile}
                >
                  <Picture image={other} alt="" sizes="4rem" className="aspect-square! size-full" />
                  <span className="absolute right-1 bottom-1 grid size-5 place-items-center rounded-full bg-surface text-text">
                    <Plus aria-hidden="true" className="size-3.5" />
                  </span>
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                aria-label={m.addOwn}
                title={m.addOwn}
                onClick={() => setPicking(true)}
                className={tile}
              >
                <Images aria-hidden="true" className="size-6" />
              </button>
            </li>
          </ul>
        </div>
      )}
      {isPicking && (
        <Suspense>
          <PicturePicker
            source="mine"
            without={shown.map(({ id }) => id)}
            onClose={() => setPicking(false)}
            onPick={(_url, _postId, picture) => {
              setPicking(false)
              add(picture)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function imageOf({ id: generationId, order }: Creation, image: CreatedImage): PublishedImage {
  const { id, url, width, height, thumbhash } = image
  return { id, url, width, height, thumbhash, generationId, prompt: order.prompt }
}
