/** What a device keeps of an account: non-extractable keys, and what it has verified. */
import type { Backup, KeyRow } from './rows.ts'

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
  /** Oldest first; the last one is published, or about to be. */
  keys: DecryptionKey[]
  keyRow: KeyRow
  syncKey: CryptoKey
  isBacked: boolean
  /** Until it is: what was, or is to be, saved on the server, and the code that opens it, sealed under `syncKey`. */
  unconfirmed?: { backup: Backup; code: { iv: Uint8Array<ArrayBuffer>; ct: Uint8Array<ArrayBuffer> } }
  /** The next generation, sealed and not published yet: its key is among `keys`. */
  next?: Pick<AccountRecord, 'identityKey' | 'identity' | 'pastIdentities' | 'keyRow'>
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
  /** `isHeard`: the log said so at first sight; one who is compared is known by what was pinned here alone. */
  past: { identity: string; until: number; isHeard?: boolean }[]
  /** When somebody here last said whether it was compared (ms). */
  judgedAt?: number
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
  issued: {
    id: string
    n: number
    type: string
    before: { id: string; n: number; type: string } | null
    /** Never sent: what follows does not name it. */
    isVoid?: true
  }[]
}

/** What a conversation is, as its first verified manifest had it. */
export interface ConversationRecord {
  /** The epoch that began it: there is no second beginning. */
  firstEpoch?: string
  /** Two people for ever; null: a group. */
  pair?: readonly string[] | null
  /** Manifests that could not be verified: by id, their hash and the last verified epoch before them. */
  skipped?: Readonly<Record<string, { hash: string; after: string | null }>>
  /** When its first protected message was written (ms, the server's clock). */
  protectedSince?: number
}

export interface Records {
  account: AccountRecord
  /** The highest `seq` of a backup seen here: outlives the keys. */
  backups: { seq: number }
  pins: PinRecord
  epochs: EpochRecord
  counters: CounterRecord
  conversations: ConversationRecord
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
