/** Which posts and series one's Vitrine shows: the newest to choose from, and whatever was chosen before. */
import type { ShowcaseBlock } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { creatorQueries, refreshArea } from './creator-queries.ts'
import { creatorMessages } from './creator.i18n.ts'
import { mostPicks, pickedOf, sheetOf, toggled, withChosen, type Sheet } from './showcase-sheet.ts'

export interface ShowcasePicksProps {
  stored: readonly ShowcaseBlock[]
  sheet: Sheet
  onChange: (part: Partial<Sheet>) => void
}

export function ShowcasePicks({ stored, sheet, onChange }: ShowcasePicksProps) {
  const m = useMessages(creatorMessages)
  const userId = useUserId()
  const before = sheetOf(stored)
  const newest = useQuery(creatorQueries.posts(userId))
  const chosen = useQuery(creatorQueries.chosenPosts(userId, before.posts))
  const collections = useQuery(creatorQueries.series(userId))
  const chosenSeries = useQuery(creatorQueries.chosenSeries(userId, before.series))
  const reads = [newest, chosen, collections, chosenSeries]
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refreshArea()}>
      {m.retry}
    </Button>
  )
  if (reads.some(({ data }) => data === undefined))
    return reads.some(({ isError }) => isError) ? <Alert tone="danger" title={m.unread} action={retry} /> : null
  const posts = withChosen(before.posts, newest.data, chosen.data)
  const series = withChosen(before.series, collections.data, chosenSeries.data)
  const pickedPosts = pickedOf(sheet.posts, posts)
  const pickedSeries = pickedOf(sheet.series, series)
  const isFull = (picked: readonly string[], id: string) => picked.length >= mostPicks && !picked.includes(id)
  return (
    <>
      {posts.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-semibold">{m.chosenPosts}</legend>
          <div className="mt-2 flex gap-2 overflow-x-auto pb-2">
            {posts.map(({ id, title, prompt, image_url: url }) => (
              <button
                key={id}
                type="button"
                aria-pressed={pickedPosts.includes(id)}
                aria-label={title || prompt}
                disabled={isFull(pickedPosts, id)}
                onClick={() => onChange({ posts: toggled(pickedPosts, id) })}
                className="flex-none rounded-md border-2 border-transparent p-0.5 disabled:opacity-40 aria-pressed:border-accent"
              >
                <img src={url} alt="" loading="lazy" className="size-20 rounded-sm object-cover" />
              </button>
            ))}
          </div>
        </fieldset>
      )}
      <fieldset className="min-w-0">
        <legend className="text-sm font-semibold">{m.chosenSeries}</legend>
        {series.length === 0 && <p className="mt-1 text-sm text-text-2">{m.noSeries}</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          {series.map(({ id, name, items_count: count }) => (
            <button
              key={id}
              type="button"
              aria-pressed={pickedSeries.includes(id)}
              disabled={isFull(pickedSeries, id)}
              onClick={() => onChange({ series: toggled(pickedSeries, id) })}
              className="min-h-9 rounded-full border border-line px-3.5 text-sm disabled:opacity-40 aria-pressed:border-accent aria-pressed:bg-surface-2"
            >
              {name} · {count}
            </button>
          ))}
        </div>
      </fieldset>
    </>
  )
}
