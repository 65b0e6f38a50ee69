import { useMutation } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { refreshPayments, type Gift } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { giftMessages } from './gift.i18n.ts'

/** What becomes of a gift; what was said of it in `done` is told. */
export function useGiftAct(act: 'redeem_gift' | 'return_gift' | 'take_back_gift', gift: Gift, done: string) {
  const m = useMessages(giftMessages)
  return useMutation({
    mutationFn: () => callSignedIn(act, { p_gift: gift.id }),
    onSuccess: () => toast({ title: done }),
    onError: (error) =>
      toast({ title: error instanceof DataError && error.hint === 'gift_gone' ? m.gone : m.failed, tone: 'danger' }),
    onSettled: () => {
      refreshPayments()
      refreshCredits()
    },
  })
}
