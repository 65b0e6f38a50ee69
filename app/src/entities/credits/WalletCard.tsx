import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'

import { creditMessages } from './credit.i18n.ts'
import { keptBalance } from './kept-balance.ts'
import { useCredits } from './use-credits.ts'

export interface WalletCardProps {
  /** The button under the words, or beside them. */
  layout: 'stacked' | 'row'
}

/** Of somebody new. */
const atFirst = 5

/** What one has left, and where there is more: as high before it is known. Stacked it is a landmark: a page has one. */
export function WalletCard({ layout }: WalletCardProps) {
  const m = useMessages(creditMessages)
  const { data, isError } = useCredits()
  const { href } = usePlace()
  const isRow = layout === 'row'
  const Box = isRow ? 'div' : 'section'
  return (
    <Box
      aria-label={isRow ? undefined : m.wallet}
      className={`rounded-lg border border-line bg-surface p-3 ${isRow ? 'flex items-center gap-3' : 'grid gap-2.5'}`}
    >
      <p className={`flex items-center gap-2 text-sm leading-tight font-semibold ${isRow ? 'min-w-0 flex-1' : ''}`}>
        <i aria-hidden="true" className="losange flex-none text-sm text-credit" />
        {data || isError ? (
          ((data && m.left(data.available)) ?? m.wallet)
        ) : (
          <span aria-hidden="true" className="rounded-xs bg-skeleton text-transparent select-none">
            {m.left(keptBalance() ?? atFirst)}
          </span>
        )}
      </p>
      <Link to={paths.payment} search={{ return: href }} className={buttonClass({ size: 'sm', wide: !isRow })}>
        {m.buy}
      </Link>
    </Box>
  )
}
