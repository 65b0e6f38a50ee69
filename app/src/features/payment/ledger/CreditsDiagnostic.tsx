import { isOnline } from '#data/network.ts'
import { refreshCredits, type Balance, type CreditHold } from '#entities/credits/credit-queries.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { formatAgo, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import type { CreditsRead } from './check-credits.ts'
import { CreditChecks } from './CreditChecks.tsx'
import { CreditEntries } from './CreditEntries.tsx'
import { creditsMessages } from './credits.i18n.ts'
import type { PaidWork } from './paid-work.ts'
import { TryCredits } from './TryCredits.tsx'
import type { CreditsReading } from './use-credits-read.ts'
import { WorkLink } from './WorkLink.tsx'

/** One's own accounts, holds and entries, and whether they agree (spec §2). */
export function CreditsDiagnostic({ reading }: { reading: CreditsReading }) {
  if (reading.read) return <Shown {...reading} read={reading.read} />
  return reading.hasFailed ? <NotRead /> : <Loading />
}

function Shown({
  read,
  works,
  hasFailed,
  isReading,
  since,
  readMore,
  isReadingMore,
}: CreditsReading & { read: CreditsRead }) {
  const m = useMessages(creditsMessages)
  const { balance, holds, entries } = read
  return (
    <div className="grid gap-4">
      {hasFailed && <Stale since={since} />}
      <CreditAccounts balance={balance} />
      <TryCredits />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <CreditChecks read={read} isReading={isReading} onAgain={refreshCredits} />
        <OpenHolds holds={holds} works={works} />
      </div>
      {entries.length === 0 ? <NoEntries /> : <CreditEntries entries={entries} works={works} />}
      {readMore && (
        <div className="grid place-items-center">
          <Button busyLabel={isReadingMore && m.loading} onClick={readMore}>
            {m.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function Loading() {
  const m = useMessages(creditsMessages)
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.loadingLabel}</span>
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

function NotRead() {
  const m = useMessages(creditsMessages)
  return (
    <Alert tone="danger" action={<Retry />}>
      {isOnline() ? m.failed : m.offline}
    </Alert>
  )
}

function Stale({ since }: { since: number }) {
  const m = useMessages(creditsMessages)
  return (
    <Alert tone="warning" action={<Retry />}>
      {m.stale(formatAgo(new Date(since)))}
    </Alert>
  )
}

function Retry() {
  const m = useMessages(creditsMessages)
  return (
    <Button size="sm" onClick={refreshCredits}>
      {m.retry}
    </Button>
  )
}

function NoEntries() {
  const m = useMessages(creditsMessages)
  return (
    <EmptyState
      title={m.noEntriesTitle}
      text={m.noEntries}
      action={<Button onClick={() => openModal('create')}>{m.create}</Button>}
    />
  )
}

const shown = ['promo', 'paid', 'held', 'debt'] as const

function CreditAccounts({ balance }: { balance: Balance }) {
  const m = useMessages(creditsMessages)
  const { left } = useMessages(creditMessages)
  return (
    <section className="card" aria-labelledby="accounts">
      <h2 id="accounts" className="sr-only">
        {m.accounts}
      </h2>
      <p className="flex items-center gap-3">
        <i aria-hidden="true" className="losange text-lg text-credit" />
        <span className="display text-xl">{left(balance.available)}</span>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        {shown.map((account) => (
          <div key={account} className="border-t border-line pt-2">
            <dt className="text-sm text-text-3">{m[account]}</dt>
            <dd className="num text-xl" data-account={account}>
              {formatNumber(balance[account])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface OpenHoldsProps {
  holds: readonly CreditHold[]
  works: ReadonlyMap<string, PaidWork>
}

function OpenHolds({ holds, works }: OpenHoldsProps) {
  const m = useMessages(creditsMessages)
  const { credits } = useMessages(creditMessages)
  return (
    <section className="card" aria-labelledby="holds">
      <h2 id="holds">{m.holds}</h2>
      {holds.length === 0 && <p className="mt-2 text-sm text-text-3">{m.noHolds}</p>}
      <ul className="mt-1 divide-y divide-line text-sm">
        {holds.map((hold) => (
          <li key={hold.id} className="flex items-baseline justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <WorkLink work={works.get(hold.ref_id)} />
              <p className="text-xs text-text-3">{m.until(formatTime(hold.expires_at))}</p>
            </div>
            <span className="num flex-none">{credits(hold.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
