import type { CreditHold } from '#entities/credits/credit-queries.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { formatTime } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { creditsMessages } from './credits.i18n.ts'
import type { PaidWork } from './paid-work.ts'
import { WorkLink } from './WorkLink.tsx'

export interface OpenHoldsProps {
  holds: readonly CreditHold[]
  works: ReadonlyMap<string, PaidWork>
}

export function OpenHolds({ holds, works }: OpenHoldsProps) {
  const m = useMessages(creditsMessages)
  const { credits } = useMessages(creditMessages)
  return (
    <section className="card" aria-labelledby="holds">
      <h2 id="holds">{m.holds}</h2>
      {holds.length === 0 && <p className="mt-2 text-sm text-text-3">{m.noHolds}</p>}
      <ul className="mt-1 divide-y divide-line text-sm">
        {holds.map((hold) => (
          <li key={hold.id} className="flex items-baseline justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <WorkLink work={works.get(hold.ref_id)} />
              <p className="text-xs text-text-3">{m.until(formatTime(hold.expires_at))}</p>
            </div>
            <span className="num flex-none">{credits(hold.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
