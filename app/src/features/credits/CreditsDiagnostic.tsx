import { isOnline } from '#data/network.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import type { CreditsRead } from './check-credits.ts'
import { CreditAccounts } from './CreditAccounts.tsx'
import { CreditChecks } from './CreditChecks.tsx'
import { CreditEntries } from './CreditEntries.tsx'
import { creditsMessages } from './credits.i18n.ts'
import { OpenHolds } from './OpenHolds.tsx'
import { useCreditsRead, type CreditsReading } from './use-credits-read.ts'

/** One's own accounts, holds and entries, and whether they agree (spec §2). */
export function CreditsDiagnostic({ userId }: { userId: string }) {
  const reading = useCreditsRead(userId)
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
