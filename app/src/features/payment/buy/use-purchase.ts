import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { refreshPayments, type Payment } from '#entities/payment/payment-queries.ts'
import { PaymentRefused, startPayment } from '#entities/payment/start-payment.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'

import type { PayingWay } from './MethodFields.tsx'

export interface Wish {
  priceId: string
  way: PayingWay
  /** A payment that did not succeed, to be tried again. */
  again: Payment | null
  returnTo: string | undefined
}

/**
 * Sends a wish to pay. Its key stays until an answer came, so that pressing again after a lost one cannot pay twice; another
 * wish is another key.
 */
export function usePurchase() {
  const key = useRef<{ of: string; value: string } | null>(null)
  const [refused, setRefused] = useState<PaymentRefused | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ priceId, way, again, returnTo }: Wish) => {
      const method =
        way.kind === 'card' ? { kind: way.kind } : { kind: way.kind, operator: way.operator, number: way.number }
      const order =
        again === null
          ? { price_id: priceId, method, ...(returnTo !== undefined && { return_to: returnTo }) }
          : { payment_id: again.id, method }
      const of = JSON.stringify(order)
      if (key.current?.of !== of) key.current = { of, value: crypto.randomUUID() }
      return startPayment(order, key.current.value)
    },
  })
  const buy = async (wish: Wish) => {
    setRefused(null)
    try {
      const { payment_id: id, next } = await mutateAsync(wish)
      key.current = null
      refreshPayments()
      if (next.kind === 'url') location.assign(next.url)
      else navigate({ to: paths.paymentSuccess, search: { p: id } })
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      if (error.code !== 'network') key.current = null
      setRefused(error)
    }
  }
  return { buy, isPending, refused }
}
