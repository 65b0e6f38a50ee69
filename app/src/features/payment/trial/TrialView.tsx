import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { queryClient } from '#data/query-client.ts'
import { paymentQueries, refreshPayments, type Offer } from '#entities/payment/payment-queries.ts'
import { PaymentRefused, startPayment } from '#entities/payment/start-payment.ts'
import { usePayment, usePaymentNews } from '#entities/payment/use-payment.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { formatDate, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { cardOutcomes } from '../sandbox/card-outcomes.ts'
import { askClock, clockQuery, postingsQuery, pressCard, type Clock, type ClockStep } from './trial-queries.ts'
import { trialMessages, trialNumbers } from './trial.i18n.ts'

/** Starts any outcome of the sandbox, and shows what it did to the ledger, line by line. */
export function TrialView({ clock }: { clock: Clock }) {
  const m = useMessages(trialMessages)
  const { data: offers } = useQuery(paymentQueries.offers())
  const topUp = offers?.find(({ kind }) => kind === 'topup')
  const [runs, setRuns] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (outcome: string) => tryOut(outcome, topUp!, runs.length),
    onSuccess: (id) => setRuns((before) => [id, ...before.filter((known) => known !== id)]),
  })
  usePaymentNews()
  const outcome = (name: string, words: string) => (
    <li key={name}>
      <Button
        variant="line"
        wide
        disabled={isPending || !topUp}
        className="justify-start! text-left whitespace-normal!"
        onClick={() => mutate(name)}
      >
        <span className="num text-text-3">{/^\d/u.test(name) && name}</span>
        {words}
      </Button>
    </li>
  )
  return (
    <div className="grid gap-6">
      <ClockCard clock={clock} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <section className="grid gap-3 lg:col-start-2" aria-live="polite">
          <h2>{m.runs}</h2>
          {error && (
            <Alert tone="danger">{m.refused(error instanceof PaymentRefused ? error.code : error.message)}</Alert>
          )}
          {runs.length === 0 && <p className="text-sm text-text-3">{m.none}</p>}
          {runs.map((id) => (
            <Run key={id} id={id} />
          ))}
        </section>
        <section className="grid gap-3 lg:col-start-1 lg:row-start-1">
          <h2>{m.numbers}</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {trialNumbers.map((number) => outcome(number, m.outcome(number)))}
          </ul>
          <h2>{m.cards}</h2>
          <ul className="grid gap-2 sm:grid-cols-2">{cardOutcomes.map((card) => outcome(card, m[card]))}</ul>
        </section>
      </div>
    </div>
  )
}

/** From a hundred francs up: what is open already would be opened again at the same price. */
async function tryOut(outcome: string, { priceId }: Offer, before: number): Promise<string> {
  const isCard = outcome.startsWith('card')
  const method = isCard
    ? ({ kind: 'card' } as const)
    : ({ kind: 'mobile_money', operator: 'mtn_bj', number: `01000000${outcome}` } as const)
  const order = { price_id: priceId, credits: 2 + (before % 8), method }
  const { payment_id: id, next } = await startPayment(order, crypto.randomUUID())
  if (isCard && next.kind === 'url') await pressCard(next.url, outcome)
  refreshPayments()
  return id
}

function ClockCard({ clock }: { clock: Clock }) {
  const m = useMessages(trialMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: (by: ClockStep) => askClock(by),
    onSuccess: (moved) => {
      queryClient.setQueryData(clockQuery.queryKey, moved)
      refreshPayments()
    },
  })
  return (
    <section className="card flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-base">{m.clock}</h2>
        <p className="num">
          {formatDate(clock.now)}, {formatTime(clock.now)}
        </p>
      </div>
      {clock.may_move ? (
        <div className="flex flex-wrap gap-2">
          {(['hour', 'day', 'month'] as const).map((step) => (
            <Button key={step} disabled={isPending} onClick={() => mutate(step)}>
              {m[step]}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-sm text-text-3">{m.staffMoves}</p>
      )}
    </section>
  )
}

function Run({ id }: { id: string }) {
  const m = useMessages(trialMessages)
  const { data: payment } = usePayment(id)
  const { data: postings } = useQuery({ ...postingsQuery(id), refetchInterval: 3000 })
  const transfers = [...Map.groupBy(postings ?? [], (leg) => leg.id)]
  return (
    <article className="card grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>{payment && m.status(payment.status, payment.reason)}</strong>
        <span className="num text-sm">{payment && `${formatNumber(payment.amount)} FCFA`}</span>
        <Link to={paths.paymentSuccess} search={{ p: id }} className="text-sm underline">
          {m.open}
        </Link>
      </p>
      {postings?.length === 0 && <p className="text-sm text-text-3">{m.noPostings}</p>}
      {transfers.map(([transfer, legs]) => (
        <table key={transfer} className="w-full text-xs">
          <caption className="text-left text-sm font-semibold">{legs[0]?.kind}</caption>
          <tbody>
            {legs.map(({ owner, account, asset, amount }) => (
              <tr key={`${owner} ${account} ${asset}`}>
                <th scope="row" className="py-0.5 text-left font-normal text-text-2">
                  {owner === 'person' ? m.person : m.platform} / {account}
                </th>
                <td className={classNames('num text-right', amount > 0 && 'text-success-text')}>
                  {amount > 0 ? '+' : '−'}
                  {formatNumber(Math.abs(amount))} {asset}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </article>
  )
}
