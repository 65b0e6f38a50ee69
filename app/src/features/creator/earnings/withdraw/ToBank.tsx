import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { earningsQueries } from '../earnings-queries.ts'
import { AmountStep } from './AmountStep.tsx'
import { BankForm, type BankFormProps } from './BankForm.tsx'
import { withdrawMessages } from './withdraw.i18n.ts'

export interface ToBankProps extends BankFormProps {
  /** In francs. */
  available: number
  onDone: () => void
}

/** From « Disponible » to one's bank. */
export function ToBank({ available, countries, isBegun, onDone }: ToBankProps) {
  const m = useMessages(withdrawMessages)
  const { data, isError, refetch } = useQuery(earningsQueries.bankTerms(useUserId()))
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  if (!data)
    return isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-60 rounded-lg" />
  const { obstacle, destination } = data
  if (destination === null || obstacle === 'payout_no_account' || obstacle === 'payout_account_unready')
    return <BankForm countries={countries} isBegun={isBegun} />
  const { last4 } = destination
  return (
    <div className="grid gap-4">
      <AmountStep
        terms={data}
        way="bank"
        last4={last4}
        available={available}
        destination={m.toBank(last4)}
        onDone={onDone}
      />
    </div>
  )
}
