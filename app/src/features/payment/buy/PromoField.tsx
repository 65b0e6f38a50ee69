import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { refreshPayments, type Offer } from '#entities/payment/payment-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { paymentMessages } from '../payment.i18n.ts'
import { promoMessages } from './promo.i18n.ts'

/** A code that makes a pack cheaper, and what it makes of its price. */
export interface Discount {
  code: string
  priceId: string
  amount: number
  percent: number | null
}

export interface PromoFieldProps {
  pack: Offer
  discount: Discount | null
  onDiscount: (discount: Discount | null) => void
}

/** Any code: one that gives credits gives them, one of a gift opens it, one that makes a pack cheaper shows its price. */
export function PromoField({ pack, discount, onDiscount }: PromoFieldProps) {
  const m = useMessages(promoMessages)
  const { francs, credits } = useMessages(paymentMessages)
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: () => redeem(code.trim(), pack.priceId),
    onSuccess: (found) => {
      if (found.kind === 'invitation') openModal('invite', { id: code.trim() })
      if (found.kind === 'discount') onDiscount({ ...found, code: code.trim(), priceId: pack.priceId })
      if (found.kind !== 'credits') return
      toast({ title: m.added(credits(found.credits)), ...(found.words !== null && { description: found.words }) })
      setCode('')
      refreshCredits()
      refreshPayments()
    },
  })
  if (discount) {
    return (
      <p className="flex items-center justify-between gap-3 rounded-md bg-success-soft px-4 py-1.5 text-sm text-on-success-soft">
        <span>{m.applied(discount.percent, francs(discount.amount))}</span>
        <Button size="sm" variant="ghost" className="text-inherit!" onClick={() => onDiscount(null)}>
          {m.remove}
        </Button>
      </p>
    )
  }
  if (!isOpen) {
    return (
      <Button variant="line" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {m.open}
      </Button>
    )
  }
  const problem = error ? (error instanceof DataError && error.status === 429 ? m.tooMany : m.failed) : null
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) mutate()
      }}
    >
      <div className="flex-1">
        <TextField
          label={m.label}
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={problem ?? (data?.kind === 'none' ? m.none : data?.kind === 'not_here' ? m.notHere : null)}
          onChange={(event) => {
            reset()
            setCode(event.target.value)
          }}
        />
      </div>
      <Button type="submit" className="mt-7 min-h-12!" busyLabel={isPending && m.checking}>
        {m.apply}
      </Button>
    </form>
  )
}

type Redeemed =
  | { kind: 'credits'; credits: number; words: string | null }
  | { kind: 'discount'; amount: number; percent: number | null }
  | { kind: 'none' | 'not_here' | 'invitation' }

async function redeem(code: string, priceId: string): Promise<Redeemed> {
  const found = await callSignedIn('redeem_code', { p_code: code })
  if (found.kind === 'gift' || found.kind === 'credits') {
    const words = found.message ?? null
    return { kind: 'credits', credits: found.credits, words: words === null ? null : `« ${words} »` }
  }
  if (found.kind === 'invitation') return { kind: 'invitation' }
  if (found.kind !== 'discount') return { kind: 'none' }
  const args = { p_code: code, p_price_id: priceId }
  const price = (await callSignedIn('check_promo_code', args)) as { amount: number; percent: number | null } | null
  return price ? { kind: 'discount', amount: price.amount, percent: price.percent } : { kind: 'not_here' }
}
