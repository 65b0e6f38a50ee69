/** What this device has of the account's keys, held against what is published under its name. */
import type { AccountRecord } from '../records.ts'
import type { KeyRow } from '../rows.ts'
import type { VaultState } from '../vault.ts'
import { findAccount, readAccount, type Device } from './account.ts'
import { isSuccession, readKeyRow } from './key-statement.ts'

const self = 'self'

export async function stateOf(device: Device, serverKey: KeyRow | null): Promise<VaultState> {
  const account = await findAccount(device)
  const published = serverKey?.signature ? serverKey : null
  if (!account) return published ? 'needs_unlock' : 'absent'
  if (published && published.signature === account.next?.keyRow.signature) await takeNext(device, published)
  const own = account.isBacked ? 'ready' : 'ready_unbacked'
  return published ? ((await compareOwn(device, await readAccount(device), published)) ?? own) : own
}

/** Null where what is published is this device's, or not yet as new as this device's. */
async function compareOwn(
  device: Device,
  { keyRow, identity }: AccountRecord,
  serverKey: KeyRow,
): Promise<'needs_unlock' | 'alarm' | null> {
  const fields = ['public_key', 'kid', 'identity_key', 'signature'] as const
  if (fields.every((field) => serverKey[field] === keyRow[field])) return null
  const published = await readKeyRow(serverKey).catch(() => null)
  if (published?.userId !== device.userId) return 'alarm'
  const newer = published.generation - (keyRow.generation ?? 0)
  if (newer < 0) return null
  if (newer === 0 && published.identity === identity && published.kid === keyRow.kid) {
    await adoptRow(device, serverKey)
    return null
  }
  const isOurs = published.identity === identity ? newer > 0 : await isSuccession(identity, published)
  return isOurs ? 'needs_unlock' : 'alarm'
}

/** The same keys under another signature of ours: a bundle without its row was signed for once more when it was opened. */
async function adoptRow({ store }: Device, keyRow: KeyRow): Promise<void> {
  await store.update('account', self, (account) => account && { ...account, keyRow })
}

/** It is published. */
async function takeNext({ store }: Device, { signature }: KeyRow): Promise<void> {
  await store.update('account', self, (account) => {
    if (account?.next?.keyRow.signature !== signature) return undefined
    const { next, ...rest } = account
    return { ...rest, ...next }
  })
}
