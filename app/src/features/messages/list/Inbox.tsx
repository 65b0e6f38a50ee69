/** The conversations: filtered, searched by people's names and by words, on this device. */
import Search from 'lucide-react/icons/search'
import SquarePen from 'lucide-react/icons/square-pen'
import X from 'lucide-react/icons/x'
import { useCallback, useState, type ReactNode, type RefObject } from 'react'

import { useOnline } from '#data/network.ts'
import type { ConversationFilter } from '#entities/conversation/conversation.ts'
import { useConversationSearch } from '#entities/message/use-conversation-search.ts'
import { useConversations } from '#entities/message/use-conversations.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { inputClass } from '#ui/fields/TextField.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'

import { ConversationRow } from './ConversationRow.tsx'
import { FoundMessages } from './FoundMessages.tsx'
import { listMessages } from './list.i18n.ts'
import { RequestsRow } from './RequestsRow.tsx'

type List = ReturnType<typeof useConversations>

export interface InboxProps {
  list: List
  filter: ConversationFilter
  openId: string | null
  field: RefObject<HTMLInputElement | null>
  /** Above the conversations: what the keys ask for. */
  banner: ReactNode
  isBannerAwaited: boolean
  onOpen: (id: string, messageId?: string) => void
}

const panelId = 'conversations'

export function Inbox({ list, filter, openId, field, banner, isBannerAwaited, onOpen }: InboxProps) {
  const m = useMessages(listMessages)
  const [query, setQuery] = useState('')
  const { conversations: asking } = useConversations('requests')
  const tabs = [
    { value: 'all', label: m.all },
    { value: 'unread', label: m.unread },
    { value: 'requests', label: m.requestsCount(asking.length) },
    { value: 'archived', label: m.archived },
  ] as const
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-14 flex-none items-center justify-between pt-1 pr-2 pl-(--gutter) md:pt-3 lg:pl-5">
        <h1 className="text-xl md:text-2xl">{m.title}</h1>
        <IconButton
          label={m.write}
          icon={<SquarePen aria-hidden="true" className="size-5.5" strokeWidth={1.75} />}
          onClick={() => openModal('write')}
        />
      </header>
      <div className="flex-none px-(--gutter) pb-1 lg:px-5">
        <SearchBox field={field} query={query} onQuery={setQuery} />
      </div>
      {query.trim() === '' ? (
        <>
          <div className="flex-none px-(--gutter) *:gap-4.5 lg:px-5">
            <TabStrip
              label={m.filters}
              value={filter}
              tabs={tabs}
              onChange={(value) => changeSearch({ filter: value === 'all' ? undefined : value }, { replace: true })}
              panelId={panelId}
            />
          </div>
          <div
            id={panelId}
            role="tabpanel"
            aria-labelledby={`${panelId}-${filter}`}
            tabIndex={-1}
            className="min-h-0 flex-1 md:overflow-y-auto"
          >
            <div className="px-(--gutter) pt-3 *:flex-wrap empty:hidden lg:px-5 [&>*>div]:basis-3/4">{banner}</div>
            {isBannerAwaited ? (
              <RowsSkeleton />
            ) : (
              <>
                {filter === 'requests' && asking.length > 0 && (
                  <p className="px-(--gutter) pt-3 text-xs text-text-3 lg:px-5">{m.requestsNote}</p>
                )}
                {filter === 'all' && asking.length > 0 && <RequestsRow count={asking.length} />}
                <Rows {...{ list, filter, openId, onOpen }} isAlone={filter !== 'all' || asking.length === 0} />
              </>
            )}
          </div>
        </>
      ) : (
        <div className="min-h-0 flex-1 md:overflow-y-auto">
          <Found query={query} openId={openId} onOpen={onOpen} />
        </div>
      )}
    </div>
  )
}

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>
  query: string
  onQuery: (query: string) => void
}

function SearchBox({ field, query, onQuery }: SearchBoxProps) {
  const m = useMessages(listMessages)
  return (
    <div className="relative">
      <Search aria-hidden="true" className="absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-text-3" />
      <input
        ref={field}
        type="search"
        aria-label={m.search}
        placeholder={m.search}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return
          event.stopPropagation()
          event.preventDefault()
          onQuery('')
        }}
        className={`${inputClass} min-h-11 border-transparent! bg-surface-2! py-2! pl-10.5! [&::-webkit-search-cancel-button]:hidden`}
      />
      {query !== '' && (
        <IconButton
          size="sm"
          label={m.clear}
          icon={<X aria-hidden="true" className="size-4.5" />}
          className="absolute! top-1 right-1"
          onClick={() => onQuery('')}
        />
      )}
    </div>
  )
}

interface RowsProps {
  list: List
  filter: ConversationFilter
  openId: string | null
  /** Nothing else stands in the panel: that there is no conversation is then said. */
  isAlone: boolean
  onOpen: (id: string) => void
}

function Rows({ list, filter, openId, isAlone, onOpen }: RowsProps) {
  const m = useMessages(listMessages)
  const { conversations, isPending, error, hasMore, loadMore, retry } = list
  const isOnline = useOnline()
  return (
    <>
      {/* Without a network the shell says so, and what the device has kept is no failure. */}
      {error !== null && (isOnline || conversations.length === 0) && (
        <div className="px-(--gutter) py-3 lg:px-5">
          <Alert
            tone={conversations.length > 0 ? 'info' : 'danger'}
            title={m.failed}
            action={
              <Button size="sm" variant="line" onClick={retry}>
                {m.retry}
              </Button>
            }
          >
            {m.failedText}
          </Alert>
        </div>
      )}
      {isPending && <RowsSkeleton />}
      {!isPending && error === null && isAlone && conversations.length === 0 && <Nothing filter={filter} />}
      <ul aria-label={m.list} className="py-1">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            isOpen={conversation.id === openId}
            filter={filter === 'all' ? undefined : filter}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {hasMore && (
        <div className="grid justify-items-center py-3">
          <Button size="sm" variant="line" onClick={loadMore}>
            {m.older}
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing({ filter }: { filter: ConversationFilter }) {
  const m = useMessages(listMessages)
  if (filter !== 'all') {
    const words = {
      unread: [m.emptyUnread, m.emptyUnreadText],
      requests: [m.emptyRequests, m.emptyRequestsText],
      archived: [m.emptyArchived, m.emptyArchivedText],
    } as const
    const [title, text] = words[filter]
    return <EmptyState title={title} text={text} />
  }
  return (
    <EmptyState
      title={m.empty}
      text={m.emptyText}
      action={<Button onClick={() => openModal('write')}>{m.find}</Button>}
    />
  )
}

interface FoundProps {
  query: string
  openId: string | null
  onOpen: (id: string, messageId?: string) => void
}

/** Those with whom one talks, by name; then what was said. */
function Found({ query, openId, onOpen }: FoundProps) {
  const m = useMessages(listMessages)
  const holds = useCallback((name: string) => foldedIncludes(name, query), [query])
  const { conversations: named, isSearching } = useConversationSearch(holds)
  return (
    <>
      {named.length > 0 && (
        <section aria-label={m.people}>
          <h2 className="px-(--gutter) pt-4 pb-1 text-base lg:px-5">{m.people}</h2>
          <ul>
            {named.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                isOpen={conversation.id === openId}
                filter={undefined}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </section>
      )}
      <FoundMessages query={query} hasOthers={isSearching || named.length > 0} onOpen={onOpen} />
    </>
  )
}

function RowsSkeleton() {
  return (
    <div aria-hidden="true" className="py-1">
      {Array.from({ length: 7 }, (_, place) => (
        <div key={place} className="flex items-center gap-3 px-(--gutter) py-2.75 lg:px-5">
          <Skeleton className="size-11 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** « e » finds « É »: as people type names. */
function foldedIncludes(text: string, sought: string): boolean {
  return fold(text).includes(fold(sought.trim()))
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
