import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'

import { useAnswerFocus } from '#entities/image/likeness/answer-focus.ts'
import { LikenessQuestion } from '#entities/image/likeness/LikenessQuestion.tsx'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import type { BroughtPhotos } from './brought-photos.ts'
import { fileMessages } from './files.i18n.ts'
import { PickFiles } from './PickFiles.tsx'
import { pictures } from './UploadButton.tsx'

export interface PickPhotosProps {
  brought: BroughtPhotos
  most: number
  label: string
}

/** Pictures that are chosen and not sent yet; under them, who is in the first that nobody has said it of. */
export function PickPhotos({ brought: { photos, add, say, remove }, most, label }: PickPhotosProps) {
  const m = useMessages(fileMessages)
  const place = photos.findIndex(({ shows }) => shows === null)
  const unsaid = photos[place]
  const { root, onAnswered } = useAnswerFocus<HTMLDivElement>()
  return (
    <div ref={root} className="grid gap-2">
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2.5">
          {photos.map(({ file, url }, index) => (
            <li key={url} className="relative">
              <img src={url} alt={file.name} className="size-24 rounded-md object-cover" />
              <IconButton
                size="sm"
                variant="veil"
                data-picture={index + 1}
                className="absolute! top-1 right-1"
                label={m.remove(file.name)}
                icon={<X aria-hidden="true" className="size-4.5" />}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {unsaid && (
        <LikenessQuestion
          preview={unsaid.url}
          place={photos.length === 1 ? null : place + 1}
          onAnswer={(shows) => {
            onAnswered(place + 1)
            say(unsaid.file, shows)
          }}
          onRemove={() => {
            onAnswered(place + 1)
            remove(unsaid.file)
          }}
        />
      )}
      {photos.length < most && (
        <PickFiles
          label={label}
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
          accept={pictures}
          onPick={add}
        />
      )}
    </div>
  )
}
