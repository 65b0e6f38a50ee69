/** Who reads the next epoch: those of the present one, whom members have let in, and only under keys that hold (E2EE §2.2, §6). */
import { VaultError, type KeyRow } from '#crypto/index.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'

import { addedTo, invitedTo } from './added-members.ts'
import { checkKeys } from './contact-keys.ts'
import { HoldError } from './hold.ts'
import type { CheckedKey, SessionVault } from './key-ring.ts'
import { isOpenable } from './vault.ts'

export type Members = Pick<Conversation, 'id' | 'kind' | 'createdBy' | 'others' | 'epochId'> & {
  pair?: Conversation['pair']
}

/** The epoch that is held against who takes part now. */
interface Present {
  epochId: string
  members: readonly string[]
}

export function activeMembers(userId: string, { others }: Members): string[] {
  return [userId, ...others.filter(({ isActive }) => isActive).map(({ id }) => id)]
}

/** Who takes part without being in the present epoch, though they have a key. */
export async function newcomersTo(
  vault: SessionVault,
  conversation: Members,
  latest: Present,
): Promise<{ uninvited: string[]; invited: string[] }> {
  const missing = activeMembers(vault.userId, conversation).filter((id) => !latest.members.includes(id))
  if (missing.length === 0) return { uninvited: [], invited: [] }
  const keys = await checkKeys(vault, missing)
  const keyed = missing.filter((id) => hasKey(keys.get(id)))
  const people = await letIn(vault.userId, conversation.id, latest)
  return {
    uninvited: keyed.filter((id) => !people.includes(id)),
    invited: keyed.filter((id) => people.includes(id)),
  }
}

/** A row that nobody signed is none (spec §7: any client may write one). */
export function hasKey(key: CheckedKey | null | undefined): boolean {
  return Boolean(key) && key?.check.code !== 'unsigned'
}

/** Besides those who have the present key. */
export async function letIn(userId: string, conversationId: string, latest: Present | null): Promise<string[]> {
  const own = await addedTo(userId, conversationId)
  return latest ? [...own, ...(await invitedTo(userId, conversationId, latest.epochId))] : [...own]
}

/** Two people who write to each other have invited each other: whoever wrote first on this device has chosen whom. */
export function pairFor(active: readonly string[], added: readonly string[]): readonly string[] {
  const isChosen = added.every((id) => active.includes(id))
  return active.length === 2 && isChosen ? active : added
}

/**
 * Groups go on without those who have no key yet: they are let in by the epoch after they have one. A key that does not
 * hold, or one that was known here and is not shown any more, is no missing key: the server would choose who reads.
 */
export async function usableKeys(
  vault: SessionVault,
  { kind }: Members,
  userIds: readonly string[],
): Promise<KeyRow[]> {
  const keys = await checkKeys(vault, userIds)
  await checkOwnKey(vault, keys.get(vault.userId))
  const pinned = new Set((await vault.pins()).map(({ userId }) => userId))
  const without = userIds.filter((id) => !hasKey(keys.get(id)) && !pinned.has(id))
  const refused = userIds.filter((id) => !without.includes(id) && (keys.get(id)?.check.kind ?? 'refused') === 'refused')
  if (refused.length > 0) throw new HoldError({ kind: 'key_refused', userIds: refused })
  if (without.length > 0 && kind === 'direct') throw new HoldError({ kind: 'no_recipient_key', userIds: without })
  const changed = userIds.filter((id) => keys.get(id)?.check.kind === 'changed')
  if (changed.length > 0) throw new HoldError({ kind: 'key_changed', userIds: changed })
  return userIds.filter((id) => !without.includes(id)).flatMap((id) => keys.get(id)?.row ?? [])
}

/** Not published: there are none yet. Renewed on another device, or here and not told yet: then what is published goes into use, or is unlocked first. */
async function checkOwnKey(vault: SessionVault, key: CheckedKey | null | undefined): Promise<void> {
  const isPresent = async () => key?.row.kid !== undefined && (await vault.ownKey())?.kid === key.row.kid
  if (!key) throw new HoldError({ kind: 'locked', userIds: [] })
  if (await isPresent()) return
  const state = await vault.state(key.row)
  if (!isOpenable(state) || !(await isPresent())) throw new HoldError({ kind: 'locked', userIds: [] })
}

/** Whose change the vault has stopped at. */
export async function asChange(error: unknown, vault: SessionVault, others: Members['others']): Promise<unknown> {
  if (!(error instanceof VaultError) || error.code !== 'identity_changed') return error
  const changed = new Set((await vault.pins()).filter(({ state }) => state === 'changed').map(({ userId }) => userId))
  const userIds = others.filter(({ id, isActive }) => isActive && changed.has(id)).map(({ id }) => id)
  return new HoldError({ kind: 'key_changed', userIds })
}
