import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { creditQueries } from '#entities/credits/credit-queries.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { creationIds, paidWorkQuery, type PaidWork } from '../ledger/paid-work.ts'
import { paymentMessages } from '../payment.i18n.ts'
import { historyMessages } from './history.i18n.ts'
import { isOf, linesOf, wordLine, type HistoryFilter, type HistoryLine } from './lines.ts'
import { GivenLine, Line } from './StatementLine.tsx'
import { useHistoryGifts } from './use-history-gifts.ts'

export interface StatementProps {
  userId: string
  filter: Exclude<HistoryFilter, 'purchases'>
}

const fewest = 15

export function Statement({ userId, filter }: StatementProps) {
  const m = useMessages(historyMessages)
  const { lines, since, works, open, statement, hasFailed } = useLines(userId, filter)
  const gifts = useHistoryGifts(userId, m.somebody)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = statement
  useFilling(lines, statement)
  if (lines === null || !gifts.isRead)
    return hasFailed ? <Failed onRetry={() => void statement.refetch()} /> : <Skeleton className="h-60 w-full" />
  const given = filter === 'all' || filter === 'gifts' ? gifts.givenSince(since) : []
  const rows = [...lines, ...given].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  if (rows.length === 0 && !hasNextPage) return <Nothing filter={filter} />
  return (
    <>
      <ol className="card divide-y divide-line py-1!">
        {rows.map((row) =>
          'gift' in row ? (
            <GivenLine key={row.gift.id} given={row} />
          ) : (
            <Line
              key={row.id}
              line={row}
              words={wordLine(m, row, open)}
              work={works.get(row.refId ?? '')}
              got={gifts.gotBy(row)}
            />
          ),
        )}
      </ol>
      {hasNextPage && (
        <Button wide busyLabel={isFetchingNextPage && m.loading} onClick={() => void fetchNextPage()}>
          {m.more}
        </Button>
      )}
    </>
  )
}

/** A filter that few entries pass reads on until there is something to see. */
function useFilling(lines: readonly HistoryLine[] | null, statement: ReturnType<typeof useLines>['statement']): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = statement
  const isWanting = lines !== null && lines.length < fewest && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (isWanting) void fetchNextPage()
  }, [isWanting, fetchNextPage])
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
    /** Of the oldest entry that was read; empty where there is none before it. */
    since: statement.hasNextPage ? (entries.at(-1)?.created_at ?? '') : '',
    lines: isRead ? linesOf(entries, balance.available).filter((line) => isOf(filter, line)) : null,
    works: works.data ?? new Map<string, PaidWork>(),
    open: new Set(holds.data?.map(({ ref_id: id }) => id ?? '')),
    statement,
    hasFailed: statement.isError || isBalanceLost,
  }
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
