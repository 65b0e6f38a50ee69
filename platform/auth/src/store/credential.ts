/** A public key that somebody's authenticator made for us, and what it said of itself. */
export interface Credential {
  /** Base64url. */
  readonly id: string
  /** COSE (RFC 9052). */
  readonly publicKey: Buffer
  /** How often the authenticator says it has signed; 0 for ever where it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  /** The authenticator's model, null where it does not tell. */
  readonly aaguid: string | null
  readonly attestation: string
  /** May be copied to the owner's other devices, and has been. */
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
}

/** Two devices hold the key, or one was set back (WebAuthn §6.1.1). Pure. */
export function isRolledBack(stored: number, shown: number): boolean {
  return (stored > 0 || shown > 0) && shown <= stored
}

/** The form in which the hosted service keeps the key of a factor; bytes are in base64. */
export interface FactorCredential {
  readonly id: string
  readonly publicKey: string
  readonly attestationType: string
  readonly transport: readonly string[] | null
  readonly flags: { readonly backupEligible: boolean; readonly backupState: boolean }
  readonly authenticator: {
    readonly AAGUID: string | null
    readonly signCount: number
    /** The counter has gone backwards at least once. */
    readonly cloneWarning: boolean
  }
}

export function toFactorCredential(credential: Credential): FactorCredential {
  return {
    id: Buffer.from(credential.id, 'base64url').toString('base64'),
    publicKey: credential.publicKey.toString('base64'),
    attestationType: credential.attestation,
    transport: credential.transports,
    flags: { backupEligible: credential.isBackupEligible, backupState: credential.isBackedUp },
    authenticator: {
      AAGUID: credential.aaguid && Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: credential.counter,
      cloneWarning: false,
    },
  }
}

export function fromFactorCredential(stored: FactorCredential, aaguid: string | null): Credential {
  return {
    id: Buffer.from(stored.id, 'base64').toString('base64url'),
    publicKey: Buffer.from(stored.publicKey, 'base64'),
    counter: stored.authenticator.signCount,
    transports: stored.transport ?? [],
    aaguid,
    attestation: stored.attestationType,
    isBackupEligible: stored.flags.backupEligible,
    isBackedUp: stored.flags.backupState,
  }
}
