import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { earningsQueries, leastPayout } from '../earnings-queries.ts'
import { AmountForm } from './AmountForm.tsx'
import { BankForm, type BankFormProps } from './BankForm.tsx'
import { obstacleWords } from './refusal.ts'
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
    return isError ? <Alert tone="warning" title={m.unread} action={retry} /> : <Skeleton className="h-60 rounded-lg" />
  const { obstacle, until, destination, at_most: atMost } = data
  if (destination === null || obstacle === 'payout_no_account' || obstacle === 'payout_account_unready')
    return <BankForm countries={countries} isBegun={isBegun} />
  const most = Math.floor(Math.min(available, atMost) / 5) * 5
  return (
    <div className="grid gap-4">
      {obstacle !== null && <Alert tone="info">{obstacleWords(m, obstacle, until)}</Alert>}
      <p className="font-semibold">{m.toBank(destination.last4)}</p>
      {available < leastPayout && (
        <Alert tone="info" title={m.payout_minimum}>
          {m.payout_balance(available)}
        </Alert>
      )}
      {most >= leastPayout && (
        <AmountForm
          terms={data}
          way="bank"
          last4={destination.last4}
          most={most}
          isStopped={obstacle !== null}
          onDone={onDone}
        />
      )}
    </div>
  )
}
