import type { Records, Table, VaultStore } from '../records.ts'

/** A device's records in memory, for tests in Node: several vaults on one store are tabs of one browser. */
export function memoryStore(): VaultStore {
  const rows = new Map<string, unknown>()
  const keyOf = (table: Table, key: string) => `${table}/${key}`
  return {
    read: <Name extends Table>(table: Name, key: string) =>
      Promise.resolve(structuredClone(rows.get(keyOf(table, key)) as Records[Name] | undefined)),
    readAll: <Name extends Table>(table: Name) =>
      Promise.resolve(
        [...rows].flatMap(([key, value]) =>
          key.startsWith(`${table}/`) ? [structuredClone(value) as Records[Name]] : [],
        ),
      ),
    write: (table, key, value) => {
      rows.set(keyOf(table, key), structuredClone(value))
      return Promise.resolve()
    },
    update: <Name extends Table>(
      table: Name,
      key: string,
      change: (old: Records[Name] | undefined) => Records[Name] | undefined,
    ) => {
      const entry = keyOf(table, key)
      const value = change(structuredClone(rows.get(entry) as Records[Name] | undefined))
      if (value !== undefined) rows.set(entry, structuredClone(value))
      return Promise.resolve(value ?? (rows.get(entry) as Records[Name] | undefined))
    },
    clear: (names) => {
      for (const key of rows.keys()) if (names.some((name) => key.startsWith(`${name}/`))) rows.delete(key)
      return Promise.resolve()
    },
  }
}
