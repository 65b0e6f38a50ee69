/** What an open creators' area brought in thirty days, on one's own profile: the way to the rest. */
import { useQuery } from '@tanstack/react-query'
import ChartLine from 'lucide-react/icons/chart-line'
import ChevronRight from 'lucide-react/icons/chevron-right'

import { call } from '#data/wire.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { shownArea } from './shown-area.ts'

const earningsCardMessages = defineMessages({
  fr: { lately: 'Gains en 30 jours', francs: (amount: number) => `${formatNumber(amount)} FCFA` },
  en: { lately: 'Earned in 30 days', francs: (amount: number) => `${formatNumber(amount)} FCFA` },
})

export function EarningsCard({ userId }: { userId: string }) {
  const m = useMessages(earningsCardMessages)
  const { data: area } = useQuery(shownArea(userId))
  const { data: summary } = useQuery({
    queryKey: ['profile', 'earned-lately', userId],
    queryFn: ({ signal }) => call('earnings_summary', {}, { signal }),
    enabled: area?.is_open === true,
  })
  if (!summary) return null
  const amount = Object.values(summary.by_source).reduce<number>((sum, part = 0) => sum + part, 0)
  return (
    <Link
      to={paths.earnings}
      className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3 hover:bg-surface-2"
    >
      <ChartLine aria-hidden="true" className="size-5 flex-none text-accent" strokeWidth={1.75} />
      <span className="grid min-w-0 flex-1">
        <span className="text-xs text-text-2">{m.lately}</span>
        <span className="num font-semibold">{m.francs(amount)}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 flex-none text-text-3" strokeWidth={1.75} />
    </Link>
  )
}
