import { useSyncExternalStore } from 'react'

import { useUserId } from '#data/session.ts'

import { holdOf, watchHolds, type SendHold } from './keys/hold.ts'
import { messengerOf } from './messenger.ts'
import { useConnection, type Connection } from './outbox/connection.ts'
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
    () => thread()?.snapshot ?? emptySnapshot,
  )
  const hold = useSyncExternalStore(watchHolds, () => holdOf(conversationId))
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
