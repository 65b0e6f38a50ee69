/** The newest page of a thread on this device, for the next visit: rows as the server has them, their words sealed. */
import type { MessageRow } from '#data/message-row.ts'
import { deviceKeyOf, keep, openValue, readKept, sealValue, type SealedEntry } from '#data/message-store.ts'

import type { Opened } from './message.ts'
import { isErasedRow } from './thread-machine.ts'

export interface KeptThread {
  read: () => Promise<{ rows: MessageRow[]; opened: [string, Opened][]; hidden: string[] }>
  keep: (rows: readonly MessageRow[], opened: ReadonlyMap<string, Opened>) => Promise<void>
  /** Ids of what was removed for oneself. */
  keepHidden: (ids: readonly string[]) => Promise<void>
}

export function keptThreadOf({ userId, conversationId }: { userId: string; conversationId: string }): KeptThread {
  const entry = (kind: string) => `${userId}.${kind}.${conversationId}`
  const readWords = async (): Promise<[string, Opened][]> => {
    const sealed = await readKept<SealedEntry>(entry('words'))
    const key = sealed && (await deviceKeyOf(userId).catch(() => null))
    return (key && (await openValue<[string, Opened][]>(key, sealed))) ?? []
  }
  return {
    read: async () => {
      const [rows, hidden, words] = await Promise.all([
        readKept<MessageRow[]>(entry('thread')),
        readKept<string[]>(entry('hidden')),
        readWords(),
      ])
      const known = new Set(rows?.map(({ id }) => id))
      return { rows: rows ?? [], opened: words.filter(([id]) => known.has(id)), hidden: hidden ?? [] }
    },
    keep: async (rows, opened) => {
      await keep(entry('thread'), rows)
      const words = rows.flatMap((row): [string, Opened][] => {
        const result = isErasedRow(row) ? undefined : opened.get(row.id)
        // What is to disappear is not written down anywhere.
        return result && result.kind !== 'failed' && row.expires_at === null ? [[row.id, result]] : []
      })
      if (words.length > 0) await keep(entry('words'), await sealValue(await deviceKeyOf(userId), words))
    },
    keepHidden: async (ids) => {
      await keep(entry('hidden'), ids)
    },
  }
}
