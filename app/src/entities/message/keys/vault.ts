/** The one vault of the session: whose keys this device holds, and what is published of them. */
import { createStore } from 'zustand/vanilla'

import { openVault, VaultError, type KeyRow, type Vault, type VaultState } from '#crypto/index.ts'
import { keep, keptKeys, readKept } from '#data/device/message-store.ts'
import { scriptUrl } from '#data/script-url.ts'
import { getSession } from '#data/session.ts'

import { scopeOf, usePart, type Scope } from '../scope.ts'
import { KeyRing, type SessionVault } from './key-ring.ts'
import { publishKey, readKeyRows } from './key-wire.ts'

export type DeviceState = 'loading' | VaultState

export class HeldVault {
  readonly store = createStore<{ state: DeviceState; hasFailed: boolean }>()(() => ({
    state: 'loading',
    hasFailed: false,
  }))
  readonly #scope: Scope
  #vault: Promise<SessionVault> | undefined

  constructor(scope: Scope) {
    this.#scope = scope
    scope.over.addEventListener('abort', () => {
      clearTimeout(scope.part(KeyRing).tellingPins)
      void this.#vault?.then((vault) => vault.close())
    })
    void this.open().catch(() => undefined)
  }

  get state(): DeviceState {
    return this.store.getState().state
  }

  /** A device that has no keys yet has a vault too: it says so. */
  open(): Promise<SessionVault> {
    if (this.#vault) return this.#vault
    if (this.#scope.over.aborted) return Promise.reject(new VaultError('internal'))
    const ring = this.#scope.part(KeyRing)
    const vault = openVault(this.#scope.userId, scriptUrl('cryptoWorker')).then((opened) => ({ ...opened, ring }))
    this.#vault = vault
    vault.catch(() => {
      if (this.#vault === vault) this.#vault = undefined
    })
    void this.refresh().catch(() => this.store.setState({ hasFailed: true }))
    return vault
  }

  /** To be called after keys were made, unlocked, changed or lost: whoever waits for them is told. */
  async refresh(): Promise<VaultState> {
    const vault = await this.open()
    // A scope that a page asked for while its person left is nobody's: as a visitor there is nothing to ask.
    if (getSession().status === 'signed-out') throw new VaultError('internal')
    const published = await ownServerKey(this.#scope.userId, this.#scope.over)
    const state = await vault.state(published)
    if (state === 'ready' && published) void publishNewer(vault, published).catch(() => undefined)
    if (this.state !== state) this.store.setState({ state })
    return state
  }
}

export function vaultOf(userId: string): Promise<SessionVault> {
  return scopeOf(userId).part(HeldVault).open()
}

export function refreshVault(userId: string): Promise<VaultState> {
  return scopeOf(userId).part(HeldVault).refresh()
}

export function heldState(userId: string): DeviceState {
  return scopeOf(userId).part(HeldVault).state
}

/** Whether messages were written or read here: what its keys alone may open. */
export async function hasTalked(userId: string): Promise<boolean> {
  return (await keptKeys(`${userId}.epochs.`)).length > 0
}

/** Whether this device opens messages. */
export function isOpenable(state: DeviceState): boolean {
  return state === 'ready' || state === 'ready_unbacked'
}

/** A renewal that ended between its backup and its publication goes on where the backup was opened. */
async function publishNewer(vault: Vault, published: KeyRow): Promise<void> {
  const own = await vault.ownKey()
  if (own && (own.generation ?? 0) > (published.generation ?? 0)) await publishKey(own)
}

export function useVaultState(): DeviceState {
  return usePart(HeldVault, ({ state }) => state, 'loading')
}

/** Whether it is still to be said; where it cannot be, nobody waits for it. */
export function useVaultAwaited(): boolean {
  return usePart(HeldVault, ({ state, hasFailed }) => state === 'loading' && !hasFailed, true)
}

/**
 * For a sign-out, when the session's own vault is closed. The device asks for a secret again unless the keys are kept. Keys
 * that are nowhere else and have opened nothing yet stay: without them nobody could write to their person any more.
 */
export async function forgetVault(userId: string, options: { keepKeys: boolean }): Promise<void> {
  const vault = await openVault(userId, scriptUrl('cryptoWorker'))
  const opensNothing = !(await hasTalked(userId))
  await vault.forget({ keepKeys: options.keepKeys || (opensNothing && 'unconfirmed') }).catch(() => undefined)
  vault.close()
}

/** What is published under one's own name; without network, what was published when this device last asked. */
export async function ownServerKey(userId: string, signal?: AbortSignal): Promise<KeyRow | null> {
  const entry = `${userId}.own-key`
  try {
    const [row = null] = await readKeyRows([userId], signal)
    void keep(entry, row)
    return row
  } catch (error) {
    const kept = await readKept<KeyRow>(entry)
    if (kept) return kept
    throw error
  }
}
