import { useId } from 'react'

import type { Offer } from '#entities/payment/payment-queries.ts'
import { formatNumber } from '#i18n/format.ts'
import { getLanguage } from '#i18n/language.ts'
import { useMessages } from '#i18n/messages.ts'
import { Pagne } from '#ui/cloth/Pagne.tsx'

import { paymentMessages } from '../payment.i18n.ts'

const francsPerEuro = 655.957

export interface PackChoiceProps {
  packs: readonly Offer[]
  value: string
  onChange: (priceId: string) => void
}

/** The packs as radio cards, as rows on a phone so that the way to pay is near: credits, price, and what one credit costs. */
export function PackChoice({ packs, value, onChange }: PackChoiceProps) {
  const m = useMessages(paymentMessages)
  const name = useId()
  return (
    <div role="radiogroup" aria-label={m.packs} className="grid gap-2 md:grid-cols-6 md:gap-3">
      {packs.map(({ priceId, sku, credits, amount }, place) => (
        <label
          key={priceId}
          className={`relative flex overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus md:block ${place < packs.length - countInPairs(packs.length) ? 'md:col-span-2' : 'md:col-span-3'}`}
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
          <span aria-hidden="true" className="relative w-14 flex-none overflow-hidden md:block md:h-12 md:w-auto">
            <Pagne seed={sku} className="absolute inset-0 h-full" />
          </span>
          <span
            aria-hidden="true"
            className="flex min-h-16 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 px-3.5 py-2.5 md:grid md:justify-stretch md:gap-0.5 md:p-4"
          >
            <span className="md:mb-1">
              <span className="num text-xl leading-tight md:block md:text-2xl">{formatNumber(credits)}</span>{' '}
              <span className="text-sm text-text-2">{m.creditsWord(credits)}</span>
              <span className="block text-xs text-text-3 md:hidden">{m.each(perCredit(credits, amount))}</span>
            </span>
            <span className="ms-auto text-right md:ms-0 md:text-left">
              <span className="block font-semibold">{m.francs(amount)}</span>
              <span className="block text-xs text-text-3">{m.about(inEuros(amount))}</span>
              <span className="hidden text-xs text-text-3 md:block">{m.each(perCredit(credits, amount))}</span>
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** How many stand two in a row at the end, where the others stand three: none is left alone in one. */
function countInPairs(count: number): number {
  return [0, 4, 2][count % 3] ?? 0
}

function perCredit(credits: number, francs: number): string {
  return formatNumber(Math.round((francs / credits) * 10) / 10)
}

/** For information, at the fixed parity: « 1,52 ». */
function inEuros(francs: number): string {
  return (francs / francsPerEuro).toLocaleString(getLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
