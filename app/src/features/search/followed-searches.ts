/** Searches that somebody follows: shown at once, sent when it can be; what is new for them, the server counts. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { filterOf, readSearch } from './search-text.ts'
import { searchMessages } from './search.i18n.ts'

interface SearchWish {
  userId: string
  typed: string
  /** `follow`: be told of new publications; `look`: they were seen; `leave`: follow it no longer. */
  wish: 'follow' | 'look' | 'leave'
}

const kind = 'search.follow'

export function followedSearches(userId: string) {
  return queryOptions({
    queryKey: ['search', 'followed', userId],
    queryFn: ({ signal }) => {
      const own = { user_id: `eq.${userId}`, order: 'created_at.desc,id.desc' }
      return read('saved_searches', 'typed,new_count', own, signal)
    },
    staleTime: 60_000,
  })
}

/** What is new comes for words; one that ends on a day has no news. */
export function canBeFollowed(typed: string): boolean {
  const { text, operators } = readSearch(typed)
  return /[^#\s]/u.test(text) && typed.trim().length <= 300 && operators.every(({ name }) => name !== 'jusqu’au')
}

export function wishSearch(wish: SearchWish): void {
  show(wish)
  enqueueWrite(kind, wish, { key: `${wish.wish === 'look' ? 'look' : 'follow'}:${wish.typed}` })
}

registerWrite<SearchWish>(kind, {
  send: async ({ userId, typed, wish }) => {
    const client = await supabase()
    if (wish === 'follow') {
      const { text, operators } = readSearch(typed)
      const { by_person, mode, without, lang } = filterOf(operators)
      const meaning = { typed, query: text, by_person, mode, without, lang }
      await callSignedIn('follow_search', meaning)
      return
    }
    const searches = client.from('saved_searches')
    const changed = wish === 'leave' ? searches.delete() : searches.update({ new_count: 0 })
    unwrap(await changed.match({ user_id: userId, typed }))
  },
  undo: ({ userId, wish }, error) => {
    void queryClient.invalidateQueries({ queryKey: followedSearches(userId).queryKey })
    if (wish === 'look') return
    const m = currentMessages(searchMessages)
    const hint = error instanceof DataError ? error.hint : undefined
    const why = { too_many_searches: m.tooManyFollowed, person_unknown: m.personUnknown }[hint ?? '']
    toast({ tone: 'danger', title: m.notFollowed, description: why ?? m.tryAgain })
  },
})

function show({ userId, typed, wish }: SearchWish): void {
  queryClient.setQueryData(followedSearches(userId).queryKey, (held = []) => {
    if (wish === 'look') return held.map((one) => (one.typed === typed ? { ...one, new_count: 0 } : one))
    const others = held.filter((one) => one.typed !== typed)
    return wish === 'leave' ? others : [{ typed, new_count: 0 }, ...others]
  })
}
