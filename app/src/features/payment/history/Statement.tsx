import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { creditQueries } from '#entities/credits/credit-queries.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { formatDay, formatNumber, formatTime } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { creationIds, paidWorkQuery, type PaidWork } from '../ledger/paid-work.ts'
import { WorkLink } from '../ledger/WorkLink.tsx'
import { paymentMessages } from '../payment.i18n.ts'
import { historyMessages } from './history.i18n.ts'
import { isOf, linesOf, wordLine, type HistoryFilter, type HistoryLine } from './lines.ts'

export interface StatementProps {
  userId: string
  filter: Exclude<HistoryFilter, 'purchases'>
}

const fewest = 15

export function Statement({ userId, filter }: StatementProps) {
  const m = useMessages(historyMessages)
  const { lines, works, open, statement, hasFailed } = useLines(userId, filter)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = statement
  const isWanting = lines !== null && lines.length < fewest && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (isWanting) void fetchNextPage()
  }, [isWanting, fetchNextPage])
  if (lines === null)
    return hasFailed ? <Failed onRetry={() => void statement.refetch()} /> : <Skeleton className="h-60 w-full" />
  if (lines.length === 0 && !hasNextPage) return <Nothing filter={filter} />
  return (
    <>
      <ol className="card divide-y divide-line py-1!">
        {lines.map((line) => (
          <Line key={line.id} line={line} words={wordLine(m, line, open)} work={works.get(line.refId ?? '')} />
        ))}
      </ol>
      {hasNextPage && (
        <Button wide busyLabel={isFetchingNextPage && m.loading} onClick={() => void fetchNextPage()}>
          {m.more}
        </Button>
      )}
    </>
  )
}

function useLines(userId: string, filter: HistoryFilter) {
  const { data: balance, isError: isBalanceLost } = useCredits()
  const statement = useInfiniteQuery(creditQueries.statement(userId))
  const holds = useQuery(creditQueries.holds(userId))
  const entries = statement.data?.pages.flat() ?? []
  const works = useQuery(paidWorkQuery(userId, creationIds(entries)))
  // The balance that a transfer left is told of it once all of its entries are there: the last one may be cut.
  const isRead = balance !== undefined && statement.data !== undefined
  return {
    lines: isRead ? linesOf(entries, balance.available).filter((line) => isOf(filter, line)) : null,
    works: works.data ?? new Map<string, PaidWork>(),
    open: new Set(holds.data?.map(({ ref_id: id }) => id ?? '')),
    statement,
    hasFailed: statement.isError || isBalanceLost,
  }
}

function Line({ line, words, work }: { line: HistoryLine; words: string; work: PaidWork | undefined }) {
  const m = useMessages(historyMessages)
  const { at, change, balance, refType, refId } = line
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <div className="min-w-0">
        <p className="text-sm font-semibold">
          {refType === 'payment' && refId !== null ? (
            <Link to={paths.paymentSuccess} search={{ p: refId }} className="hover:underline">
              {words}
            </Link>
          ) : (
            words
          )}
        </p>
        {refType === 'generation' && <WorkLink work={work} />}
        <p className="text-xs text-text-3">
          <time dateTime={at}>
            {formatDay(at)}, {formatTime(at)}
          </time>
        </p>
      </div>
      <p className="text-right">
        <span className={classNames('num text-lg leading-tight', change > 0 && 'text-success-text')}>
          {change > 0 ? '+' : '−'}
          {formatNumber(Math.abs(change))}
        </span>
        <span className="block text-xs text-text-3">{m.balance(formatNumber(balance))}</span>
      </p>
    </li>
  )
}

function Nothing({ filter }: { filter: StatementProps['filter'] }) {
  const m = useMessages(historyMessages)
  const words = {
    all: [m.emptyAll, m.emptyAllText],
    spending: [m.emptySpending, m.emptySpendingText],
    earned: [m.emptyEarned, m.emptyEarnedText],
    gifts: [m.emptyGifts, m.emptyGiftsText],
  } as const
  const [title, text] = words[filter]
  const buy = (
    <Link to={paths.payment} className={buttonClass({ variant: 'line' })}>
      {m.buy}
    </Link>
  )
  return <EmptyState title={title} text={text} action={filter === 'all' && buy} />
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(historyMessages)
  const p = useMessages(paymentMessages)
  const again = (
    <Button size="sm" variant="line" onClick={onRetry}>
      {p.retry}
    </Button>
  )
  return <Alert tone="danger" title={m.failed} action={again} />
}
