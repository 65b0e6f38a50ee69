/** What the staff works through: reports by what they are about, gravest first, and appeals, oldest first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { AppealCard } from './AppealCard.tsx'
import { CaseCard } from './CaseCard.tsx'
import { moderationQueries } from './moderation-api.ts'
import { moderationMessages } from './moderation.i18n.ts'

export function Cases() {
  const query = useInfiniteQuery(moderationQueries.cases())
  return (
    <Listed query={query} count={query.data?.length}>
      {query.data?.map((about) => (
        <CaseCard key={`${about.target_type} ${about.target_id}`} about={about} />
      ))}
    </Listed>
  )
}

export function Appeals() {
  const query = useInfiniteQuery(moderationQueries.appeals())
  return (
    <Listed query={query} count={query.data?.length}>
      {query.data?.map((appeal) => (
        <AppealCard key={appeal.id} appeal={appeal} />
      ))}
    </Listed>
  )
}

interface ListedProps {
  query: { isError: boolean; hasNextPage: boolean; refetch: () => unknown; fetchNextPage: () => unknown }
  /** Unknown until it is there. */
  count: number | undefined
  children: ReactNode
}

function Listed({ query, count, children }: ListedProps) {
  const m = useMessages(moderationMessages)
  if (query.isError)
    return (
      <Alert
        tone="danger"
        action={
          <Button variant="ghost" size="sm" onClick={() => query.refetch()}>
            {m.retry}
          </Button>
        }
      >
        {m.failed}
      </Alert>
    )
  if (count === undefined) return <Skeleton className="h-60" />
  if (count === 0) return <EmptyState title={m.nothing} text={m.nothingText} />
  return (
    <div className="grid gap-4">
      {children}
      {query.hasNextPage && (
        <Button variant="line" onClick={() => query.fetchNextPage()}>
          {m.more}
        </Button>
      )}
    </div>
  )
}
