/** The newest page of a thread on this device, for the next visit: rows as the server has them, their words sealed. */
import {
  deviceKeyOf,
  keep,
  keepAll,
  keptKeys,
  openValue,
  readKept,
  sealValue,
  type SealedEntry,
} from '#data/device/message-store.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import type { Opened } from '../message.ts'
import { isErasedRow } from './thread-machine.ts'

export interface KeptThread {
  read: () => Promise<{ rows: MessageRow[]; opened: [string, Opened][]; hidden: string[] }>
  keep: (rows: readonly MessageRow[], opened: ReadonlyMap<string, Opened>) => Promise<void>
  /** Removed for oneself: each by itself, so that no tab undoes what another has done. */
  keepHidden: (id: string) => Promise<void>
  /** Left, or deleted for oneself. */
  forget: () => Promise<void>
  /** The same where anything is older than that. */
  forgetBefore: (instant: string) => Promise<void>
}

/** The ids of all that was removed for oneself on this device. */
export async function readHidden(userId: string): Promise<string[]> {
  const names = await keptKeys(`${userId}.hidden.`)
  return names.map((name) => name.slice(name.indexOf('.') + 1))
}

export function keptThreadOf({ userId, conversationId }: { userId: string; conversationId: string }): KeptThread {
  const entry = (kind: string) => `${userId}.${kind}.${conversationId}`
  const readWords = async (): Promise<[string, Opened][]> => {
    const sealed = await readKept<SealedEntry>(entry('words'))
    const key = sealed && (await deviceKeyOf(userId).catch(() => null))
    return (key && (await openValue<[string, Opened][]>(key, sealed))) ?? []
  }
  const forget = async () => {
    const hidden = await keptKeys(`${entry('hidden')}.`)
    const entries = [entry('thread'), entry('words'), ...hidden.map((id) => `${entry('hidden')}.${id}`)]
    await keepAll(entries.map((one) => [one, null]))
  }
  return {
    forget,
    read: async () => {
      const [rows, hidden, words] = await Promise.all([
        readKept<MessageRow[]>(entry('thread')),
        keptKeys(`${entry('hidden')}.`),
        readWords(),
      ])
      const known = new Set(rows?.map(({ id }) => id))
      return { rows: rows ?? [], opened: words.filter(([id]) => known.has(id)), hidden }
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
    keepHidden: async (id) => {
      await keep(`${entry('hidden')}.${id}`, true)
    },
    forgetBefore: async (instant) => {
      const rows = await readKept<MessageRow[]>(entry('thread'))
      if (rows?.some(({ created_at: at }) => at < instant)) await forget()
    },
  }
}
