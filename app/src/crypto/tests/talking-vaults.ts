/** People with vaults of their own, who know one another's keys and have an epoch in common. */
import { createLocalVault } from '../local-vault.ts'
import type { WrapRow } from '../rows.ts'
import type { CreatedKeys, MadeEpoch, Vault } from '../vault.ts'
import { memoryStore } from './memory-store.ts'
import { alice, bob } from './vectors/vectors.ts'

export const conversationId = 'c0c0c0c0-0000-4000-8000-00000000000a'
export const direct = { isDirect: true, founders: [alice, bob] }
export const group = { isDirect: false, founders: [alice] }

export interface Person extends CreatedKeys {
  vault: Vault
}

export async function person(userId: string, store = memoryStore()): Promise<Person> {
  const vault = createLocalVault(userId, { store })
  const made = await vault.create()
  await vault.confirmBackup()
  return { ...made, vault }
}

export async function introduce(...people: Person[]): Promise<void> {
  for (const { vault } of people) for (const { keyRow } of people) await vault.checkKey(keyRow)
}

export const rowsOf = (...people: Person[]) => people.map(({ keyRow }) => keyRow)
export const wrapIn = (epoch: MadeEpoch, { vault }: Person): WrapRow | null =>
  epoch.wraps.find(({ user_id: userId }) => userId === vault.userId) ?? null
export const opens = (epoch: MadeEpoch, person: Person, context = direct) =>
  person.vault.openEpoch(epoch, wrapIn(epoch, person), context)
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

export function say(vault: Vault, epochId: string, text: string, id: string = crypto.randomUUID()) {
  return vault.seal({ conversationId, epochId, id, type: 'text', body: { t: 'text', text, ts: 1 } })
}

export async function pair() {
  const [a, b] = await Promise.all([person(alice), person(bob)])
  await introduce(a, b)
  const epoch = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), added: [bob] })
  await opens(epoch, a)
  await opens(epoch, b)
  return { a, b, epoch, epochId: epoch.epochId }
}
