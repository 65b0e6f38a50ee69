/** What an open creators' area brought in thirty days, on one's own profile: the way to the rest. */
import { useQuery } from '@tanstack/react-query'
import ChartLine from 'lucide-react/icons/chart-line'
import ChevronRight from 'lucide-react/icons/chevron-right'

import { call, read } from '#data/wire.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

const earningsCardMessages = defineMessages({
  fr: { lately: 'Gains en 30 jours', francs: (amount: number) => `${formatNumber(amount)} FCFA` },
  en: { lately: 'Earned in 30 days', francs: (amount: number) => `${formatNumber(amount)} FCFA` },
})

export function EarningsCard({ userId }: { userId: string }) {
  const m = useMessages(earningsCardMessages)
  const { data: amount } = useQuery({
    queryKey: ['profile', 'earned-lately', userId],
    queryFn: async ({ signal }) => {
      const [area] = await read('creators', 'is_open', { user_id: `eq.${userId}` }, signal)
      if (!area?.is_open) return null
      const { by_source: bySource } = await call('earnings_summary', {}, { signal })
      return Object.values(bySource).reduce<number>((sum, part = 0) => sum + part, 0)
    },
  })
  if (amount === undefined || amount === null) return null
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
