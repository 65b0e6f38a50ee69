import type { PaymentOrder, PaymentStarted } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { refreshOrders } from '#entities/commission/order/order-queries.ts'
import { refreshOffers, refreshPayments, type Payment } from '#entities/payment/payment-queries.ts'
import { checkoutHref, PaymentRefused, startPayment } from '#entities/payment/start-payment.ts'

import { keepWay, type PayingWay } from './paying-way.ts'

/** A milestone of an order, as it is seen. */
export interface Milestone {
  id: string
  /** Of the order: which proposal this is. */
  terms: number
  name: string
}

export interface Wish {
  priceId: string
  milestone?: Milestone | undefined
  /** Of a top-up. */
  credits?: number | undefined
  way: PayingWay
  /** A payment that did not succeed, to be tried again. */
  again?: Payment | null
  returnTo?: string | undefined
  promoCode?: string | undefined
  gift?: { username?: string; message?: string }
  /** Yes to passing the limit that one set for oneself. */
  isOverLimit?: boolean
}

/**
 * Sends a wish to pay. Its key stays until an answer came, so that pressing again after a lost one cannot pay twice; another
 * wish is another key.
 */
export function usePurchase(onStarted: (started: PaymentStarted) => void) {
  const key = useRef<{ of: string; value: string } | null>(null)
  const [refused, setRefused] = useState<PaymentRefused | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (wish: Wish) => {
      const order = orderOf(wish)
      const of = JSON.stringify(order)
      if (key.current?.of !== of) key.current = { of, value: crypto.randomUUID() }
      return startPayment(order, key.current.value)
    },
  })
  const buy = async (wish: Wish) => {
    setRefused(null)
    try {
      const started = await mutateAsync(wish)
      key.current = null
      keepWay(wish.way)
      refreshPayments()
      onStarted(started)
      if (started.next.kind === 'url') location.assign(checkoutHref(started.next.url))
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      if (error.code !== 'network') key.current = null
      if (wish.milestone) void refreshOrders()
      setRefused(error)
    }
  }
  const forgetRefusal = () => {
    if (refused?.price) refreshOffers()
    setRefused(null)
  }
  return { buy, isPending, refused, forgetRefusal }
}

function orderOf(wish: Wish): PaymentOrder {
  const { priceId, credits, way, again, returnTo, gift, promoCode, isOverLimit, milestone } = wish
  const method =
    way.kind === 'card' ? { kind: way.kind } : { kind: way.kind, operator: way.operator, number: way.number }
  if (again) return { payment_id: again.id, method }
  const manner = {
    ...(isOverLimit && { over_limit: true }),
    ...(returnTo !== undefined && { return_to: returnTo }),
  }
  if (milestone) return { milestone_id: milestone.id, terms: milestone.terms, method, ...manner }
  return {
    price_id: priceId,
    method,
    ...(credits !== undefined && { credits }),
    ...(gift && { gift }),
    ...(promoCode !== undefined && { promo_code: promoCode }),
    ...manner,
  }
}
