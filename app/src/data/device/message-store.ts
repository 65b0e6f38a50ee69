/**
 * What messages leave on a device: the outbox, threads for a start without network, the index for searching. One
 * database, keys under the person's id. Words in it are sealed with a key of this device that cannot be read out: a
 * copied profile is of no use without it (E2EE §10). Where the browser keeps nothing, reads are empty and writes lost.
 */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'

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

/**
 * `null` removes the entry. Answers whether it is kept now. `onHanded` is called a moment before: the browser has it by
 * then, and writes it whatever becomes of this page.
 */
export function keep(key: string, value: unknown, onHanded?: () => void): Promise<boolean> {
  return keepAll([[key, value]], onHanded)
}

/** All of them in one step, or none. */
export async function keepAll(
  changes: readonly (readonly [key: string, value: unknown])[],
  onHanded?: () => void,
): Promise<boolean> {
  const change = store()('readwrite', (entries) => {
    for (const [key, value] of changes) {
      if (value === null) entries.delete(key)
      else entries.put(value, key)
    }
    // Nothing more is asked for: the browser need not wait for this page to say so.
    entries.transaction.commit()
    onHanded?.()
    return promisifyRequest(entries.transaction)
  })
  return change.then(
    () => true,
    () => false,
  )
}

export async function dropKept(prefix: string): Promise<void> {
  const change = store()('readwrite', (entries) => {
    entries.delete(within(prefix))
    return promisifyRequest(entries.transaction)
  })
  await change.catch(() => undefined)
}

/** Everybody's, but those of whoever is named. */
export async function clearKept(except: readonly string[] = []): Promise<void> {
  deviceKeys.clear()
  const kept = await keptKeys('')
  const owners = new Set(kept.map((key) => key.slice(0, key.indexOf('.'))))
  for (const owner of owners) if (!except.includes(owner)) await dropKept(`${owner}.`)
}

const deviceKeys = new Map<string, Promise<CryptoKey>>()

/**
 * Seals what this device keeps of somebody's messages, drafts and unsent ones included, whether or not it has the keys
 * of their account. Made at the first question, never to be read out; it lies beside what it seals and goes with it.
 */
export function deviceKeyOf(userId: string): Promise<CryptoKey> {
  const known = deviceKeys.get(userId)
  if (known) return known
  const key = readOrMakeKey(`${userId}.device-key`)
  deviceKeys.set(userId, key)
  key.catch(() => deviceKeys.delete(userId))
  return key
}

async function readOrMakeKey(entry: string): Promise<CryptoKey> {
  const known = await readKept<CryptoKey>(entry)
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const first = store()('readwrite', async (entries) => {
    // Another tab may have been faster.
    const found = await promisifyRequest<CryptoKey | undefined>(entries.get(entry))
    if (found) return found
    await promisifyRequest(entries.put(made, entry))
    return made
  })
  return first.catch(() => made)
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
