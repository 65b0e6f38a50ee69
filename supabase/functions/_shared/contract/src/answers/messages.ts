/** What the database says of conversations, and the sealed things that it keeps for their members' devices. */

/** Which key a message is sealed under. */
export interface MessageEnvelope {
  readonly v: number
  readonly epoch: string
  /** The sender's device, 8 hexadecimal digits. */
  readonly d: string
  /** Counts that device's messages in this epoch. */
  readonly n: number
}

export interface MessageMetadata {
  readonly e2ee?: MessageEnvelope
  readonly [fact: string]: unknown
}

/** `requested`: somebody whom the reader does not follow wrote first, and waits for an answer. */
export type MemberState = 'requested' | 'accepted' | 'left' | 'blocked'
export type MemberRole = 'owner' | 'member'

interface Participant {
  readonly joined_at: string
  readonly state: MemberState
  readonly role: MemberRole
  readonly is_active: boolean
  readonly last_read_at: string | null
}

export interface ListedConversation {
  readonly id: string
  readonly kind: 'direct' | 'group'
  readonly created_by: string | null
  readonly pair_key?: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly last_message_at: string | null
  readonly vanish_after: number | null
  readonly epoch_id: string | null
}

export interface OwnParticipation extends Participant {
  readonly conversation_id: string
  readonly user_id: string
  readonly hidden_at: string | null
  /** Its place in the list. */
  readonly last_at: string | null
  readonly unread_count: number
  /** One's own affair: `last_read_at` is for the others, where they may know. */
  readonly read_up_to: string | null
  readonly reads_from: string | null
  readonly muted_until: string | null
  readonly pinned_at: string | null
  readonly archived_at: string | null
}

export interface OtherParticipant extends Participant {
  readonly id: string
  readonly username: string | null
  /** Nameless where their profile is not for the one who asks. */
  readonly display_name: string | null
  readonly avatar_url: string | null
}

/** AES-GCM under the account's master key; `seq` grows with every change. */
export interface KeyBundle {
  v: number
  seq: number
  iv: string
  ct: string
}

export type KeySlotType = 'code' | 'prf' | 'argon2id' | 'pbkdf2'

/** The account's master key, wrapped under one secret. */
export interface KeySlot {
  t: KeySlotType
  /** Cost of the derivation: memory (KiB), rounds and lanes of Argon2id, or iterations of PBKDF2. */
  p: { m?: number; t?: number; p?: number; i?: number }
  salt: string
  iv: string
  ct: string
}

interface SavedKeys {
  bundle: KeyBundle
  slots: KeySlot[]
  /** The bundle's, as a column of its own. */
  seq: number
}

export interface KeyBackup extends SavedKeys {
  /** Sealed: whose keys one has seen. */
  pins: string | null
  updated_at: string
}

export interface FormerKeyBackup extends SavedKeys {
  saved_at: string
  replaced_at: string
}

/** What opens one's backup; nothing sealed is in it. */
export interface KeyBackupInfo {
  readonly seq: number
  readonly kinds: readonly KeySlotType[]
  /** Of backups that were replaced. */
  readonly former_kinds: readonly KeySlotType[]
  /** The sign-in is recent enough to replace what is saved and published. */
  readonly may_replace: boolean
  readonly updated_at: string
}

/** An epoch's key, wrapped for one member. */
export interface EpochWrap {
  readonly epoch_id: string
  readonly user_id: string
  readonly kid: string
  readonly wrapped_key: string
  /** Who gave an older epoch to somebody who came later. */
  readonly shared_by?: string | null
  readonly share_sig?: string | null
}
