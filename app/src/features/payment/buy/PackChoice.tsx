import { useId } from 'react'

import type { Offer } from '#entities/payment/payment-queries.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Pagne } from '#ui/cloth/Pagne.tsx'

import { paymentMessages } from '../payment.i18n.ts'

const parity = 655.957

export interface PackChoiceProps {
  packs: readonly Offer[]
  value: string
  onChange: (priceId: string) => void
}

/** The packs as radio cards: credits, price, and what one credit costs. */
export function PackChoice({ packs, value, onChange }: PackChoiceProps) {
  const m = useMessages(paymentMessages)
  const name = useId()
  return (
    <div role="radiogroup" aria-label={m.packs} className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {packs.map(({ priceId, sku, credits, amount }) => (
        <label
          key={priceId}
          className="relative overflow-hidden rounded-lg last:odd:col-span-2 md:last:odd:col-span-1 border border-line bg-surface has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={priceId}
            checked={priceId === value}
            onChange={() => onChange(priceId)}
            aria-label={`${m.credits(credits)}, ${m.francsSpoken(amount)}`}
            className="absolute inset-0 z-1 m-0 cursor-pointer opacity-0"
          />
          <Pagne seed={sku} className="h-12" />
          <span aria-hidden="true" className="grid gap-0.5 p-4">
            <span className="font-display text-2xl leading-tight font-bold">{formatNumber(credits)}</span>
            <span className="text-sm text-text-2">{m.creditsWord(credits)}</span>
            <span className="mt-1 font-semibold">{m.francs(amount)}</span>
            <span className="text-xs text-text-3">
              {m.about(inEuros(amount))} · {m.each(formatNumber(Math.round((amount / credits) * 10) / 10))}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** For information, at the fixed parity. */
function inEuros(francs: number): string {
  return (francs / parity).toLocaleString(document.documentElement.lang || 'fr', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}
