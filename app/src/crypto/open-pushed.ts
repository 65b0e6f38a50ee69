/** For the service worker: opens the message of a push with the keys of this device, without a page and without Argon2. */
import { indexedStore } from './indexed-store.ts'
import { createLocalVault } from './local-vault.ts'
import type { EpochRow, MessageRow, WrapRow } from './rows.ts'
import type { EpochContext, OpenedMessage } from './vault.ts'

export interface PushedMessage {
  row: MessageRow
  /** Where the device may not have opened the message's epoch yet. */
  epoch?: EpochRow
  wrap?: WrapRow
  context?: EpochContext
}

/** Never rejects: a row that does not open here answers its code, and what failed at all answers `locked`. */
export async function openPushed(userId: string, { row, epoch, wrap, context }: PushedMessage): Promise<OpenedMessage> {
  const locked = { id: row.id, code: 'locked' } as const
  try {
    const vault = createLocalVault(userId, { store: indexedStore(userId) })
    if (epoch && wrap && context) await vault.openEpoch(epoch, wrap, context)
    const [opened] = await vault.open([row])
    return opened ?? locked
  } catch {
    return locked
  }
}
