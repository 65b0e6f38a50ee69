import { earningSources } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Answer } from '#data/question.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'

import { Acts, Head, Noting, useStaffAct } from './acts.tsx'
import { staffPayoutMessages } from './payouts.i18n.ts'
import { staffQueries } from './staff-queries.ts'
import { StaffList } from './StaffList.tsx'

type StaffPayout = Answer<'staff_payouts'>[number]

/** Withdrawals that a person looks at before they leave, and what was decided about others. */
export function StaffPayouts() {
  const m = useMessages(staffPayoutMessages)
  return (
    <div className="grid gap-7">
      <StaffList
        title={m.held}
        empty={m.noHeld}
        query={useQuery(staffQueries.held())}
        render={(payout) => <HeldCard key={payout.id} payout={payout} />}
      />
      <StaffList
        title={m.decided}
        empty={m.noDecided}
        query={useQuery(staffQueries.decided())}
        render={(payout) => <DecidedCard key={payout.id} payout={payout} />}
      />
    </div>
  )
}

const aDay = 86_400_000
const isOverdue = (since: string): boolean => Date.now() - Date.parse(since) > aDay

function HeldCard({ payout }: { payout: StaffPayout }) {
  const m = useMessages(staffPayoutMessages)
  const { id, amount, holds, created_at: asked } = payout
  const decide = (isSent: boolean) => (note: string) =>
    callSignedIn('decide_payout', { payout: id, is_sent: isSent, note })
  const release = useStaffAct(decide(true))
  const refuse = useStaffAct(decide(false))
  return (
    <article className="card grid gap-3" aria-label={m.held}>
      <Head title={m.francs(amount)} at={asked} />
      {isOverdue(asked) && <p className="text-sm font-semibold text-danger-text">{m.overdue}</p>}
      <ul className="flex flex-wrap gap-1.5">
        {holds.map((hold) => (
          <li key={hold} className="rounded-full bg-surface-2 px-2.5 py-0.5 text-xs font-medium">
            {m.hold(hold)}
          </li>
        ))}
      </ul>
      <Facts payout={payout} />
      <Noting
        isBusy={release.isPending || refuse.isPending}
        acts={[
          [m.release, release.mutate],
          [m.refuse, refuse.mutate],
        ]}
      />
    </article>
  )
}

function DecidedCard({ payout }: { payout: StaffPayout }) {
  const m = useMessages(staffPayoutMessages)
  const { amount, status, username, acts, created_at: asked } = payout
  return (
    <article className="card grid gap-1.5" aria-label={m.decided}>
      <Head title={`${m.francs(amount)} · ${m.state(status)}`} at={asked} />
      {username !== null && <p className="text-xs text-text-2">@{username}</p>}
      <Acts acts={acts} />
    </article>
  )
}

/** What helps to decide: who asks, since when they are here, and where the money came from. */
function Facts({ payout }: { payout: StaffPayout }) {
  const m = useMessages(staffPayoutMessages)
  const { data: operators } = useQuery(paymentQueries.operators())
  const { amount, fee, operator, msisdn_last4: last4, username, legal_name: name, country, sources } = payout
  const earned = earningSources.flatMap((source) => {
    const francs = sources[source]
    return francs ? [m.source(source, francs)] : []
  })
  const facts = [
    [m.whoAsks, [username && `@${username}`, name, country].filter(Boolean).join(' · ')],
    [m.memberSince, payout.member_since === null ? '' : formatDay(payout.member_since)],
    [m.sentBefore, payout.sent_before === 0 ? m.nothingYet : m.francs(payout.sent_before)],
    [m.earnedBy, earned.join(', ') || m.nothingYet],
  ] as const
  const operatorName = operators?.find(({ code }) => code === operator)?.name ?? operator
  return (
    <>
      <p className="text-sm">{m.arrives(amount - fee, operatorName, last4)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        {facts.map(([label, fact]) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
