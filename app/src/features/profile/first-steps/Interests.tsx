import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'

import { tagQueries } from '#entities/post/tag/tag-queries.ts'
import { followTag } from '#entities/post/tag/tag-writes.ts'
import { useMessages } from '#i18n/messages.ts'

import { firstStepsMessages, interestMessages } from './first-steps.i18n.ts'

const tags = Object.keys(interestMessages.fr) as (keyof typeof interestMessages.fr)[]

/** Each is followed, or no longer, as soon as it is touched: without network it is sent when that is back. */
export function Interests({ userId }: { userId: string }) {
  const m = useMessages(firstStepsMessages)
  const names = useMessages(interestMessages)
  const { data: followed = [] } = useQuery(tagQueries.followed(userId))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{m.interests}</legend>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => {
          const isFollowed = followed.includes(tag)
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isFollowed}
              onClick={() => followTag({ userId, tag, wanted: !isFollowed })}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-surface-2 px-4 text-sm font-medium text-text-2 hover:bg-surface-3 aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-on-ink"
            >
              {isFollowed && <Check aria-hidden="true" className="size-4" />}
              {names[tag]}
            </button>
          )
        })}
      </div>
      <p className="text-xs text-text-3">{m.interestsHelp}</p>
    </fieldset>
  )
}
