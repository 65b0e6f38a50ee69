import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { earningsQueries } from './earnings-queries.ts'
import { earningsMessages } from './earnings.i18n.ts'

/** Said once, whatever of the page could not be read; one press asks for all of it again. */
export function Unread({ userId }: { userId: string | null }) {
  const m = useMessages(earningsMessages)
  const [summary, ...lists] = [
    useQuery(earningsQueries.summary(userId)),
    useQuery(earningsQueries.lines(userId)),
    useQuery(earningsQueries.remixes(userId)),
    useQuery(earningsQueries.payouts(userId)),
  ]
  const failed = [summary, ...lists].filter(({ data, isError }) => isError && !data)
  if (failed.length === 0) return null
  const retry = (
    <Button size="sm" variant="line" onClick={() => failed.forEach((read) => void read.refetch())}>
      {m.retry}
    </Button>
  )
  return <Alert tone="danger" title={failed[0] === summary ? m.unread : m.listsUnread} action={retry} />
}
