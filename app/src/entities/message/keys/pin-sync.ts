/**
 * Whose keys one knows, and whom one has compared numbers with, on every device of one's own. It travels sealed for
 * this account alone (E2EE §6): the server cannot read or write it. It can withhold it, or show a new device an older one:
 * that device then meets people as if for the first time, and says so by their missing mark.
 */
import { keep, readKept } from '#data/device/message-store.ts'

import type { SessionVault } from './key-ring.ts'
import { readPins, savePins } from './key-wire.ts'

/** First meetings come in crowds: they are told together. */
const restMs = 2000

/** Before somebody is met for the first time on this device: another one may know them. Without network, later. */
export function takeInPins(vault: SessionVault): Promise<void> {
  const { ring } = vault
  ring.takingPins ??= merge(vault).catch(() => {
    ring.takingPins = undefined
  })
  return ring.takingPins
}

/** After somebody was met, or an identity was accepted or compared. */
export function tellPins(vault: SessionVault): void {
  const { ring } = vault
  clearTimeout(ring.tellingPins)
  ring.tellingPins = setTimeout(() => void save(vault).catch(() => undefined), restMs)
}

async function save(vault: SessionVault): Promise<void> {
  const entry = `${vault.userId}.pins-told`
  if ((await readKept(entry)) === (await digest(vault))) return
  await merge(vault)
  await savePins(await vault.exportPins())
  await keep(entry, await digest(vault))
}

async function merge(vault: SessionVault): Promise<void> {
  const sealed = await readPins()
  if (sealed !== null) await vault.mergePins(sealed)
}

/** Says whether something changed, and not whom one knows. */
async function digest(vault: SessionVault): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(await vault.pins()))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
}
