/**
 * End-to-end encryption of messages (CX1). The app talks to a `Vault`, which lives in a worker of its own; what is known
 * of keys outside it are rows and codes. The service worker opens single messages by `open-pushed.ts` instead.
 */
export type { EpochCode, FileCode, KeyCode, MessageCode, VaultCode } from './codes.ts'
export { VaultError } from './codes.ts'
export type {
  Attachment,
  Backup,
  Bundle,
  EpochRow,
  KeyRow,
  MessageBody,
  MessageRow,
  MessageType,
  SealedRow,
  Slot,
  SlotType,
  WrapRow,
} from './rows.ts'
export type {
  CreatedKeys,
  EpochAnswer,
  EpochContext,
  FilePlace,
  HeldBackup,
  KeyCheck,
  MadeEpoch,
  NewEpoch,
  NewMessage,
  NewSlot,
  OpenedFile,
  OpenedMessage,
  Pin,
  Place,
  RotatedKeys,
  SafetyNumber,
  SealedFile,
  Secret,
  Vault,
  VaultState,
} from './vault.ts'
export { openVault } from './connect-worker.ts'
export { findGaps, type Gap } from './find-gaps.ts'
export { readLegacy } from './legacy-rows.ts'
