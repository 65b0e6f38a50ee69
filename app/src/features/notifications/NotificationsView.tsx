import { useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import CheckCheck from 'lucide-react/icons/check-check'
import Settings from 'lucide-react/icons/settings'
import { useCallback, useRef, useState } from 'react'

import { markAllRead, markRead } from '#entities/notification/mark-notifications.ts'
import { notificationQueries } from '#entities/notification/notification-queries.ts'
import {
  tabTypes,
  type NotificationEntry,
  type NotificationTab,
  periodOf,
} from '#entities/notification/notification.ts'
import { mySettingsQuery } from '#entities/profile/my-settings.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'
import { toast } from '#ui/toast/toast.ts'

import { NotificationItem } from './NotificationItem.tsx'
import { notificationsMessages } from './notifications.i18n.ts'
import { PushOffer, usePushOffer } from './PushOffer.tsx'
import { useReadWhenSeen } from './use-read-when-seen.ts'
import { useRowKeys } from './use-row-keys.ts'

const panelId = 'notifications-panel'
const undoMs = 6000

/** Everything that one is told, newest first (SCREENS §3.12). */
export function NotificationsView({ userId }: { userId: string }) {
  const m = useMessages(notificationsMessages)
  const tab = useTab()
  const [knownOnly, setKnownOnly] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery(notificationQueries.list(userId, { tab, knownOnly }))
  const { offered, isSettled, decline } = usePushOffer(userId, !query.isPending)
  const { data: settings } = useQuery(mySettingsQuery(userId))
  const { data: hasMoney = false } = useQuery(notificationQueries.hasMoney(userId))
  const tabs = (['all', 'mentions', 'money'] as const).filter((value) => value !== 'money' || hasMoney || tab === value)
  const entries = query.data?.pages.flat() ?? []
  const readOne = useCallback((id: string) => void markRead(userId, [id]).catch(() => undefined), [userId])
  const unread = entries.flatMap(({ id, read_at: readAt }) => (readAt === null ? [id] : []))
  useReadWhenSeen(list, userId, unread.join())
  useRowKeys(list, readOne, settings?.shortcuts ?? true)
  return (
    <div className="mx-auto w-full max-w-160 pb-8 md:px-6">
      <Heading userId={userId} />
      <div className="px-(--gutter) md:px-0">
        <TabStrip
          label={m.tabs}
          value={tab}
          tabs={tabs.map((value) => ({ value, label: m[value] }))}
          onChange={(value) => changeSearch({ tab: value === 'all' ? undefined : value }, { replace: true })}
          panelId={panelId}
        />
      </div>
      <div ref={list} id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`} tabIndex={-1}>
        {tab === 'all' && offered && <PushOffer userId={userId} offered={offered} onDecline={decline} />}
        {tab === 'mentions' && (
          <div className="flex items-center justify-between gap-4 px-(--gutter) py-3 text-sm md:px-0">
            <label htmlFor={`${panelId}-known`}>{m.known}</label>
            <Switch id={`${panelId}-known`} checked={knownOnly} onChange={setKnownOnly} />
          </div>
        )}
        <Rows query={query} userId={userId} tab={tab} isHeld={tab === 'all' && !isSettled} onOpen={readOne} />
      </div>
    </div>
  )
}

/** With the way to be done with everything at once, and back. */
function Heading({ userId }: { userId: string }) {
  const m = useMessages(notificationsMessages)
  const { data: unread = 0 } = useQuery(notificationQueries.unread(userId))
  const failed = () => toast({ tone: 'danger', title: m.failedAct, description: m.tryAgain })
  const readAll = () => {
    const tell = (undo: () => Promise<void>) =>
      toast({ title: m.allRead, duration: undoMs, action: { label: m.undo, onPress: () => void undo().catch(failed) } })
    void markAllRead(userId).then(tell, failed)
  }
  return (
    <header className="flex min-h-14 items-center justify-between gap-4 px-(--gutter) pt-2 md:px-0 md:pt-8 md:pb-2">
      <h1 className="min-w-0 flex-1 text-xl md:text-2xl">{m.title}</h1>
      <Button
        variant="ghost"
        size="sm"
        icon={<CheckCheck aria-hidden="true" className="size-4.5" />}
        disabled={unread === 0}
        onClick={readAll}
      >
        <span className="max-[28rem]:sr-only">{m.readAll}</span>
      </Button>
      <Link
        to={paths.settings}
        search={{ section: 'notifications' }}
        aria-label={m.settings}
        title={m.settings}
        className="-ml-2 grid size-11 flex-none place-items-center rounded-md text-text-2 hover:bg-surface-2 hover:text-text"
      >
        <Settings aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </Link>
    </header>
  )
}

interface RowsProps {
  query: UseInfiniteQueryResult<InfiniteData<NotificationEntry[]>>
  userId: string
  tab: NotificationTab
  /** Something may still come above them. */
  isHeld: boolean
  onOpen: (id: string) => void
}

function Rows({ query, userId, tab, isHeld, onOpen }: RowsProps) {
  const m = useMessages(notificationsMessages)
  const { data, isError, isPending, hasNextPage, isFetchingNextPage } = query
  const entries = data?.pages.flat()
  if (isHeld) return <NotificationsSkeleton />
  return (
    <>
      {isError && <Trouble shownSince={data ? query.dataUpdatedAt : null} onRetry={() => void query.refetch()} />}
      {isPending && <NotificationsSkeleton />}
      {entries?.length === 0 && <Nothing tab={tab} />}
      {entries && <NotificationList entries={entries} userId={userId} onOpen={onOpen} />}
      {hasNextPage && (
        <div className="grid justify-items-center py-4">
          <Button variant="line" disabled={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing({ tab }: { tab: NotificationTab }) {
  const m = useMessages(notificationsMessages)
  if (tab === 'all') return <EmptyState text={m.emptyText} />
  return <EmptyState title={m.empty} text={{ mentions: m.emptyMentions, money: m.emptyMoney }[tab]} />
}

/** What was loaded before stays, with its hour. */
function Trouble({ shownSince, onRetry }: { shownSince: number | null; onRetry: () => void }) {
  const m = useMessages(notificationsMessages)
  const retry = (
    <Button size="sm" variant="line" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return (
    <div className="px-(--gutter) py-3 md:px-0">
      {shownSince === null ? (
        <Alert tone="danger" title={m.failed} action={retry} />
      ) : (
        <Alert tone="info" action={retry}>
          {m.stale(formatTime(new Date(shownSince)))}
        </Alert>
      )}
    </div>
  )
}

/** Kept in the address, so that coming back is to where one was. */
function useTab(): NotificationTab {
  const { tab = 'all' } = usePlace().search
  return Object.hasOwn(tabTypes, tab) ? (tab as NotificationTab) : 'all'
}

interface NotificationListProps {
  entries: readonly NotificationEntry[]
  userId: string
  onOpen: (id: string) => void
}

/** By today, this week and before. */
function NotificationList({ entries, userId, onOpen }: NotificationListProps) {
  const m = useMessages(notificationsMessages)
  const periods = Map.groupBy(entries, ({ last_at: at }) => periodOf(at))
  return [...periods].map(([period, told]) => (
    <section key={period} aria-labelledby={`notifications-${period}`}>
      <h2 id={`notifications-${period}`} className="px-(--gutter) pt-5 pb-2 text-base md:px-4">
        {m[period]}
      </h2>
      <ul className="grid gap-px">
        {told.map((entry) => (
          <NotificationItem key={entry.id} entry={entry} userId={userId} onOpen={() => onOpen(entry.id)} />
        ))}
      </ul>
    </section>
  ))
}

const rows = [64, 48, 72, 56, 40, 60]

/** The layout of the list before it is there. */
function NotificationsSkeleton() {
  return (
    <div role="status" className="grid gap-6 px-(--gutter) pt-6 md:px-4">
      {rows.map((width) => (
        <div key={width} className="flex items-center gap-3">
          <Skeleton className="size-11 flex-none rounded-full" />
          <div className="grid flex-1 gap-2">
            <span className="block" style={{ width: `${width}%` }}>
              <Skeleton className="h-4 w-full" />
            </span>
            <Skeleton className="h-3 w-20" />
          </div>
          <Skeleton className="size-12 flex-none" />
        </div>
      ))}
    </div>
  )
}
