/** One's orders of one side, newest first. */
import type { CommissionSide } from '@product/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { orderQueries } from '#entities/commission/order/order-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { listMessages } from './list.i18n.ts'
import { OrderLine } from './OrderLine.tsx'

export interface OrderListProps {
  userId: string
  side: CommissionSide
  /** Where somebody goes who has none. */
  action: ReactNode
}

export function OrderList({ userId, side, action }: OrderListProps) {
  const m = useMessages(listMessages)
  const query = useInfiniteQuery(orderQueries.mine(userId, side))
  const { data, fetchNextPage, hasNextPage, isError, isFetchingNextPage, refetch } = query
  if (!data) {
    const retry = (
      <Button size="sm" variant="line" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-72 rounded-lg" />
  }
  const lines = data.pages.flat()
  if (lines.length === 0) {
    const [title, text] = side === 'client' ? [m.sentEmpty, m.sentEmptyText] : [m.receivedEmpty, m.receivedEmptyText]
    return <EmptyState title={title} text={text} action={action} />
  }
  return (
    <div className="grid gap-4">
      <ul aria-label={side === 'client' ? m.sent : m.received} className="grid gap-3 lg:grid-cols-2">
        {lines.map((line) => (
          <OrderLine key={line.id} line={line} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="ghost"
          className="justify-self-center"
          busyLabel={isFetchingNextPage && '…'}
          onClick={() => void fetchNextPage()}
        >
          {m.more}
        </Button>
      )}
    </div>
  )
}
