/** The crypto worker: the only place of a page where keys are. It is served without any right to the network. */
import { argon2id } from 'hash-wasm'

import type { Argon2 } from '../account/slots.ts'
import { VaultError } from '../codes.ts'
import { createLocalVault } from '../local-vault.ts'
import { cachedStore } from '../stores/cached-store.ts'
import { indexedStore } from '../stores/indexed-store.ts'
import type { Vault } from '../vault.ts'
import { calls, type Answer, type Question } from './worker-protocol.ts'

/** This file is checked with the page's types, where `self` is a window. */
interface WorkerScope {
  postMessage(answer: Answer, transfer: Transferable[]): void
  addEventListener(type: 'message', listen: (event: MessageEvent<Question>) => void): void
}

const scope = self as unknown as WorkerScope
const vaults = new Map<string, Vault>()

const argon2: Argon2 = async (password, salt, { m, t, p }) => {
  const cost = { memorySize: m, iterations: t, parallelism: p, hashLength: 32 }
  return Uint8Array.from(await argon2id({ password, salt, ...cost, outputType: 'binary' }))
}

scope.addEventListener('message', ({ data }) => {
  void answer(data)
})

async function answer({ id, userId, call, args }: Question): Promise<void> {
  try {
    if (!calls.includes(call)) throw new VaultError('internal')
    const work = vaultOf(userId)[call] as (...args: readonly unknown[]) => Promise<unknown>
    const value = await work(...args)
    scope.postMessage({ id, value }, largeParts(value))
  } catch (error) {
    scope.postMessage({ id, failure: error instanceof VaultError ? error.code : 'internal' }, [])
  }
}

function vaultOf(userId: string): Vault {
  const known = vaults.get(userId)
  if (known) return known
  const store = cachedStore(indexedStore(userId), new BroadcastChannel(`cortexia-keys/${userId}`))
  const vault = createLocalVault(userId, { store, argon2 })
  vaults.set(userId, vault)
  return vault
}

/** Files are handed over, not copied. */
function largeParts(value: unknown): Transferable[] {
  const { blob, bytes } = (value ?? {}) as { blob?: unknown; bytes?: unknown }
  return [blob, bytes].flatMap((part) => (part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : []))
}
