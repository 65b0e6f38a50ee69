import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { useEffect } from 'react'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { canBeFollowed, followedSearches, wishSearch } from '../followed-searches.ts'
import { searchMessages } from '../search.i18n.ts'

/** « Suivre cette recherche »: one is told of what is published for it from now on. Its news count as seen here. */
export function FollowSearch({ typed: asked }: { typed: string }) {
  const m = useMessages(searchMessages)
  const typed = asked.trim()
  const userId = useUserId()
  const { data: followed } = useQuery({ ...followedSearches(userId ?? ''), enabled: userId !== null })
  const own = followed?.find((search) => search.typed === typed)
  const hasNews = (own?.new_count ?? 0) > 0
  useEffect(() => {
    if (hasNews && userId !== null) wishSearch({ userId, typed, wish: 'look' })
  }, [hasNews, userId, typed])
  if (userId === null || !followed || !canBeFollowed(typed)) return null
  const Icon = own ? BellRing : Bell
  const toggle = () => {
    wishSearch({ userId, typed, wish: own ? 'leave' : 'follow' })
    if (!own) toast({ title: m.nowFollowed, description: m.nowFollowedText })
  }
  return (
    <Button
      size="sm"
      variant={own ? 'line' : 'ghost'}
      aria-pressed={own !== undefined}
      icon={<Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      onClick={toggle}
    >
      {own ? m.followed : m.follow}
    </Button>
  )
}
