import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'

import { creditMessages } from './credit.i18n.ts'
import { useCredits } from './use-credits.ts'

/** How many credits one has, in one glance; leads to where they are bought, and back. */
export function CreditChip({ className = '' }: { className?: string }) {
  const m = useMessages(creditMessages)
  const { data } = useCredits()
  const { href } = usePlace()
  if (!data) return null
  const words = `${m.left(data.available)}. ${m.buy}`
  return (
    <Link
      to={paths.payment}
      search={{ return: href }}
      title={words}
      aria-label={words}
      className={`inline-flex min-h-11 items-center ${className}`}
    >
      <span className="num inline-flex min-h-8 items-center gap-1.5 rounded-full bg-credit-soft px-3 text-sm font-semibold text-on-credit-soft">
        <i aria-hidden="true" className="losange flex-none text-xs text-credit" />
        {formatNumber(data.available)}
      </span>
    </Link>
  )
}
