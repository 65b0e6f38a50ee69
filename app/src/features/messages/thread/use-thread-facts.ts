import { useCallback, useMemo } from 'react'

import { partnerOf } from '#entities/conversation/conversation.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { discardMessage, react, removeMessage, retryMessage } from '#entities/message/send.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import type { ThreadView } from '#entities/message/use-thread.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'

import { isThere } from '../bubble/speakable.ts'
import type { ThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import type { useComposer } from './composer/use-composer.ts'

interface FactSources {
  conversation: ListedConversation
  thread: ThreadView
  userId: string
  composer: ReturnType<typeof useComposer>
  show: (id: string) => void
  foundId: string | null
  onAsk: (item: ThreadItem) => void
}

/** What every bubble may ask for: the same object until something in it changes. */
export function useFactsOf({ conversation, thread, userId, composer, show, foundId, onAsk }: FactSources): ThreadFacts {
  const m = useMessages(threadMessages)
  const { id, kind, others, me } = conversation
  const people = useMemo(() => new Map<string, PersonCard>(others.map((person) => [person.id, person])), [others])
  const items = useMemo(() => new Map(thread.items.map((item) => [item.id, item])), [thread.items])
  const nameOf = useCallback(
    (personId: string) => (personId === userId ? m.you : (people.get(personId)?.display_name ?? m.somebody)),
    [people, userId, m],
  )
  const { reply, edit } = composer
  const awaitsKey = thread.hold?.kind === 'no_recipient_key'
  return useMemo(
    () => ({
      userId,
      conversationId: id,
      isGroup: kind === 'group',
      partner: partnerOf({ kind, others }),
      isVeiled: me.state === 'requested',
      awaitsKey,
      mayWrite: me.isActive && me.state === 'accepted',
      foundId,
      personOf: (personId) => people.get(personId),
      nameOf,
      itemOf: (itemId) => items.get(itemId),
      acts: {
        reply,
        edit,
        react: (item, emoji) => react(id, item.id, emoji),
        removeForMe: (item) => (isThere(item) ? removeMessage(id, item.id, 'me') : void discardMessage(item.id)),
        removeForAll: (item) => removeMessage(id, item.id, 'all'),
        retry: (item) => retryMessage(item.id),
        explain: onAsk,
        show,
      },
    }),
    [userId, id, kind, others, me, people, nameOf, items, reply, edit, onAsk, show, foundId, awaitsKey],
  )
}
