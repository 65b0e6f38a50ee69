/** Rows as the database keeps them. Columns hold standard base64 with padding; key ids are base64url without. */

/** `user_public_keys`. */
export interface KeyRow {
  user_id: string
  /** SPKI of the RSA-OAEP encryption key. */
  public_key: string
  kid: string | null
  generation: number | null
  /** SPKI of the P-256 identity key. */
  identity_key: string | null
  prev_hash: string | null
  created_ms: number | null
  signature: string | null
  /** The former identity key's signature over the same statement, where it was replaced in good order. */
  succession?: string | null
}

/** A version of it in `user_key_log`. */
export interface LoggedKey extends Omit<KeyRow, 'public_key'> {
  /** Null of an account that is gone. */
  public_key: string | null
  /** What the next one names, of a signed one. */
  hash?: string | null
}

/** `conversation_epochs`. */
export interface EpochRow {
  conversation_id: string
  epoch_id: string
  creator_id: string
  manifest: string
  signature: string
}

/** `conversation_keys`: an epoch's key, wrapped for one member. */
export interface WrapRow {
  epoch_id: string
  user_id: string
  kid: string
  wrapped_key: string
  /** Who gave an older epoch to somebody who came later. */
  shared_by?: string | null
  share_sig?: string | null
}

export type MessageType = 'text' | 'image' | 'post_share'

/** `encrypted_messages`, as it is inserted. */
export interface SealedRow {
  id: string
  conversation_id: string
  sender_id: string
  encrypted_content: string
  iv: string
  message_type: MessageType
  metadata: { e2ee: { v: 1; epoch: string; d: string; n: number } }
}

/** `encrypted_messages`, as it is read: nothing about it is believed. */
export interface MessageRow {
  id: string
  conversation_id: string
  sender_id: string
  encrypted_content: string
  iv: string
  message_type: string
  metadata: unknown
  created_at?: string
}

/** A file of a message. */
export interface Attachment {
  /** Bucket and path of the blob. */
  b: string
  p: string
  /** File key, base64; SHA-256 of the blob, hex. */
  k: string
  h: string
  /** Media type, width, height, size in bytes, thumbhash. */
  m: string
  w?: number
  hgt?: number
  s: number
  th?: string
  /** Of a voice note: its length in milliseconds, and the shape of its sound. */
  d?: number
  wf?: string
}

/** What only the members of a conversation read. */
export interface MessageBody {
  t: string
  text?: string
  /** The sender's clock, ms. */
  ts: number
  /** The message this one answers. */
  re?: string
  /** Hex digest of the header this device sealed before this one in the epoch: written by `seal`. */
  prev?: string
  /** The last message this device had seen. */
  seen?: string
  att?: Attachment[]
  post?: { id: string }
  edit?: string
  del?: string
  /** Its pictures are to be looked at once. */
  once?: boolean
  /** Such a message, which whoever says this has looked at. */
  opened?: string
  react?: { to: string; e: string }
  /** What later versions add. */
  [field: string]: unknown
}

/** AES-GCM under the account's master key; `seq` grows with every change. */
export interface Bundle {
  v: number
  seq: number
  iv: string
  ct: string
}

export type SlotType = 'code' | 'prf' | 'argon2id' | 'pbkdf2'

/** The account's master key, wrapped under one secret. */
export interface Slot {
  t: SlotType
  /** Cost of the derivation: memory (KiB), rounds and lanes of Argon2id, or iterations of PBKDF2. */
  p: { m?: number; t?: number; p?: number; i?: number }
  salt: string
  iv: string
  ct: string
}

/** `user_key_backups`. */
export interface Backup {
  bundle: Bundle
  slots: Slot[]
  /** The bundle's, as a column of its own. */
  seq: number
}
