import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { earningsMessages } from './earnings.i18n.ts'

/** In place of a list that could not be read. */
export function Unread({ title, onRetry }: { title: string; onRetry: () => Promise<unknown> }) {
  const m = useMessages(earningsMessages)
  const retry = (
    <Button size="sm" variant="line" onClick={() => void onRetry()}>
      {m.retry}
    </Button>
  )
  return <Alert tone="warning" title={title} action={retry} />
}
