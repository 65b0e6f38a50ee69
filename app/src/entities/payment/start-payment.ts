/** Asks for a payment, once: the key stays with the wish until an answer came, so that a lost one is asked for again. */
import {
  FunctionErrorBody,
  PaymentStarted,
  PriceChanged,
  type FunctionErrorCode,
  type PaymentOrder,
} from '@product/contract'
import * as v from 'valibot'

import { supabase } from '#data/supabase.ts'
import { paths } from '#navigation/paths.ts'

/** A refusal with its code; nothing was debited. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
  readonly code: FunctionErrorCode | 'network'
  /** Of `price_changed`. */
  readonly price: PriceChanged | null

  constructor(code: FunctionErrorCode | 'network', price: PriceChanged | null = null) {
    super(`The payment was not started: ${code}`)
    this.code = code
    this.price = price
  }
}

export async function startPayment(order: PaymentOrder, key: string): Promise<PaymentStarted> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<unknown>('payment-start', {
    body: order,
    headers: { 'Idempotency-Key': key },
  })
  if (error === null) return v.parse(PaymentStarted, data)
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response)) throw new PaymentRefused('network')
  const body: unknown = await context.json().catch(() => null)
  const changed = v.safeParse(PriceChanged, body)
  if (changed.success) throw new PaymentRefused('price_changed', changed.output)
  const refusal = v.safeParse(FunctionErrorBody, body)
  throw new PaymentRefused(refusal.success ? refusal.output.code : 'network')
}

/**
 * Where a card is paid: the bank's page. The one that stands for it where no money moves is ours, so it is opened where one
 * is: a server that calls itself 127.0.0.1 is localhost to others, who are signed in there alone.
 */
export function checkoutHref(url: string): string {
  const { pathname, search, searchParams } = new URL(url)
  return pathname === paths.payment && searchParams.has('sandbox') ? `${pathname}${search}` : url
}
