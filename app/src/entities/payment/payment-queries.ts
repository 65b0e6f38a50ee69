/** What can be bought, how it can be paid, and one's own payments. */
import type { PaymentAnswer } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { call, read } from '#data/wire.ts'

export interface Offer {
  priceId: string
  sku: string
  kind: 'pack' | 'topup'
  credits: number
  /** In francs, with all taxes. */
  amount: number
}

export interface Operator {
  code: string
  /** ISO 3166-1. */
  country: string
  name: string
  dial: string
  digits: number
  /** How its numbers usually begin. */
  prefixes: readonly string[]
  isUp: boolean
  /** What one dials to see a request that waits; null where the operator has not confirmed it. */
  ussd: string | null
  /** No money moves here. */
  isFictional: boolean
}

export type Payment = Omit<PaymentAnswer, 'tax' | 'refund_asked_at'>

const columns =
  'id,purpose,sku,currency,amount,credits,status,reason,refunded,dispute,duplicate_of,return_to,created_at,paid_at,provider,method,msisdn_last4,checkout_url,attempt_started_at,refund_state,is_refundable,plan_step,receipt_number,receipt_id,refunded_at,frozen'
const root = ['payments'] as const
const price = 10 * 60_000

export const paymentQueries = {
  offers: () =>
    queryOptions({
      queryKey: [...root, 'offers'],
      queryFn: async ({ signal }): Promise<Offer[]> => {
        const rows = await read(
          'offers',
          'price_id,sku,kind,credits,amount',
          { currency: 'eq.XOF', order: 'position' },
          signal,
        )
        return rows.map(({ price_id: priceId, sku, kind, credits, amount }) => ({
          priceId,
          sku,
          kind,
          credits,
          amount,
        }))
      },
      staleTime: price,
    }),
  operators: () =>
    queryOptions({
      queryKey: [...root, 'operators'],
      queryFn: async ({ signal }): Promise<Operator[]> => {
        const rows = await read(
          'payment_methods',
          'code,country,name,dial,digits,prefixes,is_up,ussd,is_fictional',
          { order: 'country,position' },
          signal,
        )
        return rows.map(
          ({ is_up: isUp, is_fictional: isFictional, code, country, name, dial, digits, prefixes, ussd }) => {
            return { code, country, name, dial, digits, prefixes, isUp, ussd, isFictional }
          },
        )
      },
      staleTime: 60_000,
    }),
  own: (userId: string) =>
    queryOptions({
      queryKey: [...root, 'own', userId],
      queryFn: ({ signal }): Promise<Payment[]> =>
        read('my_payments', columns, { order: 'id.desc', limit: 100 }, signal),
    }),
  /** Asking has the provider asked too, if nobody has for a while. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      queryFn: ({ signal }): Promise<Payment> => call('payment_status', { p_payment: id }, { signal }),
    }),
}

/** Prices may have changed. */
export function refreshOffers(): void {
  void queryClient.invalidateQueries({ queryKey: [...root, 'offers'] })
}

/** Reads payments again wherever they are shown. */
export function refreshPayments(): void {
  void queryClient.invalidateQueries({ queryKey: [...root, 'own'] })
  void queryClient.invalidateQueries({ queryKey: [...root, 'one'] })
}

/** Whether money went back, or may: that it was added is then no longer the news. */
export const hasAftermath = ({ refunded, refund_state: refund, dispute }: Payment): boolean =>
  refunded > 0 || refund !== null || dispute === 'open' || dispute === 'lost'

export function isOpen({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'created' || status === 'pending'
}

export interface Gift {
  id: string
  payment_id: string
  is_mine_to_give: boolean
  giver_id: string
  recipient_id: string | null
  credits: number
  message: string | null
  state: 'unpaid' | 'open' | 'redeemed' | 'taken_back'
  opened_at: string | null
  closed_at: string | null
  /** Its giver has asked for the money. */
  is_going_back: boolean
}

const giftColumns =
  'id,payment_id,is_mine_to_give,giver_id,recipient_id,credits,message,state,opened_at,closed_at,is_going_back'

/** Gifts that one gave or got, with who is at the other end. */
export const giftsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...root, 'own', userId, 'gifts'],
    queryFn: async ({ signal }) => {
      const gifts = (await read('my_gifts', giftColumns, { order: 'id.desc', limit: 100 }, signal)) as Gift[]
      const ids = [...new Set(gifts.flatMap(({ giver_id: giver, recipient_id: to }) => [giver, to]))]
      const others = ids.filter((id) => id !== null && id !== userId)
      const people =
        others.length === 0
          ? []
          : await read('profiles', 'id,username,display_name,avatar_url', { id: `in.(${others.join(',')})` }, signal)
      return { gifts, people: new Map(people.map((person) => [person.id, person])) }
    },
  })
