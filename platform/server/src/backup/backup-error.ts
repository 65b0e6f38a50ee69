export type BackupFault = 'damaged' | 'passphrase' | 'version' | 'realm' | 'occupied' | 'missing' | 'secrets' | 'busy'

/** A backup cannot be made or used; nothing was touched. The message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code: BackupFault

  constructor(code: BackupFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export const damaged = (name: string, what: string): BackupError =>
  new BackupError('damaged', `${name} is damaged (${what}). Nothing was restored: take another backup`)
