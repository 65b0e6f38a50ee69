import { useQuery } from '@tanstack/react-query'

import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { classNames } from '#ui/class-names.ts'

import { galleryQueries, type GalleryFilter, type OfferedFilter } from './gallery-queries.ts'
import { galleryMessages } from './gallery.i18n.ts'

export interface GalleryFiltersProps {
  personId: string
  userId: string | null
  isRemixes: boolean
  chosen: GalleryFilter
}

const modeNames: Record<string, string> = { normal: 'Normal', enhanced: 'Enhanced', cortexia: 'Cortexia' }

/** The person's own hashtags and modes as chips: one of each narrows what is shown, and is in the address. */
export function GalleryFilters({ personId, userId, isRemixes, chosen }: GalleryFiltersProps) {
  const m = useMessages(galleryMessages)
  const { data: offered = [] } = useQuery(galleryQueries.filters(personId, isRemixes, userId))
  const tags = offered.filter(({ kind }) => kind === 'tag')
  const modes = offered.filter(({ kind }) => kind === 'mode')
  // A single mode tells nothing apart.
  const chips = [...tags, ...(modes.length > 1 ? modes : [])]
  if (chips.length === 0) return null
  return (
    <div role="group" aria-label={m.filters} className="-ml-1 flex gap-2 overflow-x-auto p-1 no-scrollbar">
      {chips.map((chip) => (
        <Chip key={`${chip.kind}.${chip.value}`} chip={chip} isChosen={chosen[chip.kind] === chip.value} />
      ))}
    </div>
  )
}

function Chip({
  chip: { kind, value, display, posts_count: count },
  isChosen,
}: {
  chip: OfferedFilter
  isChosen: boolean
}) {
  const m = useMessages(galleryMessages)
  const name = kind === 'tag' ? `#${display}` : (modeNames[value] ?? display)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => changeSearch({ [kind]: isChosen ? undefined : value }, { replace: true })}
      className={classNames(
        // Its hidden words would else lie outside of what scrolls, and widen the page.
        'relative flex min-h-9 flex-none items-center gap-1.5 rounded-full border px-3 text-sm',
        isChosen
          ? 'border-transparent bg-accent-soft font-semibold text-on-accent-soft'
          : 'border-line text-text-2 hover:bg-surface-2',
      )}
    >
      <bdi className="max-w-48 truncate">{name}</bdi>
      <span aria-hidden="true" className="num text-xs">
        {formatCount(count)}
      </span>
      <span className="sr-only">{m.posts(count)}</span>
    </button>
  )
}
