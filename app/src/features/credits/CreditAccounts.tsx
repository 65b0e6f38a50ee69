import type { Balance } from '#entities/credits/credit-queries.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { creditsMessages } from './credits.i18n.ts'

const shown = ['promo', 'paid', 'held', 'debt'] as const

export function CreditAccounts({ balance }: { balance: Balance }) {
  const m = useMessages(creditsMessages)
  const { left } = useMessages(creditMessages)
  return (
    <section className="card" aria-labelledby="accounts">
      <h2 id="accounts" className="sr-only">
        {m.accounts}
      </h2>
      <p className="flex items-center gap-3">
        <i aria-hidden="true" className="losange text-lg text-credit" />
        <span className="display text-xl">{left(balance.available)}</span>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        {shown.map((account) => (
          <div key={account} className="border-t border-line pt-2">
            <dt className="text-sm text-text-3">{m[account]}</dt>
            <dd className="num text-xl" data-account={account}>
              {formatNumber(balance[account])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
