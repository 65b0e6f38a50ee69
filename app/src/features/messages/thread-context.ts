import { createContext, useContext } from 'react'

import type { ThreadItem } from '#entities/message/message.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'

export interface MessageActs {
  reply: (item: ThreadItem) => void
  edit: (item: ThreadItem) => void
  react: (item: ThreadItem, emoji: string) => void
  removeForMe: (item: ThreadItem) => void
  removeForAll: (item: ThreadItem) => void
  retry: (item: ThreadItem) => void
  explain: (item: ThreadItem) => void
  /** Goes to the message that another one answers. */
  show: (id: string) => void
}

export interface ThreadFacts {
  userId: string
  conversationId: string
  isGroup: boolean
  /** The other one of two. */
  partner: PersonCard | null
  /** A stranger's request that is not answered: images and links wait. */
  isVeiled: boolean
  mayWrite: boolean
  /** The other one of two has no keys: nothing of this is sealed before they do. */
  awaitsKey: boolean
  /** Where the search in the thread stands. */
  foundId: string | null
  personOf: (id: string) => PersonCard | undefined
  nameOf: (id: string) => string
  itemOf: (id: string) => ThreadItem | undefined
  acts: MessageActs
}

export const ThreadContext = createContext<ThreadFacts | null>(null)

export function useThreadFacts(): ThreadFacts {
  const facts = useContext(ThreadContext)
  if (!facts) throw new Error('A message is drawn outside a thread')
  return facts
}
