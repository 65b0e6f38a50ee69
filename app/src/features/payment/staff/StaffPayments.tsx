import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Answer } from '#data/question.ts'
import { formatDay, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { Head, Noting, root, useStaffAct } from './acts.tsx'
import { FindingCard } from './FindingCard.tsx'
import { PromoCodes } from './PromoCodes.tsx'
import { staffMessages } from './staff.i18n.ts'

type Reviewed = Answer<'staff_payments'>[number]
type Dispute = Answer<'staff_disputes'>[number]

/** What the staff must look at: findings, payments that nobody could resolve, and what banks contest. */
export function StaffPayments() {
  const m = useMessages(staffMessages)
  return (
    <div className="grid gap-7">
      <List
        title={m.findings}
        empty={m.noFindings}
        query={{
          queryKey: [...root, 'findings'],
          queryFn: () => callSignedIn('staff_findings', {}),
        }}
        render={(finding) => <FindingCard key={finding.id} finding={finding} />}
      />
      <List
        title={m.review}
        empty={m.noReview}
        query={{
          queryKey: [...root, 'review'],
          queryFn: () => callSignedIn('staff_payments', {}),
        }}
        render={(payment) => <ReviewCard key={payment.id} payment={payment} />}
      />
      <List
        title={m.disputes}
        empty={m.noDisputes}
        query={{
          queryKey: [...root, 'disputes'],
          queryFn: () => callSignedIn('staff_disputes', {}),
        }}
        render={(dispute) => <DisputeCard key={`${dispute.provider} ${dispute.provider_ref}`} dispute={dispute} />}
      />
      <section className="grid gap-3">
        <h2>{m.promo}</h2>
        <PromoCodes />
      </section>
      <List
        title={m.settled}
        empty={m.noSettled}
        query={{
          queryKey: [...root, 'settled'],
          queryFn: () => callSignedIn('staff_findings', { p_open: false }),
        }}
        render={(finding) => <FindingCard key={finding.id} finding={finding} />}
      />
    </div>
  )
}

interface ListProps<Item> {
  title: string
  empty: string
  query: UseQueryOptions<Item[]>
  render: (item: Item) => ReactNode
}

function List<Item>({ title, empty, query, render }: ListProps<Item>) {
  const m = useMessages(staffMessages)
  const { data, isError, refetch } = useQuery(query)
  const again = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <section className="grid gap-3">
      <h2>{title}</h2>
      {!data && !isError && <Skeleton className="h-24 w-full" />}
      {!data && isError && <Alert tone="danger" title={m.unreadable} action={again} />}
      {data?.length === 0 && <p className="text-sm text-text-3">{empty}</p>}
      {data?.map(render)}
    </section>
  )
}

function ReviewCard({ payment }: { payment: Reviewed }) {
  const m = useMessages(staffMessages)
  const {
    id,
    username,
    amount,
    currency,
    credits,
    reason,
    provider,
    provider_ref: ref,
    provider_status: status,
  } = payment
  const reread = useStaffAct((note) => callSignedIn('reread_payment', { p_payment: id, p_note: note }))
  const fail = useStaffAct((note) => callSignedIn('fail_payment', { p_payment: id, p_note: note }))
  return (
    <article className="card grid gap-3" aria-label={m.review}>
      <Head title={`${formatNumber(amount)} ${currency} · ${formatNumber(credits)}`} at={payment.created_at} />
      <p className="text-xs wrap-anywhere text-text-2">
        {[username && `@${username}`, reason, provider, ref, status].filter(Boolean).join(' · ')}
      </p>
      {payment.acts.map(({ act, by, note, at }) => (
        <p key={at} className="text-xs text-text-3">
          {m.by(by === null ? m.somebody : `@${by}`, [m.act(act), note].filter(Boolean).join(' : '), formatDay(at))}
        </p>
      ))}
      <Noting
        isBusy={reread.isPending || fail.isPending}
        acts={[
          [m.reread, reread.mutate],
          [m.fail, fail.mutate],
        ]}
      />
    </article>
  )
}

function DisputeCard({ dispute }: { dispute: Dispute }) {
  const m = useMessages(staffMessages)
  const { username, amount, currency, frozen, state, provider, provider_ref: ref, evidence_due: due } = dispute
  return (
    <article className="card grid gap-1.5">
      <Head title={`${formatNumber(amount)} ${currency} · ${state}`} at={dispute.opened_at} />
      <p className="text-xs wrap-anywhere text-text-2">
        {[username && `@${username}`, provider, ref, formatNumber(frozen)].filter(Boolean).join(' · ')}
      </p>
      {due !== null && state === 'open' && <p className="text-sm font-medium">{m.due(formatDay(due))}</p>}
    </article>
  )
}
