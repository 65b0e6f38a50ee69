import { useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Answer } from '#data/question.ts'
import { formatDay, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { staffMessages } from './staff.i18n.ts'

const root = ['staff-payments'] as const

type Finding = Answer<'staff_findings'>[number]
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

function useStaffAct(act: (note: string) => Promise<unknown>) {
  const m = useMessages(staffMessages)
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ title: m.done }),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: root }),
  })
}

function FindingCard({ finding: { id, kind, ref, details, found_at: at } }: { finding: Finding }) {
  const m = useMessages(staffMessages)
  const settle = useStaffAct((note) => callSignedIn('settle_finding', { p_id: id, p_note: note }))
  return (
    <article className="card grid gap-3">
      <Head title={m.kind(kind)} at={at} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        {Object.entries({ ref, ...details }).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="wrap-anywhere">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      <Noting isBusy={settle.isPending} acts={[[m.settle, settle.mutate]]} />
    </article>
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
    <article className="card grid gap-3">
      <Head title={`${formatNumber(amount)} ${currency} · ${formatNumber(credits)}`} at={payment.created_at} />
      <p className="text-xs wrap-anywhere text-text-2">
        {[username && `@${username}`, reason, provider, ref, status].filter(Boolean).join(' · ')}
      </p>
      {payment.acts.map(({ act, by, note, at }) => (
        <p key={at} className="text-xs text-text-3">
          {m.by(by === null ? m.somebody : `@${by}`, [act, note].filter(Boolean).join(' : '), formatDay(at))}
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

function Head({ title, at }: { title: string; at: string }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <strong>{title}</strong>
      <time dateTime={at} className="text-xs text-text-3">
        {formatDay(at)}
      </time>
    </p>
  )
}

interface NotingProps {
  isBusy: boolean
  acts: readonly (readonly [label: string, act: (note: string) => void])[]
}

/** Nothing is done without a word: who did what, and why, stays. */
function Noting({ isBusy, acts }: NotingProps) {
  const m = useMessages(staffMessages)
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = note.trim() === ''
  const press = (act: (note: string) => void) => () => {
    setChecked(true)
    if (!isMissing) act(note.trim())
  }
  return (
    <div className="grid gap-3">
      <TextField
        label={m.note}
        value={note}
        error={isChecked && isMissing ? m.noteNeeded : null}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        {acts.map(([label, act]) => (
          <Button key={label} variant="line" disabled={isBusy} onClick={press(act)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
