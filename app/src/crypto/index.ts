/**
 * End-to-end encryption of messages (CX1). The app talks to a `Vault`, which lives in a worker of its own; what is known
 * of keys outside it are rows and codes. The service worker opens single messages by `open-pushed.ts` instead.
 */
export type { MessageCode } from './codes.ts'
export { VaultError } from './codes.ts'
export type {
  Attachment,
  Backup,
  EpochRow,
  KeyRow,
  LoggedKey,
  MessageBody,
  MessageType,
  SealedRow,
  WrapRow,
} from './rows.ts'
export type {
  CreatedKeys,
  DisclosedMessage,
  EpochAnswer,
  EpochContext,
  KeyCheck,
  MadeEpoch,
  NewSlot,
  Pin,
  RotatedKeys,
  Secret,
  Vault,
  VaultState,
} from './vault.ts'
export { openVault } from './worker/connect-worker.ts'
export { readLegacy } from './messages/legacy-rows.ts'
