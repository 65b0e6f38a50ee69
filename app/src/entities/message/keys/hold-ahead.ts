/** What would hold a message, found before anything is written rather than after. */

import { checkKeys } from './contact-keys.ts'
import { hasKey, type Members } from './epoch-members.ts'
import { uninvitedIn } from './epochs.ts'
import type { SendHold } from './hold.ts'
import type { SessionVault } from './key-ring.ts'

/** For whoever has another safety number now, was let in by nobody, or cannot be written to yet. */
export async function holdAhead(vault: SessionVault, conversation: Members): Promise<SendHold | null> {
  const active = conversation.others.filter(({ isActive }) => isActive).map(({ id }) => id)
  const keys = await checkKeys(vault, active)
  const changed = active.filter((id) => keys.get(id)?.check.kind === 'changed')
  if (changed.length > 0) return { kind: 'key_changed', userIds: changed }
  if (conversation.kind === 'direct') {
    const pinned = new Set((await vault.pins()).map(({ userId }) => userId))
    const without = active.filter((id) => !hasKey(keys.get(id)) && !pinned.has(id))
    if (without.length > 0) return { kind: 'no_recipient_key', userIds: without }
  }
  const uninvited = await uninvitedIn(vault, conversation)
  return uninvited.length > 0 ? { kind: 'unsigned_member', userIds: uninvited } : null
}

const patience = [1000, 5000, 30_000]

/** Looked at again where the server did not answer: nobody else would, and the person would not be warned. */
export async function holdWhereNeeded(
  look: () => Promise<SendHold | null>,
  setHold: (hold: SendHold) => void,
  over: AbortSignal,
): Promise<void> {
  for (const pause of [...patience, null]) {
    const hold = await look().catch(() => undefined)
    if (over.aborted) return
    if (hold) setHold(hold)
    if (hold !== undefined || pause === null) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (over.aborted) return
  }
}
