/** What the vault does for the app: it holds the account's keys and answers with rows, texts and codes, never with keys. */
import type { EpochCode, FileCode, KeyCode, MessageCode } from './codes.ts'
import type {
  Attachment,
  Backup,
  EpochRow,
  KeyRow,
  LoggedKey,
  MessageBody,
  MessageRow,
  MessageType,
  SealedRow,
  WrapRow,
} from './rows.ts'

export type VaultState =
  /** No key here and none published (or one that nobody signed): `create`. */
  | 'absent'
  /** Keys are published, this device has none, or an older generation: `unlock`. */
  | 'needs_unlock'
  /** Reads and sends; whoever loses this device loses their messages, until `confirmBackup`. */
  | 'ready_unbacked'
  | 'ready'
  /** What is published under this account's name is not ours. */
  | 'alarm'

/** Opens a slot of the backup: the recovery code as typed, a passphrase, or the 32 bytes of a passkey's PRF. */
export type Secret = { code: string } | { passphrase: string } | { prf: Uint8Array }

/** A way in that is added. The sign-in password never is one: the server sees it. */
export type NewSlot = { passphrase: string } | { prf: Uint8Array }

/** The backup as the server has it, and a secret that opens it. */
export interface HeldBackup {
  backup: Backup
  secret: Secret
}

export interface CreatedKeys {
  /** To be published (`user_public_keys`) once the backup is saved. */
  keyRow: KeyRow
  /** To be saved first (`save_key_backup`). */
  backup: Backup
  /** 8 groups of 4. */
  recoveryCode: string
}

export interface RotatedKeys {
  keyRow: KeyRow
  backup: Backup
}

/** What a key that is published next comes after. */
export interface PublishedHead {
  /** Of the row that is published now; null where nobody signed it. */
  signature: string | null
  /** Of the last signed row of the key log, which the next one names. */
  generation: number
  hash: string
}

export interface KeyCheck {
  /**
   * `first`: pinned now. `same`: nothing to tell. `succession`: a new identity that the old one signed (a grey note).
   * `changed`: another identity; sending is held until `acceptKey`. `refused`: not usable, see `code`.
   */
  kind: 'first' | 'same' | 'succession' | 'changed' | 'refused'
  code?: KeyCode
}

export interface Pin {
  userId: string
  state: 'pinned' | 'verified' | 'changed'
  /** Was compared before it changed: `acceptKey` then wants a new comparison. */
  wasVerified: boolean
  /** ms */
  since: number
}

export interface SafetyNumber {
  /** 60 digits in 12 groups, the same on both sides. */
  digits: string
  /** The full fingerprints, for a QR; the same on both sides. */
  qr: string
}

/** What the server says of a conversation: believed until its first epoch is verified, and never again. */
export interface EpochContext {
  /** Two people for ever. */
  isDirect: boolean
  /** Who may open the conversation's first epoch: both people, or the group's creator. */
  founders: readonly string[]
  /** Whose account is deleted, as far as the server says: nobody can know their keys any more. */
  gone?: readonly string[]
}

export interface NewEpoch {
  conversationId: string
  /** Everybody who shall read, this account included, as published. */
  members: readonly KeyRow[]
  /** The last epoch opened here; absent for the conversation's first. */
  previous?: string
  /** Members the previous epoch does not name, whom this person invited on this device. */
  added?: readonly string[]
}

export interface MadeEpoch extends EpochRow {
  epochId: string
  wraps: WrapRow[]
}

export interface NewMessage {
  conversationId: string
  epochId: string
  /** The row's id, made by the caller: sealing the same id again takes the same place in the sequence. */
  id: string
  type: MessageType
  body: MessageBody
}

/** Where a message stands in its device's sequence. */
export interface Place {
  epoch: string
  /** Tag of the sender's device, counter of that device in the epoch. */
  d: string
  n: number
  /** Hex digest that the device's next message names in `prev`. */
  link: string
}

export type OpenedMessage =
  | { id: string; body: MessageBody; place: Place; code?: undefined }
  | { id: string; code: MessageCode; body?: undefined; place?: undefined }

export type EpochAnswer = { ok: true; members: string[] } | { ok: false; code: EpochCode; userId?: string }

/** Binds a file to its place. */
export interface FilePlace {
  conversationId: string
  messageId: string
  index: number
}

export interface SealedFile {
  blob: Uint8Array
  /** The attachment's fields that are known here: `k`, `h`, `s`. */
  ref: Pick<Attachment, 'k' | 'h' | 's'>
}

export type OpenedFile =
  /** The media type is that of its first bytes: a picture's, a sound's, or `application/octet-stream`. */
  { bytes: Uint8Array; mediaType: string; code?: undefined } | { code: FileCode; bytes?: undefined }

/** One message, shown to the moderators by somebody who read it (E2EE §12). */
export interface DisclosedMessage {
  v: 1
  /** Its words, as the one who shows it has them; `openDisclosed` says whether they are. */
  text: string
  row: Omit<MessageRow, 'created_at'>
  /** Base64: opens this message alone. */
  key: string
  /** What the epoch's key was committed to, which the signature names. */
  commit: string
}

export interface OpenedDisclosure {
  body: MessageBody
}

/** Rejects with `VaultError`. Opening never does: it answers codes. */
export interface Vault {
  readonly userId: string

  /** `serverKey`: this account's row of `user_public_keys`; null where there is none. */
  state(serverKey: KeyRow | null): Promise<VaultState>
  /** This device's public row, to publish it again; null where there are no keys. */
  ownKey(): Promise<KeyRow | null>

  /** New keys. Nothing is published before the backup is saved. */
  create(options?: { slots?: readonly NewSlot[] }): Promise<CreatedKeys>
  /** What `create` or `reset` made here, for as long as `confirmBackup` was not called; null afterwards. */
  unconfirmed(): Promise<CreatedKeys | null>
  /** The person has proved to have a recovery slot: typed two groups of the code, or used the passkey. */
  confirmBackup(): Promise<void>
  /** Brings the account's keys onto this device. */
  unlock(backup: Backup, secret: Secret): Promise<void>
  addSlot(held: HeldBackup, slot: NewSlot): Promise<Backup>
  /** A new recovery code; the old one opens nothing any more. */
  changeCode(held: HeldBackup): Promise<{ backup: Backup; recoveryCode: string }>
  /** Never the last one, and never all but `prf`. */
  removeSlot(held: HeldBackup, index: number): Promise<Backup>
  /**
   * The next generation of the encryption key (a device was lost): every conversation then opens a new epoch. Goes into use
   * when `state` sees it published; until then this may be asked again, and answers the same key.
   */
  rotate(held: HeldBackup): Promise<RotatedKeys>
  /** Like `rotate`, with a new identity that the old one signs; the safety numbers change. */
  replaceIdentity(held: HeldBackup): Promise<RotatedKeys>
  /**
   * A backup that another one has replaced, sealed anew under `seq`: to be saved, published where `head` is not its key, and
   * then unlocked. This device takes nothing from it before. `head` is null where nothing was ever published and signed.
   */
  restore(held: HeldBackup, place: { seq: number; head: PublishedHead | null }): Promise<RotatedKeys>
  /** After total loss: new keys that nothing vouches for. What was sealed for the old ones stays closed. */
  reset(serverKey: KeyRow | null, lastSeq?: number): Promise<CreatedKeys>
  /** A private key that an old client left in localStorage (PKCS#8 in base64, or a JWK): tried, sealed, kept. */
  importLegacy(raw: string, held: HeldBackup): Promise<{ kid: string; backup: Backup }>
  /** On a device with keys: the code for another device to scan. A second one takes the first one's place. */
  offerLink(): Promise<string>
  /** On a device without keys: what it scanned, and its answer. Rejects with `bad_link` where that is no such code. */
  answerLink(scanned: string): Promise<string>
  /**
   * On either side, what the other one sent: the answer, or the number that follows it. `numbers`: four from 0 to 255, the
   * same on both sides, for the person to compare; `reply` is to be sent back. Rejects with `bad_link`: not meant for us.
   */
  meetLink(message: string): Promise<{ numbers: number[]; reply: string | null }>
  /** On the device with keys, after the person compared: the master key, sealed for the other device. */
  giveLink(held: HeldBackup): Promise<string>
  /** On the other device: its keys. */
  takeLink(backup: Backup, sealed: string): Promise<void>
  /**
   * At sign-out: what was derived goes; the keys too unless the person keeps them on this device. `unconfirmed`: they stay
   * where their person has no other way to them.
   */
  forget(options: { keepKeys: boolean | 'unconfirmed' }): Promise<void>

  /** Holds a published key against the pin, and pins on first sight. `log`: its versions, oldest first. */
  checkKey(row: KeyRow, log?: readonly LoggedKey[]): Promise<KeyCheck>
  pins(): Promise<Pin[]>
  /** After comparing the safety number. */
  markVerified(userId: string, isVerified: boolean): Promise<void>
  /** « Envoyer quand même »: takes the changed identity. For somebody once verified only after a new comparison. */
  acceptKey(userId: string, options?: { compared: boolean }): Promise<void>
  safetyNumber(otherId: string): Promise<SafetyNumber>
  /** Whether a scanned QR is what `safetyNumber` gives here. */
  compareSafetyCode(otherId: string, scanned: string): Promise<boolean>
  /** The pins, sealed for this account's other devices. */
  exportPins(): Promise<string>
  /** Takes in what another device exported; the later word on who was compared holds. False when it is not ours. */
  mergePins(sealed: string): Promise<boolean>

  makeEpoch(epoch: NewEpoch): Promise<MadeEpoch>
  /** Verifies and keeps an epoch. Its predecessor must have been opened first, with or without a wrap. */
  openEpoch(epoch: EpochRow, wrap: WrapRow | null, context: EpochContext): Promise<EpochAnswer>
  /** Which of these epochs this device can already use. */
  knownEpochs(epochIds: readonly string[]): Promise<string[]>
  /** Wraps of older epochs for somebody who was added; those without a key here are left out. */
  shareEpochs(epochIds: readonly string[], recipient: KeyRow): Promise<WrapRow[]>

  seal(message: NewMessage): Promise<SealedRow>
  /** It was sealed and does not go: refused, or taken back. May be sealed again all the same. */
  giveUp(epochId: string, id: string): Promise<void>
  open(rows: readonly MessageRow[]): Promise<OpenedMessage[]>
  /** For a report; null for what this device does not open. */
  disclose(row: MessageRow): Promise<DisclosedMessage | null>
  /** For the moderators, who need no keys: null unless one of these identity keys (SPKI, base64) signed exactly this. */
  openDisclosed(disclosed: DisclosedMessage, identities: readonly string[]): Promise<OpenedDisclosure | null>
  sealFile(bytes: Uint8Array, place: FilePlace): Promise<SealedFile>
  openFile(blob: Uint8Array, ref: Pick<Attachment, 'k' | 'h'> & { s?: number }, place: FilePlace): Promise<OpenedFile>

  /** Ends the worker; every call after it rejects. */
  close(): void
}
