import { callSignedIn } from '#data/call-signed-in.ts'
import type { Answer } from '#data/question.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'

import { Head, Noting, useStaffAct } from './acts.tsx'
import { staffMessages } from './staff.i18n.ts'

export type Finding = Answer<'staff_findings'>[number]

/** What lies before the staff, and what can be done about it; of a settled one, who did what. */
export function FindingCard({ finding }: { finding: Finding }) {
  const m = useMessages(staffMessages)
  const { kind, ref, details, found_at: at, settled_at: settled, settled_by: by, note } = finding
  return (
    <article className="card grid gap-3" aria-label={m.kind(kind)}>
      <Head title={m.kind(kind)} at={at} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        {Object.entries({ of: ref, ...details }).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{m.detail(name)}</dt>
            <dd className="wrap-anywhere">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      {settled === null ? (
        <Settling finding={finding} />
      ) : (
        <p className="text-xs text-text-2">
          {m.by(by === null ? m.somebody : `@${by}`, note ?? '', formatDay(settled))}
        </p>
      )}
    </article>
  )
}

function Settling({ finding: { id, kind, ref } }: { finding: Finding }) {
  const m = useMessages(staffMessages)
  const settle = useStaffAct((note) => callSignedIn('settle_finding', { p_id: id, p_note: note }))
  const refund = (wasPaid: boolean) => (note: string) =>
    callSignedIn('settle_refund_by_hand', { p_refund: ref, p_was_paid: wasPaid, p_note: note })
  const paidOut = useStaffAct(refund(true))
  const notPaidOut = useStaffAct(refund(false))
  const isBusy = settle.isPending || paidOut.isPending || notPaidOut.isPending
  // Decided where withdrawals are.
  if (kind === 'payout_held')
    return (
      <Button size="sm" variant="line" onClick={() => changeSearch({ area: 'payouts' })}>
        {m.seePayouts}
      </Button>
    )
  // Such a one is settled by what became of the money, and by nothing else.
  const acts =
    kind === 'refund_by_hand'
      ? ([
          [m.paidOut, paidOut.mutate],
          [m.notPaidOut, notPaidOut.mutate],
        ] as const)
      : ([[m.settle, settle.mutate]] as const)
  return <Noting isBusy={isBusy} acts={acts} />
}
