import type { Records, Table, VaultStore } from '../records.ts'

/** Reads what the device has, and forgets what is written: for a look that must leave nothing behind. */
export function overlayStore(under: VaultStore): VaultStore {
  const written = new Map<string, unknown>()
  const read = async <Name extends Table>(table: Name, key: string): Promise<Records[Name] | undefined> =>
    (written.get(`${table}/${key}`) as Records[Name] | undefined) ?? under.read(table, key)
  return {
    read,
    readAll: (table) => under.readAll(table),
    write: (table, key, value) => {
      written.set(`${table}/${key}`, value)
      return Promise.resolve()
    },
    update: async (table, key, change) => {
      const old = await read(table, key)
      const value = change(old) ?? old
      written.set(`${table}/${key}`, value)
      return value
    },
    clear: () => Promise.resolve(),
  }
}
