/** For the service worker: opens the message of a push with the keys of this device, without a page and without Argon2. */
import { fromBase64 } from '../bytes.ts'
import { readManifest } from '../epochs/manifest.ts'
import { createLocalVault } from '../local-vault.ts'
import type { VaultStore } from '../records.ts'
import type { EpochRow, MessageRow, WrapRow } from '../rows.ts'
import { indexedStore } from '../stores/indexed-store.ts'
import { overlayStore } from '../stores/overlay-store.ts'
import type { EpochContext, OpenedMessage } from '../vault.ts'

/** What a push carries of a message, and where the device may not have opened its epoch yet, of that. */
export interface PushedMessage {
  row: MessageRow
  epoch?: EpochRow | null
  wrap?: Omit<WrapRow, 'user_id'> | null
}

/**
 * Never rejects, and keeps nothing: an epoch that is first seen in a push is verified again by the app, which knows more
 * of the conversation. One of a conversation that the app has not opened yet is not believed: who takes part in it would
 * be the sender's word alone. What fails altogether answers `locked`.
 */
export async function openPushed(
  userId: string,
  { row, epoch, wrap }: PushedMessage,
  kept: VaultStore = indexedStore(userId),
): Promise<OpenedMessage> {
  const locked = { id: row.id, code: 'locked' } as const
  try {
    const vault = createLocalVault(userId, { store: overlayStore(kept) })
    const isKnown = (await kept.read('conversations', row.conversation_id)) !== undefined
    if (epoch && isKnown) await vault.openEpoch(epoch, wrap ? { ...wrap, user_id: userId } : null, contextOf(epoch))
    const [opened] = await vault.open([row])
    return opened ?? locked
  } catch {
    return locked
  }
}

/** Two people are a pair; in a group the epoch must continue one that the app has opened. */
function contextOf({ manifest }: EpochRow): EpochContext {
  const members = readManifest(fromBase64(manifest)).members.map(({ userId }) => userId)
  return { isDirect: members.length === 2, founders: members.length === 2 ? members : [] }
}
