import type { PayoutTerms } from '@product/contract'
import type { ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { leastPayout } from '../earnings-queries.ts'
import { AmountForm, type AmountFormProps } from './AmountForm.tsx'
import { obstacleWords } from './refusal.ts'
import { withdrawMessages } from './withdraw.i18n.ts'

export interface AmountStepProps extends Pick<AmountFormProps, 'way' | 'last4' | 'onDone'> {
  terms: PayoutTerms
  /** In francs. */
  available: number
  /** Where it goes, in words. */
  destination: string
  /** What helps against the obstacle. */
  help?: ReactNode
}

/** How much, once it is known where to: or why not now, and until when. */
export function AmountStep({ terms, available, destination, help, ...form }: AmountStepProps) {
  const m = useMessages(withdrawMessages)
  const { obstacle, until, at_most: atMost } = terms
  const most = Math.floor(Math.min(available, atMost) / 5) * 5
  return (
    <>
      {obstacle !== null && (
        <Alert tone="info" action={help}>
          {obstacleWords(m, obstacle, until)}
        </Alert>
      )}
      <p className="font-semibold">{destination}</p>
      {available < leastPayout && (
        <Alert tone="info" title={m.payout_minimum}>
          {m.payout_balance(available)}
        </Alert>
      )}
      {most >= leastPayout && <AmountForm terms={terms} most={most} isStopped={obstacle !== null} {...form} />}
    </>
  )
}
