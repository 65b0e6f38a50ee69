/** What a device keeps of an account: non-extractable keys, and what it has verified. */
import type { KeyRow } from './rows.ts'

export interface DecryptionKey {
  generation: number
  kid: string
  key: CryptoKey
}

export interface AccountRecord {
  /** This device's part of every message: 8 hex digits. */
  device: string
  identityKey: CryptoKey
  /** SPKI in base64. */
  identity: string
  /** Own identities that a succession has replaced. */
  pastIdentities: string[]
  /** Oldest first; the last one is published. */
  keys: DecryptionKey[]
  keyRow: KeyRow
  syncKey: CryptoKey
  indexKey: CryptoKey
  isBacked: boolean
}

export interface PinRecord {
  userId: string
  identity: string
  generation: number
  kid: string
  /** SHA-256 of statement and signature, which the next generation must name. */
  head: string
  isVerified: boolean
  since: number
  past: { identity: string; until: number }[]
  /** What came instead, unsigned by the pinned identity. */
  offered?: Pick<PinRecord, 'identity' | 'generation' | 'kid' | 'head'>
}

export interface EpochMember {
  userId: string
  kid: string
  generation: number
  /** SHA-256 of the identity key, base64. */
  identityHash: string
}

/** An epoch whose manifest was verified. */
export interface EpochRecord {
  epochId: string
  conversationId: string
  creatorId: string
  createdMs: number
  previousId: string | null
  members: EpochMember[]
  manifestHash: string
  commit: string
  /** What message keys derive from; absent where this account has no wrap. */
  key?: CryptoKey
  /** The wrap it came from: the only way to the raw key, for sharing. */
  wrapped?: { kid: string; wrappedKey: string }
}

/** Where this device stands in its own sequence of an epoch. */
export interface CounterRecord {
  next: number
  /** The places given last, so that sealing an id again takes the same. */
  issued: { id: string; n: number; type: string; before: { id: string; n: number; type: string } | null }[]
}

export interface Records {
  account: AccountRecord
  /** The highest `seq` of a backup seen here: outlives the keys. */
  backups: { seq: number }
  pins: PinRecord
  epochs: EpochRecord
  counters: CounterRecord
  conversations: {
    /** The epoch that began it: there is no second beginning. */
    firstEpoch?: string
    /** When its first protected message was written (ms, the server's clock). */
    protectedSince?: number
  }
}

export type Table = keyof Records

export const tables = ['account', 'backups', 'pins', 'epochs', 'counters', 'conversations'] as const

export interface VaultStore {
  read<Name extends Table>(table: Name, key: string): Promise<Records[Name] | undefined>
  readAll<Name extends Table>(table: Name): Promise<Records[Name][]>
  write<Name extends Table>(table: Name, key: string, value: Records[Name]): Promise<void>
  /** In one step that no other tab comes between; `change` must not wait. `undefined` leaves it as it is. */
  update<Name extends Table>(
    table: Name,
    key: string,
    change: (old: Records[Name] | undefined) => Records[Name] | undefined,
  ): Promise<Records[Name] | undefined>
  clear(tables: readonly Table[]): Promise<void>
}
