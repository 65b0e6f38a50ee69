/**
 * What is too large for private-storage.ts: drafts with pictures, orders that wait for the network. In IndexedDB, under
 * the person's id. Where the browser keeps nothing (a private window, a full disk) reads are empty and writes are lost.
 */
import { createStore, del, delMany, get, getMany, keys, set, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined

function store(): UseStore {
  opened ??= createStore('cortexia.private', 'files')
  return opened
}

export async function readFileOf<Value>(userId: string, key: string): Promise<Value | null> {
  return (await get<Value>(`${userId}.${key}`, store()).catch(() => undefined)) ?? null
}

/** `null` removes the entry. Answers whether it is so now. */
export async function writeFileOf(userId: string, key: string, value: unknown): Promise<boolean> {
  const entry = `${userId}.${key}`
  const change = value === null ? del(entry, store()) : set(entry, value, store())
  return change.then(
    () => true,
    () => false,
  )
}

/** All that is kept under keys that begin so. */
export async function readFilesOf<Value>(userId: string, prefix: string): Promise<Value[]> {
  const all = await keys<string>(store()).catch(() => [])
  const wanted = all.filter((entry) => entry.startsWith(`${userId}.${prefix}`))
  const values = await getMany<Value | undefined>(wanted, store()).catch(() => [])
  return values.flatMap((value) => (value === undefined ? [] : [value]))
}

/** Everybody's, but those of whoever is named: signing out leaves nothing behind on this device. */
export async function clearFiles(except: readonly string[] = []): Promise<void> {
  const all = await keys<string>(store()).catch(() => [])
  const going = all.filter((entry) => !except.some((userId) => entry.startsWith(`${userId}.`)))
  await delMany(going, store()).catch(() => undefined)
}
