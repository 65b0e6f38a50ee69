/** Why something was not opened, believed or done: closed lists, stable names, no text for people. */

/** Why a published key was refused. */
export type KeyCode =
  | 'unsigned'
  | 'malformed'
  | 'wrong_user'
  | 'bad_kid'
  | 'bad_signature'
  | 'key_rollback'
  | 'bad_chain'

/** Why an epoch was refused. Only `no_wrap` and `unknown_previous` may pass by themselves. */
export type EpochCode =
  /** It has no key for this account (yet); its member list was verified and is kept. */
  | 'no_wrap'
  /** The epoch it continues was not opened here: open that one first. */
  | 'unknown_previous'
  | 'bad_manifest'
  | 'wrong_conversation'
  | 'wrong_epoch'
  | 'wrong_creator'
  | 'creator_not_member'
  | 'creator_not_previous'
  | 'bad_previous'
  | 'wrong_members'
  /** Nobody's key of that name was checked on this device: call `checkKey` first. */
  | 'unknown_identity'
  | 'identity_mismatch'
  | 'bad_signature'
  | 'not_member'
  | 'bad_share'
  | 'unwrap_failed'
  | 'bad_key_length'
  | 'bad_commit'

/** Why a message has no body. */
export type MessageCode =
  /** Written before encryption: `readLegacy` says what may be shown of it. */
  | 'simple'
  /** The same, but younger than this conversation's first protected message. */
  | 'downgrade'
  | 'malformed'
  | 'unknown_version'
  /** Its epoch is not opened here. */
  | 'no_wrap'
  | 'unwrap_failed'
  | 'wrong_conversation'
  /** The sender was not a member of the epoch. */
  | 'not_member'
  | 'identity_mismatch'
  | 'bad_tag'
  | 'bad_signature'
  | 'bad_body'
  /** This device holds no keys. */
  | 'locked'

export type FileCode = 'bad_hash' | 'bad_tag' | 'malformed'

export type VaultCode =
  | KeyCode
  | EpochCode
  | FileCode
  | 'locked'
  /** A member's identity changed; sending waits for `acceptKey`. */
  | 'identity_changed'
  /** Somebody the last verified member list does not name, and this person did not add. */
  | 'uninvited'
  | 'unknown_epoch'
  | 'bad_code'
  | 'wrong_secret'
  | 'no_slot'
  | 'last_slot'
  | 'kdf_params'
  | 'unknown_slot'
  | 'unknown_version'
  | 'bundle_rollback'
  | 'bad_bundle'
  | 'bad_legacy_key'
  /** What came over the way between two devices is of no code shown or scanned here. */
  | 'bad_link'
  | 'needs_comparison'
  | 'unknown_contact'
  | 'too_large'
  | 'storage'
  | 'internal'

/** What the vault's calls reject with; the same on both sides of the worker. */
export class VaultError extends Error {
  readonly code: VaultCode

  constructor(code: VaultCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'VaultError'
    this.code = code
  }
}
