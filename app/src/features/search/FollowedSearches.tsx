/** The searches that one follows, with what is new for each; each can be asked again or left. */
import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { followedSearches, wishSearch } from './followed-searches.ts'
import { searchMessages } from './search.i18n.ts'
import { SearchRow } from './SearchRow.tsx'

export function FollowedSearches({ onAsk }: { onAsk: (text: string) => void }) {
  const m = useMessages(searchMessages)
  const userId = useUserId()
  const { data: searches = [] } = useQuery({ ...followedSearches(userId ?? ''), enabled: userId !== null })
  if (userId === null || searches.length === 0) return null
  const leave = (typed: string) => {
    wishSearch({ userId, typed, wish: 'leave' })
    const undo = { label: m.undo, onPress: () => wishSearch({ userId, typed, wish: 'follow' }) }
    toast({ title: m.left(typed), action: undo, duration: 6000 })
  }
  return (
    <section aria-label={m.followedSearches} className="mt-5">
      <h3>{m.followedSearches}</h3>
      <ul className="mt-1">
        {searches.map(({ typed, new_count: count }) => (
          <SearchRow
            key={typed}
            search={typed}
            icon={<BellRing aria-hidden="true" className="size-4.5 flex-none text-text-3" />}
            news={count > 0 ? m.news(count) : null}
            removeLabel={m.leave(typed)}
            onAsk={onAsk}
            onRemove={() => leave(typed)}
          />
        ))}
      </ul>
    </section>
  )
}
