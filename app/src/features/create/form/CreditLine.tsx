/** 'Il vous reste 5 crédits', live; what this costs; and where to get more (spec §9). */
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'

import { formMessages } from './form.i18n.ts'

export function CreditLine({ price }: { price: number }) {
  const m = useMessages(formMessages)
  const c = useMessages(creditMessages)
  const { data } = useCredits()
  const { href } = usePlace()
  return (
    <div className="flex flex-1 basis-72 items-center gap-3">
      <i aria-hidden="true" className="losange flex-none text-lg text-credit" />
      <p className="min-w-0 flex-1 text-sm leading-tight">
        <span className="block font-semibold">{data ? c.left(data.available) : m.credits}</span>
        {price === 0 ? (
          <span className="text-xs text-text-3">{m.costsNothing}</span>
        ) : (
          <span lang="en" className="text-xs text-text-3">
            {price === 1 ? m.cost : m.costOf(price)}
          </span>
        )}
      </p>
      <Link to={paths.payment} search={{ return: href }} className={buttonClass({ size: 'sm' })}>
        {c.buy}
      </Link>
    </div>
  )
}
