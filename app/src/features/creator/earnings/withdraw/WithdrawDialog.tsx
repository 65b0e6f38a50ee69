/** From « Disponible » to one's phone or bank: who one is and which number, once; then an amount, asked once more. */
import type { PayoutTerms } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'

import { earningsQueries } from '../earnings-queries.ts'
import { AmountStep } from './AmountStep.tsx'
import { bankOffer } from './bank.ts'
import { IdentityForm } from './IdentityForm.tsx'
import { NumberForm } from './NumberForm.tsx'
import { ToBank } from './ToBank.tsx'
import { withdrawMessages } from './withdraw.i18n.ts'

export interface WithdrawDialogProps {
  /** In francs. */
  available: number
  onClose: () => void
}

export function WithdrawDialog({ available, onClose }: WithdrawDialogProps) {
  const m = useMessages(withdrawMessages)
  const { data: bank } = useQuery(bankOffer(useUserId()))
  const [chosen, setChosen] = useState<'mobile_money' | 'bank' | null>(null)
  const way = bank?.is_offered ? (chosen ?? (bank.is_begun ? 'bank' : 'mobile_money')) : 'mobile_money'
  return (
    <Dialog title={m.title} onClose={onClose}>
      {/* It comes when the bank's terms do: what was typed below stays. */}
      {bank?.is_offered && (
        <div className="mb-4">
          <SegmentedControl
            label={m.way}
            value={way}
            options={[
              { value: 'mobile_money', label: m.toPhone },
              { value: 'bank', label: m.toAccount },
            ]}
            onChange={setChosen}
          />
        </div>
      )}
      {bank && way === 'bank' ? (
        <ToBank available={available} countries={bank.countries} isBegun={bank.is_begun} onDone={onClose} />
      ) : (
        <ToPhone available={available} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ToPhone({ available, onClose }: WithdrawDialogProps) {
  const m = useMessages(withdrawMessages)
  const { data, isError, refetch } = useQuery(earningsQueries.terms(useUserId()))
  const [isChanging, setChanging] = useState(false)
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  if (!data)
    return isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-60 rounded-lg" />
  if (isChanging) return <NumberForm onDone={() => setChanging(false)} />
  return <Step terms={data} available={available} onChange={() => setChanging(true)} onClose={onClose} />
}

interface StepProps extends WithdrawDialogProps {
  terms: PayoutTerms
  onChange: () => void
}

function Step({ terms, available, onChange, onClose }: StepProps) {
  const m = useMessages(withdrawMessages)
  const { obstacle, legal_name: name, destination } = terms
  const { data: operators } = useQuery(paymentQueries.operators())
  if (obstacle === 'payout_identity' || name === null) return <IdentityForm />
  if (obstacle === 'payout_no_number' || destination === null) return <NumberForm onDone={() => undefined} />
  const operatorName = operators?.find(({ code }) => code === destination.operator)?.name ?? destination.operator
  const { last4 } = destination
  const buy = (
    <Link to={paths.payment} className="font-semibold text-link">
      {m.buy}
    </Link>
  )
  return (
    <div className="grid gap-4">
      <AmountStep
        terms={terms}
        way="mobile_money"
        last4={last4}
        available={available}
        destination={m.to(operatorName, last4)}
        help={obstacle === 'payout_number_unpaid' && buy}
        onDone={onClose}
      />
      <Button variant="ghost" onClick={onChange}>
        {m.change}
      </Button>
    </div>
  )
}
