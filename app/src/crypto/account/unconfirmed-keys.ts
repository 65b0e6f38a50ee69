/**
 * Keys that were made and whose person has no way to them but this device: their backup, and the code that opens it, stay
 * here until they have one. The code lies sealed under a key that cannot be read out.
 */
import { fromUtf8, utf8, uuidBytes, type Bytes } from '../bytes.ts'
import { decrypt, encrypt } from '../ciphers.ts'
import { encode } from '../encode.ts'
import type { AccountRecord, VaultStore } from '../records.ts'
import type { Backup } from '../rows.ts'
import type { CreatedKeys } from '../vault.ts'

const self = 'self'

interface Holder {
  userId: string
  store: VaultStore
}

export interface Unconfirmed {
  backup: Backup
  recoveryCode: string
}

/** For the record of the account whose key seals it. */
export async function sealUnconfirmed(
  userId: string,
  syncKey: CryptoKey,
  { backup, recoveryCode }: Unconfirmed,
): Promise<NonNullable<AccountRecord['unconfirmed']>> {
  return { backup, code: await encrypt(syncKey, utf8(recoveryCode), boundTo(userId)) }
}

/** Null where the person has confirmed their backup, or there are no keys. */
export async function readUnconfirmed({ store, userId }: Holder): Promise<CreatedKeys | null> {
  const account = await store.read('account', self)
  if (!account?.unconfirmed) return null
  const { keyRow, syncKey, unconfirmed } = account
  const code = await decrypt(syncKey, unconfirmed.code, boundTo(userId))
  return { keyRow, backup: unconfirmed.backup, recoveryCode: fromUtf8(code) }
}

export function confirmed(account: AccountRecord): AccountRecord {
  const kept = { ...account, isBacked: true }
  delete kept.unconfirmed
  return kept
}

function boundTo(userId: string): Bytes {
  return encode('cx1/unconfirmed', uuidBytes(userId))
}
