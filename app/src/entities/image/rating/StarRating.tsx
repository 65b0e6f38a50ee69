import Star from 'lucide-react/icons/star'
import { useEffect, useEffectEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { ratingMessages } from './rating.i18n.ts'

export interface StarRatingProps {
  stars: number | null
  onRate: (stars: number | null) => void
}

const all = [1, 2, 3, 4, 5]

/** One to five; pressing the last one again takes them away. Keys 1 to 5 and 0 wherever one is in the dialog. */
export function StarRating({ stars, onRate }: StarRatingProps) {
  const m = useMessages(ratingMessages)
  useStarKeys(onRate)
  return (
    <div role="group" aria-label={m.stars} title={m.starsHelp} className="flex">
      {all.map((count) => (
        <button
          key={count}
          type="button"
          aria-label={m.star(count)}
          aria-pressed={stars === count}
          onClick={() => onRate(stars === count ? null : count)}
          className="grid size-11 place-items-center rounded-sm text-credit-text hover:bg-surface-2"
        >
          <Star aria-hidden="true" className={`size-5.5 ${count <= (stars ?? 0) ? 'fill-current' : ''}`} />
        </button>
      ))}
    </div>
  )
}

function useStarKeys(onRate: (stars: number | null) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('input, textarea, select, [role=menu]')
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || !/^[0-5]$/u.test(event.key)) return
    onRate(event.key === '0' ? null : Number(event.key))
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
