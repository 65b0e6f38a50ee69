import { useMessageSearch, type FoundMessage } from '#entities/message/search/use-message-search.ts'
import { useConversation } from '#entities/message/use-conversations.ts'
import { useMessages } from '#i18n/messages.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { threadMessages } from '../thread.i18n.ts'
import { ConversationFace } from './ConversationFace.tsx'
import { listMessages } from './list.i18n.ts'
import { shortMoment } from './short-moment.ts'

export interface FoundMessagesProps {
  query: string
  /** People were found: an empty list here is not « nothing ». */
  hasOthers: boolean
  onOpen: (id: string, messageId: string) => void
}

/** What was said, found in what this device has decrypted: nothing of the question leaves it. */
export function FoundMessages({ query, hasOthers, onOpen }: FoundMessagesProps) {
  const m = useMessages(listMessages)
  const { results, isSearching, isComplete } = useMessageSearch(query)
  return (
    <section aria-label={m.found} className="pb-4">
      <h2 className="flex items-baseline justify-between gap-3 px-(--gutter) pt-4 pb-1 text-base lg:px-5">
        {m.found}
        <span role="status" className="text-xs font-normal text-text-3">
          {!isSearching && m.foundCount(results.length)}
        </span>
      </h2>
      {isSearching && results.length === 0 && (
        <div className="grid place-items-center py-6">
          <Spinner />
        </div>
      )}
      {!isSearching && results.length === 0 && !hasOthers && (
        <p className="px-(--gutter) py-3 text-sm text-text-2 lg:px-5">{m.none(query.trim())}</p>
      )}
      <ul>
        {results.map((found) => (
          <li key={found.id}>
            <FoundRow found={found} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {!isComplete && <p className="px-(--gutter) pt-2 text-xs text-text-3 lg:px-5">{m.searchNote}</p>}
    </section>
  )
}

interface FoundRowProps {
  found: FoundMessage
  onOpen: FoundMessagesProps['onOpen']
}

/** Its conversation may be one that the list has not come to, or does not show. */
function FoundRow({ found: { id, conversationId, at, text }, onOpen }: FoundRowProps) {
  const { conversation } = useConversation(conversationId)
  const t = useMessages(threadMessages)
  return (
    <button
      type="button"
      onClick={() => onOpen(conversationId, id)}
      className="flex w-full items-center gap-3 px-(--gutter) py-2.5 text-left hover:bg-surface-2 focus-visible:-outline-offset-2 lg:px-5"
    >
      {conversation && <ConversationFace conversation={conversation} size="md" />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <b className="truncate text-sm">{conversation?.title}</b>
          <time dateTime={at} className="flex-none text-xs text-text-3">
            {shortMoment(at, t.yesterday)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-text-2">{text}</span>
      </span>
    </button>
  )
}
