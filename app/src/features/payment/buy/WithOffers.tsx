import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useOnline } from '#data/network.ts'
import { paymentQueries, type Offer, type Operator } from '#entities/payment/payment-queries.ts'
import { useTeenUntil } from '#entities/profile/teen-mode/teen-mode.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { paymentMessages } from '../payment.i18n.ts'

export interface WithOffersProps {
  children: (offers: readonly Offer[], operators: readonly Operator[]) => ReactNode
}

/** What is sold and by whom it can be paid, once both are known. */
export function WithOffers({ children }: WithOffersProps) {
  const m = useMessages(paymentMessages)
  const offers = useQuery(paymentQueries.offers())
  const operators = useQuery(paymentQueries.operators())
  const isOnline = useOnline()
  const teenUntil = useTeenUntil()
  if (teenUntil !== null) {
    return (
      <Alert tone="info" title={m.teen}>
        {m.teenText}
      </Alert>
    )
  }
  if (offers.data && operators.data) return children(offers.data, operators.data)
  if (isOnline && !offers.isError && !operators.isError) return <Skeleton className="h-96 w-full" />
  const readAgain = () => {
    void offers.refetch()
    void operators.refetch()
  }
  const again = (
    <Button size="sm" variant="line" onClick={readAgain}>
      {m.retry}
    </Button>
  )
  return isOnline ? (
    <Alert tone="danger" title={m.unreadable} action={again} />
  ) : (
    <Alert tone="warning" title={m.offline} action={again} />
  )
}
