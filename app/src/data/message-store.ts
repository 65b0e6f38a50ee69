/**
 * What messages leave on a device: the outbox, threads for a start without network, the index for searching. One
 * database, keys under the person's id. Words in it are sealed with a key of this device that cannot be read out: a
 * copied profile is of no use without it (E2EE §10). Where the browser keeps nothing, reads are empty and writes lost.
 */
import { clear, createStore, promisifyRequest, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined

function store(): UseStore {
  opened ??= createStore('cortexia.messages', 'entries')
  return opened
}

const within = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

export async function keptKeys(prefix: string): Promise<string[]> {
  const keys = store()('readonly', (entries) => promisifyRequest(entries.getAllKeys(within(prefix))))
  return ((await keys.catch(() => [])) as string[]).map((key) => key.slice(prefix.length))
}

export async function readKept<Value>(key: string): Promise<Value | null> {
  const value = store()('readonly', (entries) => promisifyRequest<Value | undefined>(entries.get(key)))
  return (await value.catch(() => undefined)) ?? null
}

/** All whose keys begin so, by what follows in their keys. */
export async function readAllKept<Value>(prefix: string): Promise<[string, Value][]> {
  const found = store()('readonly', async (entries) => {
    const [keys, values] = await Promise.all([
      promisifyRequest(entries.getAllKeys(within(prefix))),
      promisifyRequest<Value[]>(entries.getAll(within(prefix))),
    ])
    return keys.map((key, place): [string, Value] => [(key as string).slice(prefix.length), values[place] as Value])
  })
  return found.catch(() => [])
}

/** `null` removes the entry. */
export async function keep(key: string, value: unknown): Promise<void> {
  const change = store()('readwrite', (entries) => {
    if (value === null) entries.delete(key)
    else entries.put(value, key)
    return promisifyRequest(entries.transaction)
  })
  await change.catch(() => undefined)
}

export async function dropKept(prefix: string): Promise<void> {
  const change = store()('readwrite', (entries) => {
    entries.delete(within(prefix))
    return promisifyRequest(entries.transaction)
  })
  await change.catch(() => undefined)
}

/** Everybody's. */
export async function clearKept(): Promise<void> {
  await clear(store()).catch(() => undefined)
}

export interface SealedEntry {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

export async function sealBytes(key: CryptoKey, bytes: BufferSource): Promise<SealedEntry> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

/** `null` where it was sealed with a key that is gone. */
export async function openBytes(key: CryptoKey, { iv, bytes }: SealedEntry): Promise<ArrayBuffer | null> {
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes).catch(() => null)
}

/** Whatever JSON can say. */
export function sealValue(key: CryptoKey, value: unknown): Promise<SealedEntry> {
  return sealBytes(key, new TextEncoder().encode(JSON.stringify(value)))
}

export async function openValue<Value>(key: CryptoKey, entry: SealedEntry): Promise<Value | null> {
  const bytes = await openBytes(key, entry)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Value)
}
