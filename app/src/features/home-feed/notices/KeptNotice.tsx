import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import type { PostList } from '#entities/post/feed/post-list.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { reloadList } from '../refresh/reload-list.ts'
import { noticeMessages } from './notices.i18n.ts'

export interface KeptNoticeProps {
  list: PostList
  userId: string | null
  savedAt: number
}

/** Over the list, so that nothing moves for it: this is not from now, and how to have what is. */
export function KeptNotice({ list, userId, savedAt }: KeptNoticeProps) {
  const m = useMessages(noticeMessages)
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const time = formatTime(new Date(savedAt))
  const retry = async () => {
    setBusy(true)
    // What is shown stays; the notice says so.
    await reloadList(list, userId).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div
      role="status"
      className="sticky top-[calc(var(--stuck)+var(--top-h)+2.75rem)] z-(--z-sticky) -mb-11 flex min-h-11 items-center justify-between gap-3 bg-credit-soft px-(--gutter) text-sm text-on-credit-soft md:top-[calc(var(--stuck)+4rem)] md:px-6 lg:px-8"
    >
      {isOnline ? m.kept(time) : m.keptOffline(time)}
      <Button
        variant="ghost"
        size="sm"
        className="text-inherit!"
        busyLabel={isBusy && m.loading}
        onClick={() => void retry()}
      >
        {m.retry}
      </Button>
    </div>
  )
}
