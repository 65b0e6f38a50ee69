import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { isUuid } from '#data/uuid.ts'
import { refreshOrders } from '#entities/commission/order/order-queries.ts'
import { isOpen, paymentQueries, type Operator, type Payment } from '#entities/payment/payment-queries.ts'
import { usePayment } from '#entities/payment/use-payment.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { PayPanel } from '../buy/PayPanel.tsx'
import type { Milestone } from '../buy/use-purchase.ts'
import { WithOffers } from '../buy/WithOffers.tsx'
import { useStepFocus } from '../follow/use-step-focus.ts'
import { Waiting } from '../follow/Waiting.tsx'
import { paymentMessages } from '../payment.i18n.ts'
import { reasonWords } from '../problem-words.ts'
import { problemMessages } from '../problem.i18n.ts'

export interface MilestoneSheetProps {
  /** What is to be paid now; null where nothing is any more. */
  due: (Milestone & { amount: number }) | null
  /** The payment that it waits for, by its id. */
  paymentId: string
  /** Back to the order, whatever was paid. */
  returnTo: string
  onFollow: (paymentId: string) => void
  onClose: () => void
}

/** Pays one milestone of an order over its page, which is drawn anew underneath. */
export function MilestoneSheet(props: MilestoneSheetProps) {
  const m = useMessages(paymentMessages)
  const { paymentId, onClose } = props
  return (
    <Dialog title={m.payMilestone} onClose={onClose}>
      {isUuid(paymentId) ? <Following key={paymentId} {...props} /> : <Choosing {...props} failed={null} />}
    </Dialog>
  )
}

function Following(props: MilestoneSheetProps) {
  const { paymentId, onClose } = props
  const { data: payment, isError } = usePayment(paymentId)
  const operators = useQuery(paymentQueries.operators())
  const operator = operators.data?.find(({ code }) => code === payment?.method)
  const isPaid = payment?.status === 'paid'
  const box = useStepFocus(payment && (isOpen(payment) ? 'open' : payment.status), true)
  useEffect(() => {
    if (!isPaid) return
    toast({ title: currentMessages(paymentMessages).milestonePaid })
    void refreshOrders()
    onClose()
  }, [isPaid, onClose])
  if (isError && !payment) return <Choosing {...props} failed={null} />
  if (!payment || isPaid) return <Skeleton className="h-80 w-full" />
  if (!isOpen(payment)) return <Choosing {...props} failed={payment} operator={operator} />
  return (
    <div ref={box}>
      <Waiting payment={payment} operator={operator} isInSheet />
    </div>
  )
}

interface ChoosingProps extends MilestoneSheetProps {
  /** What was tried before, and came to nothing. */
  failed: Payment | null
  operator?: Operator | undefined
}

function Choosing({ due, returnTo, failed, operator, onFollow }: ChoosingProps) {
  const p = useMessages(paymentMessages)
  const problems = useMessages(problemMessages)
  if (due === null) return <Alert tone="warning">{problems.problem_commission_state}</Alert>
  const { amount, ...milestone } = due
  const words = failed && (failed.status === 'review' ? p.review : reasonWords(problems, failed, operator?.name))
  return (
    <div className="grid gap-4">
      {words !== null && <Alert tone={failed?.status === 'review' ? 'info' : 'danger'}>{words}</Alert>}
      <WithOffers>
        {(_, operators) => (
          <PayPanel
            isPlain
            what={{ priceId: '', credits: 0, amount, milestone }}
            operators={operators}
            returnTo={returnTo}
            onStarted={({ payment_id: id }) => onFollow(id)}
          />
        )}
      </WithOffers>
    </div>
  )
}
