/** Gifts beside the lines of the ledger: those that one bought moved no credit of one's own, and are history all the same. */
import { useQuery } from '@tanstack/react-query'

import { giftsQuery, paymentQueries, type Gift } from '#entities/payment/payment-queries.ts'
import { calledBy } from '#entities/profile/person-card.ts'

import type { HistoryLine } from './lines.ts'

export interface GivenGift {
  gift: Gift
  at: string
  /** Null where it went as a code. */
  to: string | null
  /** What it cost. */
  francs: number | undefined
}

export function useHistoryGifts(userId: string, somebody: string) {
  const gifts = useQuery(giftsQuery(userId))
  const payments = useQuery(paymentQueries.own(userId))
  const { gifts: all = [], people } = gifts.data ?? {}
  const nameOf = (id: string) => {
    const person = people?.get(id)
    return person ? calledBy(person) : somebody
  }
  return {
    isRead: !gifts.isPending,
    /** Those that one paid for, no earlier than what else is shown. */
    givenSince: (since: string): GivenGift[] =>
      all.flatMap((gift) => {
        const { is_mine_to_give: isMine, opened_at: at, recipient_id: to, payment_id: payment } = gift
        if (!isMine || at === null || (since !== '' && Date.parse(at) < Date.parse(since))) return []
        const francs = payments.data?.find(({ id }) => id === payment)?.amount
        return [{ gift, at, to: to === null ? null : nameOf(to), francs }]
      }),
    /** What came to oneself by a gift: from whom, and with which words. */
    gotBy: ({ refType, refId }: HistoryLine): { who: string; words: string | null } | null => {
      const gift = refType === 'gift' ? all.find(({ id }) => id === refId) : undefined
      if (!gift || gift.is_mine_to_give) return null
      return { who: nameOf(gift.giver_id), words: gift.message }
    },
  }
}
