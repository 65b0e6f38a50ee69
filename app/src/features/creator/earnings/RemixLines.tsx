import type { SkippedReason } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { earningsQueries, type RemixLine } from './earnings-queries.ts'
import { earningsMessages } from './earnings.i18n.ts'

const reasons = {
  gone: 'skippedGone',
  own: 'skippedOwn',
  twice: 'skippedTwice',
  blocked: 'skippedBlocked',
  same_hands: 'skippedSameHands',
  waived: 'skippedWaived',
  pair_cap: 'skippedPairCap',
} as const satisfies Record<SkippedReason, string>

/** What each image gave on each day; what was not counted says why. */
export function RemixLines() {
  const m = useMessages(earningsMessages)
  const { data } = useQuery(earningsQueries.remixes(useUserId()))
  if (!data || data.length === 0) return null
  return (
    <details className="card">
      <summary className="cursor-pointer font-semibold">{m.remixes}</summary>
      <p className="mt-2 text-sm text-text-2">{m.remixesText}</p>
      <ul className="mt-1 divide-y divide-line">
        {data.map((line) => (
          <Line key={`${line.accrued_on}:${line.post_id}:${line.level}:${line.skipped}`} line={line} />
        ))}
      </ul>
    </details>
  )
}

function Line({
  line: { accrued_on: day, post_id: post, level, skipped, remixes, milli, is_posted: isPosted },
}: {
  line: RemixLine
}) {
  const m = useMessages(earningsMessages)
  const counted = isPosted ? m.counted : m.tonightShort
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 text-sm">
      <span className="min-w-0">
        <Link to={paths.post} params={{ id: post }} className="font-semibold">
          {m.remixCount(remixes)}
        </Link>
        , {m.level(level)}
      </span>
      <b className="num">{formatNumber(milli / 1000, { maximumFractionDigits: 3 })} F</b>
      <span className="col-span-full text-xs text-text-3">
        {formatDay(day)} · {skipped === null ? counted : m.notCounted(m[reasons[skipped]])}
      </span>
    </li>
  )
}
