/** Listens to what SQL sends as long as somebody is connected: a server that nobody listens to reads no changes. */

import type { ListeningForMessages, SentMessage, SentMessages } from './changes/row-changes.ts'

export interface Hearing {
  /**
   * Resolves once messages of SQL are heard, so that none sent after a join is missed; or after `patience`
   * milliseconds, because a database that is away keeps nobody out.
   */
  begin(patience: number): Promise<void>
  rest(): void
}

export function createHearing(messages: SentMessages, onMessage: (message: SentMessage) => void): Hearing {
  let listening: ListeningForMessages | null = null
  return {
    async begin(patience) {
      listening ??= messages.listen(onMessage)
      const { promise: tooLong, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patience)
      await Promise.race([listening.ready, tooLong])
      clearTimeout(timer)
    },
    rest() {
      listening?.stop()
      listening = null
    },
  }
}
