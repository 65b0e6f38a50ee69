import type { Vault } from '../../vault.ts'
import { alice, bob, carol, direct, keyRowOf, vectors, wrapOf } from './vectors.ts'

/** Devices for a case: always empty ones, with the vectors' keys of that person and nothing pinned. */
export interface Devices {
  of(userId: string): Promise<Vault>
  /** Without any keys. */
  empty(userId: string): Promise<Vault>
}

export interface VectorCase {
  name: string
  run: (devices: Devices) => Promise<unknown>
  expected: unknown
}

export async function acquainted(devices: Devices, userId: string): Promise<Vault> {
  const vault = await devices.of(userId)
  for (const other of [alice, bob, carol]) await vault.checkKey(keyRowOf(other))
  return vault
}

/** Bob's device, where the vectors' epoch is open. */
export async function reading(devices: Devices): Promise<Vault> {
  const vault = await acquainted(devices, bob)
  const answer = await vault.openEpoch(vectors.epoch, wrapOf(bob), direct)
  if (!answer.ok) throw new Error(`The vectors' epoch does not open: ${answer.code}`)
  return vault
}

export const otherId = 'a0a0a0a0-0000-4000-8000-0000000000ff'
export const otherConversation = 'c0c0c0c0-0000-4000-8000-000000000002'
