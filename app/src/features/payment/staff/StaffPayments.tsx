import { useQuery } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Answer } from '#data/question.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { Acts, Head, Noting, useStaffAct } from './acts.tsx'
import { FindingCard } from './FindingCard.tsx'
import { PromoCodes } from './PromoCodes.tsx'
import { staffQueries } from './staff-queries.ts'
import { staffMessages } from './staff.i18n.ts'
import { StaffList } from './StaffList.tsx'

type Reviewed = Answer<'staff_payments'>[number]
type Dispute = Answer<'staff_disputes'>[number]

/** What the staff must look at: findings, payments that nobody could resolve, and what banks contest. */
export function StaffPayments() {
  const m = useMessages(staffMessages)
  return (
    <div className="grid gap-7">
      <StaffList
        title={m.findings}
        empty={m.noFindings}
        query={useQuery(staffQueries.findings())}
        render={(finding) => <FindingCard key={finding.id} finding={finding} />}
      />
      <StaffList
        title={m.review}
        empty={m.noReview}
        query={useQuery(staffQueries.review())}
        render={(payment) => <ReviewCard key={payment.id} payment={payment} />}
      />
      <StaffList
        title={m.disputes}
        empty={m.noDisputes}
        query={useQuery(staffQueries.disputes())}
        render={(dispute) => <DisputeCard key={`${dispute.provider} ${dispute.provider_ref}`} dispute={dispute} />}
      />
      <section className="grid gap-3">
        <h2>{m.promo}</h2>
        <PromoCodes />
      </section>
      <StaffList
        title={m.settled}
        empty={m.noSettled}
        query={useQuery(staffQueries.settled())}
        render={(finding) => <FindingCard key={finding.id} finding={finding} />}
      />
    </div>
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
      <Acts acts={payment.acts} />
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
