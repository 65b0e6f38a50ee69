import { useEffect, useEffectEvent } from 'react'

import { isOnline, watchNetwork } from '#data/network.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

import { noticeMessages } from './notices.i18n.ts'

/** Nothing could be had, neither from the server nor from this device. */
export function FeedFailure({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(noticeMessages)
  const retry = useEffectEvent(onRetry)
  useEffect(() => watchNetwork(() => isOnline() && retry()), [])
  return <EmptyState title={m.errorTitle} text={m.errorText} action={<Button onClick={onRetry}>{m.retry}</Button>} />
}
