import type { CreatorOverview } from '@product/contract'

import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { Checklist } from './Checklist.tsx'
import { creatorMessages } from './creator.i18n.ts'

/** What came in the last seven days. */
export function Week({ overview: { week, remixes, checklist } }: { overview: CreatorOverview }) {
  const m = useMessages(creatorMessages)
  const total = Object.values(week).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  const isReady = checklist.posts >= 3 && checklist.has_profile && checklist.has_recovery_key && checklist.has_number
  return (
    <>
      <section aria-labelledby="creator-week" className="card grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 id="creator-week" className="text-base">
            {m.week}
          </h2>
          <span className="flex flex-wrap gap-x-5">
            <Link to={paths.challenges} className="inline-block text-sm font-semibold text-link">
              {m.seeChallenges}
            </Link>
            <Link to={paths.leaders} className="inline-block text-sm font-semibold text-link">
              {m.seeLeaders}
            </Link>
            <Link to={paths.earnings} className="inline-block text-sm font-semibold text-link">
              {m.seeEarnings}
            </Link>
          </span>
        </div>
        <dl className="grid grid-cols-2 gap-3">
          <div>
            <dt className="text-xs text-text-2">{m.weekTotal}</dt>
            <dd className="num text-2xl font-semibold">{formatNumber(total)} FCFA</dd>
          </div>
          <div>
            <dt className="text-xs text-text-2">{m.newRemixes}</dt>
            <dd className="num text-2xl font-semibold">{formatNumber(remixes)}</dd>
          </div>
        </dl>
      </section>
      {!isReady && <Checklist checklist={checklist} />}
    </>
  )
}
