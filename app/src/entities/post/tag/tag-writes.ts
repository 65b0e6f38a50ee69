import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { tagQueries } from './tag-queries.ts'

const messages = defineMessages({
  fr: {
    failed: 'Ce changement n’a pas été enregistré',
    tooMany: 'Vous suivez déjà le plus grand nombre de hashtags possible.',
    tryAgain: 'Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    failed: 'This change was not saved',
    tooMany: 'You already follow as many hashtags as one can.',
    tryAgain: 'Check your network and try again.',
  },
})

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
    const m = currentMessages(messages)
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
