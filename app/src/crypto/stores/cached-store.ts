/** Records that every message needs, in memory: a page of them would otherwise ask the disk for the same ones. */
import type { Records, Table, VaultStore } from '../records.ts'

/** Tells the vaults of other tabs, and hears from them, that something was written. */
export interface Wire {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listen: () => void): void
}

export function cachedStore(under: VaultStore, others: Wire): VaultStore {
  let known = new Map<string, unknown>()
  const forget = () => {
    known = new Map()
  }
  others.addEventListener('message', forget)
  const changed = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work
    } finally {
      forget()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel within the origin has none
      others.postMessage('changed')
    }
  }
  return {
    async read<Name extends Table>(table: Name, key: string) {
      const entry = `${table}/${key}`
      if (known.has(entry)) return known.get(entry) as Records[Name]
      // Of the memory that was there when it was asked: what is written meanwhile takes that one away.
      const memory = known
      const value = await under.read(table, key)
      if (value !== undefined) memory.set(entry, value)
      return value
    },
    readAll: (table) => under.readAll(table),
    write: (table, key, value) => changed(under.write(table, key, value)),
    // A device's own counter is read by nobody else than the step that moves it.
    update: (table, key, change) =>
      table === 'counters' ? under.update(table, key, change) : changed(under.update(table, key, change)),
    clear: (tables) => changed(under.clear(tables)),
  }
}
