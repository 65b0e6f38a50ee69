/** The device's records in IndexedDB, one database per account: another account cannot even name them. */
import { VaultError } from '../codes.ts'
import { tables, type Records, type Table, type VaultStore } from '../records.ts'

const version = 1

/**
 * What cannot be had again must be on the disk before anybody goes on. The rest may be lost with the power: epochs are
 * fetched anew, and a place that a device gives twice is seen by the others but weakens nothing.
 */
const lasting: ReadonlySet<Table> = new Set(['account', 'backups', 'pins'])
const durabilityOf = (table: Table) => ({ durability: lasting.has(table) ? 'strict' : 'relaxed' }) as const

export function indexedStore(userId: string): VaultStore {
  let opened: Promise<IDBDatabase> | undefined
  /**
   * A place in a sequence is certain as soon as it was read in the transaction that moves it: no other tab comes between,
   * and the browser writes what it was handed even when the page dies. After a write that failed each one is waited for.
   */
  let isTrusted = true
  const database = () => {
    opened ??= open(`cortexia-keys/${userId}`, () => (opened = undefined)).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    async read<Name extends Table>(table: Name, key: string) {
      const store = (await database()).transaction(table).objectStore(table)
      return result(store.get(key) as IDBRequest<Records[Name] | undefined>)
    },
    async readAll<Name extends Table>(table: Name) {
      const store = (await database()).transaction(table).objectStore(table)
      return result(store.getAll() as IDBRequest<Records[Name][]>)
    },
    async write(table, key, value) {
      const change = (await database()).transaction(table, 'readwrite', durabilityOf(table))
      change.objectStore(table).put(value, key)
      await done(change)
    },
    async update<Name extends Table>(
      table: Name,
      key: string,
      change: (old: Records[Name] | undefined) => Records[Name] | undefined,
    ) {
      const transaction = (await database()).transaction(table, 'readwrite', durabilityOf(table))
      const { changed, kept } = changeWithin(transaction, key, change as (old: unknown) => unknown)
      // Whichever ends first says why: a change that may not be, or a disk that takes nothing.
      const value = await Promise.race([changed, kept.then(() => changed)])
      if (!isTrusted || table !== 'counters') await kept
      else kept.catch(() => (isTrusted = false))
      return value as Records[Name] | undefined
    },
    async clear(names) {
      const change = (await database()).transaction([...names], 'readwrite', { durability: 'strict' })
      for (const name of names) change.objectStore(name).clear()
      await done(change)
    },
  }
}

/** Reads and writes without leaving the transaction: a promise in between would end it. */
function changeWithin(
  transaction: IDBTransaction,
  key: string,
  change: (old: unknown) => unknown,
): { changed: Promise<unknown>; kept: Promise<void> } {
  const [table = ''] = transaction.objectStoreNames
  const store = transaction.objectStore(table)
  const reading = store.get(key)
  const changed = new Promise((resolve, reject) => {
    reading.addEventListener('success', () => {
      try {
        const value = change(reading.result)
        if (value !== undefined) store.put(value, key)
        transaction.commit()
        resolve(value ?? reading.result)
      } catch (error) {
        reject(error)
        transaction.abort()
      }
    })
  })
  return { changed, kept: done(transaction) }
}

function open(name: string, onClose: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, version)
  opening.addEventListener('upgradeneeded', () => {
    for (const table of tables) opening.result.createObjectStore(table)
  })
  return result(opening).then((database) => {
    database.addEventListener('close', onClose)
    database.addEventListener('versionchange', () => {
      database.close()
      onClose()
    })
    return database
  })
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new VaultError('storage', { cause: request.error })))
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    const fail = () => reject(new VaultError('storage', { cause: transaction.error }))
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })
}
