import type { PayoutHold } from '@product/contract'
import { useMutation, useQuery } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { earningsQueries, refreshEarnings, type Payout } from './earnings-queries.ts'
import { earningsMessages } from './earnings.i18n.ts'

const holds = {
  first: 'holdFirst',
  large: 'holdLarge',
  unusual: 'holdUnusual',
  young: 'holdYoung',
  shared_number: 'holdSharedNumber',
  one_source: 'holdOneSource',
  abroad: 'holdAbroad',
} as const satisfies Record<PayoutHold, string>

const reasons: Readonly<Record<string, 'whyAccount' | 'whyNumberUnknown' | 'whyLimit' | 'whyRefused'>> = {
  account: 'whyAccount',
  number_unknown: 'whyNumberUnknown',
  limit: 'whyLimit',
  refused: 'whyRefused',
}

type Words = ReturnType<typeof useMessages<typeof earningsMessages.fr>>

function standing(m: Words, { status, reason, amount, operator }: Payout): string {
  if (status === 'sent' && operator === 'stripe') return m.sentToBank
  if (status === 'failed') return m.failed(m[reasons[reason ?? ''] ?? 'whyOther'], m.francs(amount))
  return status === 'prepared' && reason === 'queued' ? m.queued : m[status]
}

export function PayoutList() {
  const m = useMessages(earningsMessages)
  const { data } = useQuery(earningsQueries.payouts(useUserId()))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="payouts" className="card">
      <h2 id="payouts" className="text-base">
        {m.payouts}
      </h2>
      <ol className="mt-1 divide-y divide-line">
        {data.map((payout) => (
          <Line key={payout.id} payout={payout} />
        ))}
      </ol>
    </section>
  )
}

function Line({ payout }: { payout: Payout }) {
  const m = useMessages(earningsMessages)
  const { data: operators } = useQuery(paymentQueries.operators())
  const cancel = useMutation({
    mutationFn: () => callSignedIn('cancel_payout', { payout: payout.id }),
    onError: (error) =>
      toast({
        title: error instanceof DataError && !error.isRetryable ? m.cancelFailed : m.notCanceled,
        tone: 'danger',
      }),
    onSettled: refreshEarnings,
  })
  const { amount, fee, status, operator, last4, created_at: asked } = payout
  const name = operators?.find(({ code }) => code === operator)?.name ?? operator
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3 text-sm">
      <span className="min-w-0 font-semibold">
        {m.francs(amount - fee)} {operator === 'stripe' ? m.toBank(last4) : m.to(name, last4)}
      </span>
      {payout.may_cancel ? (
        <Button size="sm" variant="line" busyLabel={cancel.isPending && m.cancel} onClick={() => cancel.mutate()}>
          {m.cancel}
        </Button>
      ) : (
        <span />
      )}
      <span className="col-span-full text-xs text-text-3">
        {formatDay(asked)} · {standing(m, payout)}
        {status === 'held' && ` · ${payout.holds.map((hold) => m[holds[hold]]).join(', ')}`}
      </span>
    </li>
  )
}
