import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { tagQueries } from './tag-queries.ts'
import { tagMessages } from './tag.i18n.ts'

interface TagWish {
  userId: string
  /** As the database keys it. */
  tag: string
  wanted: boolean
}

const kind = 'tag.follow'
const uniqueViolation = '23505'

registerWrite<TagWish>(kind, {
  send: async ({ userId, tag, wanted }) => {
    const follows = (await supabase()).from('hashtag_follows')
    if (wanted) {
      const result = await follows.insert({ user_id: userId, tag })
      if (result.error?.code !== uniqueViolation) unwrap(result)
    } else {
      unwrap(await follows.delete().eq('user_id', userId).eq('tag', tag))
    }
  },
  undo: ({ userId, tag, wanted }, error) => {
    show({ userId, tag, wanted: !wanted })
    const m = currentMessages(tagMessages)
    const isTooMany = error instanceof DataError && error.hint === 'too_many_hashtags'
    toast({ title: m.failed, description: isTooMany ? m.tooMany : (explainPace(error) ?? m.tryAgain), tone: 'danger' })
  },
})

export function followTag(wish: TagWish): void {
  show(wish)
  enqueueWrite(kind, wish, { key: wish.tag })
}

function show({ userId, tag, wanted }: TagWish): void {
  queryClient.setQueryData(tagQueries.followed(userId).queryKey, (tags = []) => [
    ...tags.filter((one) => one !== tag),
    ...(wanted ? [tag] : []),
  ])
}
