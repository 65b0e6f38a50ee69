import type { CreatorStats, SeenPost } from '@product/contract'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useState } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { formatDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { statsPageMessages } from './stats-page.i18n.ts'

const columns = ['views', 'likes', 'comments', 'remixes', 'saves'] as const
type Column = (typeof columns)[number]
const thumbnail = 96

/** Up to a hundred of one's publications, by the column that is pressed. */
export function TopPosts({ stats: { posts } }: { stats: CreatorStats }) {
  const m = useMessages(statsPageMessages)
  const [by, setBy] = useState<Column>('views')
  // A phone has room for one figure beside the picture: the one that it is sorted by.
  const { isMobile } = useScreenSize()
  const shown = isMobile ? [by] : columns
  const sorted = posts.toSorted((one, other) => other[by] - one[by])
  return (
    <section aria-label={m.top} className="card min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base md:text-lg">{m.top}</h2>
        {isMobile && (
          <SelectField
            label={m.sort}
            hideLabel
            value={by}
            options={columns.map((column) => ({ value: column, label: m[column] }))}
            onChange={({ target }) => setBy(columns.find((column) => column === target.value) ?? 'views')}
          />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <div tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <thead className="text-left text-xs text-text-3">
            <tr>
              <th scope="col" className="py-2 pr-3 font-medium">
                {m.post}
              </th>
              {shown.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={column === by ? 'descending' : 'none'}
                  className="py-1 pl-3 text-right font-medium"
                >
                  {isMobile ? m[column] : <Sort column={column} isChosen={column === by} onPress={setBy} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((post) => (
              <Row key={post.id} post={post} shown={shown} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface SortProps {
  column: Column
  isChosen: boolean
  onPress: (column: Column) => void
}

function Sort({ column, isChosen, onPress }: SortProps) {
  const m = useMessages(statsPageMessages)
  return (
    <button
      type="button"
      aria-label={m.sortBy(m[column])}
      onClick={() => onPress(column)}
      className="inline-flex min-h-9 items-center gap-1 rounded-sm hover:text-text"
    >
      {isChosen && <ArrowDown aria-hidden="true" className="size-3.5" />}
      {m[column]}
    </button>
  )
}

function Row({ post, shown }: { post: SeenPost; shown: readonly Column[] }) {
  const m = useMessages(statsPageMessages)
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-3 text-left font-normal">
        <Link to="/post/$id" params={{ id: post.id }} className="flex min-w-40 items-center gap-3">
          <Picture
            image={{ url: post.image_url, width: thumbnail, height: thumbnail, thumbhash: null }}
            alt=""
            sizes="44px"
            className="w-11 flex-none rounded-sm"
          />
          <span className="line-clamp-2">{post.title ?? m.untitled(formatDay(post.created_at))}</span>
        </Link>
      </th>
      {shown.map((column) => (
        <td key={column} className="num py-2 pl-3 text-right">
          {formatNumber(post[column])}
        </td>
      ))}
    </tr>
  )
}
