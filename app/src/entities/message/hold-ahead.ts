/** What would hold a message, found before anything is written rather than after. */
import type { Vault } from '#crypto/index.ts'

import { checkKeys } from './contact-keys.ts'
import type { Members } from './epoch-members.ts'
import { uninvitedIn } from './epochs.ts'
import type { SendHold } from './hold.ts'

/** For whoever has another safety number now, or was let in by nobody. */
export async function holdAhead(vault: Vault, conversation: Members): Promise<SendHold | null> {
  const active = conversation.others.filter(({ isActive }) => isActive).map(({ id }) => id)
  const keys = await checkKeys(vault, active)
  const changed = active.filter((id) => keys.get(id)?.check.kind === 'changed')
  if (changed.length > 0) return { kind: 'key_changed', userIds: changed }
  const uninvited = await uninvitedIn(vault, conversation)
  return uninvited.length > 0 ? { kind: 'unsigned_member', userIds: uninvited } : null
}
