import Send from 'lucide-react/icons/send'
import Star from 'lucide-react/icons/star'
import type { KeyboardEvent, MouseEvent } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { ratingMessages } from '#entities/image/rating/rating.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLongPress } from '#ui/input/use-long-press.ts'

import { myImagesMessages } from './my-images.i18n.ts'
import type { MyImage } from './my-images.ts'
import type { Selection } from './use-selection.ts'

export interface ImageCellProps {
  image: MyImage
  selection: Selection
  onOpen: (image: MyImage) => void
  onRate: (image: MyImage, stars: number | null) => void
}

/** One square: a tap opens or, while choosing, chooses; Shift and Ctrl choose, as does a long press. */
export function ImageCell({ image, selection, onOpen, onRate }: ImageCellProps) {
  const m = useMessages(myImagesMessages)
  const rating = useMessages(ratingMessages)
  const isChosen = selection.ids.has(image.id)
  const press = useLongPress(() => selection.toggle(image.id))
  const onClick = (event: MouseEvent) => {
    if (event.shiftKey) selection.reachTo(image.id)
    else if (event.ctrlKey || event.metaKey || selection.isOn) selection.toggle(image.id)
    else onOpen(image)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (/^[0-5]$/u.test(event.key)) onRate(image, event.key === '0' ? null : Number(event.key))
  }
  return (
    <div className="group relative">
      <button
        type="button"
        aria-label={m.open(image.prompt)}
        onClick={onClick}
        onKeyDown={onKeyDown}
        {...press}
        className="block w-full touch-manipulation rounded-img select-none"
      >
        <Picture
          image={image}
          alt=""
          sizes="(width < 48rem) 33vw, 240px"
          className={`aspect-square! w-full rounded-img ${isChosen ? 'outline-3 -outline-offset-3 outline-accent' : ''}`}
        />
      </button>
      <label
        className={`absolute top-1 left-1 grid size-9 place-items-center rounded-sm bg-veil focus-within:opacity-100 group-hover:opacity-100 ${selection.isOn ? '' : 'opacity-0 pointer-coarse:hidden'}`}
      >
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={m.selectOne(image.prompt)}
          onChange={() => selection.toggle(image.id)}
          className="size-5 accent-(--accent)"
        />
      </label>
      <span className="pointer-events-none absolute right-1 bottom-1 flex gap-1 text-xs font-semibold text-on-veil">
        {image.stars !== null && (
          <span className="num inline-flex items-center gap-0.5 rounded-sm bg-veil px-1.5 py-0.5">
            <Star aria-hidden="true" className="size-3 fill-current" />
            <span aria-hidden="true">{image.stars}</span>
            <span className="sr-only">{rating.star(image.stars)}</span>
          </span>
        )}
        {image.postId !== null && (
          <span className="grid place-items-center rounded-sm bg-veil px-1.5 py-1">
            <Send aria-hidden="true" className="size-3" />
            <span className="sr-only">{m.published}</span>
          </span>
        )}
      </span>
    </div>
  )
}
