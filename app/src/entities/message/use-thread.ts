import { useSyncExternalStore } from 'react'

import { useUserId } from '#data/session.ts'

import { Holds, type SendHold } from './keys/hold.ts'
import { Messenger, messengerOf } from './messenger.ts'
import { useConnection, type Connection } from './outbox/connection.ts'
import { openScope, usePart } from './scope.ts'
import type { LiveThread } from './thread/live-thread.ts'
import { emptySnapshot, type ThreadSnapshot } from './thread/thread-snapshot.ts'

export interface ThreadView extends ThreadSnapshot {
  /** A question for the person; what they write waits for the answer. */
  hold: SendHold | null
  connection: Connection
  /** The page before the oldest; to be called as often as one likes. */
  loadOlder: () => void
  /** After `failed`. */
  reload: () => void
  /** « Réessayer » beside what cannot be opened. */
  reopen: () => void
}

/** A thread, true as long as somebody looks at it. */
export function useThread(conversationId: string): ThreadView {
  const userId = useUserId()
  const thread = (): LiveThread | null => (userId === null ? null : messengerOf(userId).thread(conversationId))
  const snapshot = useSyncExternalStore(
    // oxlint-disable-next-line react/exhaustive-deps -- its identity is that of the two
    (notify) => thread()?.watch(notify) ?? (() => undefined),
    () => openScope(userId)?.made(Messenger)?.thread(conversationId).snapshot ?? emptySnapshot,
  )
  const hold = usePart(Holds, (holds) => holds.get(conversationId) ?? null, null)
  const connection = useConnection()
  return {
    ...snapshot,
    hold,
    connection,
    loadOlder: () => void thread()?.loadOlder(),
    reload: () => void thread()?.reload(),
    reopen: () => thread()?.keysChanged(),
  }
}
