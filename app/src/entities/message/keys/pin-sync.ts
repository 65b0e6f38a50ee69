/**
 * Whose keys one knows, and whom one has compared numbers with, on every device of one's own. It travels sealed for
 * this account alone (E2EE §6): the server cannot read or write it. It can withhold it, or show a new device an older one:
 * that device then meets people as if for the first time, and says so by their missing mark.
 */
import type { Vault } from '#crypto/index.ts'
import { keep, readKept } from '#data/device/message-store.ts'

import { readPins, savePins } from './vault.ts'

/** First meetings come in crowds: they are told together. */
const restMs = 2000

const taken = new WeakMap<Vault, Promise<void>>()
const timers = new WeakMap<Vault, ReturnType<typeof setTimeout>>()

/** Before somebody is met for the first time on this device: another one may know them. Without network, later. */
export function takeInPins(vault: Vault): Promise<void> {
  const before = taken.get(vault)
  if (before) return before
  const taking = merge(vault).catch(() => {
    taken.delete(vault)
  })
  taken.set(vault, taking)
  return taking
}

/** After somebody was met, or an identity was accepted or compared. */
export function tellPins(vault: Vault): void {
  clearTimeout(timers.get(vault))
  const timer = setTimeout(() => void save(vault).catch(() => undefined), restMs)
  timers.set(vault, timer)
}

async function save(vault: Vault): Promise<void> {
  const entry = `${vault.userId}.pins-told`
  if ((await readKept(entry)) === (await digest(vault))) return
  await merge(vault)
  await savePins(await vault.exportPins())
  await keep(entry, await digest(vault))
}

async function merge(vault: Vault): Promise<void> {
  const sealed = await readPins()
  if (sealed !== null) await vault.mergePins(sealed)
}

/** Says whether something changed, and not whom one knows. */
async function digest(vault: Vault): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(await vault.pins()))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
}
