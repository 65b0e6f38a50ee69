/** Keys of epochs from before somebody's time: passed on by a member who has them, under that member's signature (E2EE §8). */
import { DataError } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'
import { call, read } from '#data/wire.ts'

import { checkKeys } from './contact-keys.ts'
import type { Members } from './epoch-members.ts'
import { openEpoch, readRows } from './epochs.ts'
import type { SessionVault } from './key-ring.ts'

/** Newest first: 344 letters each. */
const mostShared = 200

/**
 * Lets a new member read what was written before them, as far as this device can itself.
 * @throws {DataError} `history_not_shared` where they have no key yet, or one that has to be looked at first
 */
export async function shareHistory(vault: SessionVault, conversation: string, person: string): Promise<void> {
  const key = (await checkKeys(vault, [person])).get(person)
  if (!key || key.check.kind === 'refused' || key.check.kind === 'changed') throw notShared()
  const newest = { conversation_id: `eq.${conversation}`, order: 'epoch.desc', limit: mostShared }
  const epochs = await read('conversation_epochs', 'epoch_id', newest)
  try {
    const wraps = await vault.shareEpochs(
      epochs.map(({ epoch_id: id }) => id),
      key.row,
    )
    await call('share_epochs', { conversation, wraps })
  } catch (cause) {
    throw notShared(cause)
  }
}

function notShared(cause?: unknown): DataError {
  return new DataError('The history was not shared', { status: 409, hint: 'history_not_shared', cause })
}

/** Epochs that were passed on after this device had verified them without a key. */
export async function openShared(
  vault: SessionVault,
  conversation: Members,
  epochIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(epochIds)].filter((id) => isUuid(id))
  const known = new Set(await vault.knownEpochs(wanted))
  const missing = wanted.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const rows = await readRows(conversation.id, vault.userId, { epoch_id: `in.(${missing.join()})` })
  for (const row of rows) if (row.conversation_keys.length > 0) await openEpoch(vault, conversation, row)
}
