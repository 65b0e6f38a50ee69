/** The two ceremonies of WebAuthn: a key is made (§7.1), a key answers (§7.2). Nothing here is stored. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'

import { isRolledBack, type Credential } from '../../store/credential.ts'
import type { RelyingParty } from './relying-party.ts'
import type { AssertionResponse, RegistrationResponse } from './responses.ts'

// NOTE: loaded by the first ceremony, not at the start: a quarter of a second and 26 MB that many servers never need.
const library = () => import('@simplewebauthn/server')
const decoders = () => import('@simplewebauthn/server/helpers')

/** Ed25519, ES256, RS256 (RFC 9053): what every browser has. */
const ALGORITHMS = [-8, -7, -257]
/** NOTE: statements of other formats make the library fetch addresses that stand in them. */
const ATTESTATION_FORMATS = new Set(['none', 'packed', 'fido-u2f'])
const UNKNOWN_MODEL = '00000000-0000-0000-0000-000000000000'

/** An answer that proves nothing; `reason` is for the operator. */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason.slice(0, 300)
  }
}

export type UserVerification = 'required' | 'preferred'

export interface Creation {
  readonly owner: { readonly id: string; readonly name: string; readonly displayName: string }
  /** Keys that the owner has already. */
  readonly existing: readonly Pick<Credential, 'id' | 'transports'>[]
  /** The authenticator can find the key without being told its id, as a sign-in by passkey needs. */
  readonly isDiscoverable: boolean
  readonly userVerification: UserVerification
  readonly seconds: number
}

export async function creationOptions(
  party: RelyingParty,
  { owner, existing, isDiscoverable, userVerification, seconds }: Creation,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const { hints: _unset, ...options } = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.name,
    userDisplayName: owner.displayName,
    timeout: seconds * 1000,
    attestationType: 'none',
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: isDiscoverable ? 'required' : 'discouraged', userVerification },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return options
}

/** The owner's id as an authenticator gives it back. */
export const userHandleOf = (userId: string) => Buffer.from(userId).toString('base64url')

export interface Request {
  /** Empty when any key of the relying party may answer. */
  readonly allowed: readonly Pick<Credential, 'id' | 'transports'>[]
  readonly userVerification: UserVerification
  readonly seconds: number
}

export async function requestOptions(
  party: RelyingParty,
  { allowed, userVerification, seconds }: Request,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: seconds * 1000,
    userVerification,
    ...(allowed.length === 0 ? {} : { allowCredentials: allowed.map(descriptorOf) }),
  })
}

const descriptorOf = ({ id, transports }: Pick<Credential, 'id' | 'transports'>) => ({
  id,
  transports: [...transports],
})

export interface Expected {
  /** Base64url. */
  readonly challenge: string
  readonly userVerification: UserVerification
}

export async function checkCreation(
  party: RelyingParty,
  response: RegistrationResponse,
  expected: Expected,
): Promise<Credential | Refusal> {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject, isoBase64URL } = await decoders()
  return refusing(response.response.clientDataJSON, async () => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
    if (!ATTESTATION_FORMATS.has(attestation.get('fmt'))) return new Refusal('attestation of an unexpected format')
    const result = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      ...expectations(party, expected),
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return result.verified ? toCredential(result.registrationInfo) : new Refusal('attestation that does not verify')
  })
}

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

function toCredential({ credential, aaguid, fmt, ...facts }: Registration): Credential {
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    aaguid: aaguid === UNKNOWN_MODEL ? null : aaguid,
    attestation: fmt,
    isBackupEligible: facts.credentialDeviceType === 'multiDevice',
    isBackedUp: facts.credentialBackedUp,
  }
}

/** What an answer changes about its key. */
export interface Use {
  readonly counter: number
  readonly isBackedUp: boolean
  /** The signature is right and the counter is not: whoever holds the key may not be its owner. */
  readonly isRolledBack: boolean
}

export async function checkAssertion(
  party: RelyingParty,
  response: AssertionResponse,
  { credential, ...expected }: Expected & { readonly credential: Credential },
): Promise<Use | Refusal> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...proof } = response.response
  return refusing(proof.clientDataJSON, async () => {
    const result = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...proof, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      ...expectations(party, expected),
      // NOTE: the library looks at the counter before the signature; a forged counter must count for nothing.
      credential: { id: credential.id, publicKey: new Uint8Array(credential.publicKey), counter: 0 },
    })
    return result.verified
      ? toUse(result.authenticationInfo, credential)
      : new Refusal('signature that does not verify')
  })
}

function toUse(facts: VerifiedAuthenticationResponse['authenticationInfo'], credential: Credential): Use | Refusal {
  // A key is eligible for backups from its first day or never (WebAuthn §6.1.3).
  const isBackupEligible = facts.credentialDeviceType === 'multiDevice'
  if (isBackupEligible !== credential.isBackupEligible) return new Refusal('backup eligibility that changed')
  return {
    counter: facts.newCounter,
    isBackedUp: facts.credentialBackedUp,
    isRolledBack: isRolledBack(credential.counter, facts.newCounter),
  }
}

function expectations(party: RelyingParty, { challenge, userVerification }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: userVerification === 'required',
  }
}

/** The library throws for whatever it finds wrong. */
async function refusing<T>(clientDataJSON: string, check: () => Promise<T | Refusal>): Promise<T | Refusal> {
  const { decodeClientDataJSON } = await decoders()
  try {
    // A page in somebody else's frame is under somebody else's control.
    if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) return new Refusal('answer from a foreign frame')
    return await check()
  } catch (error) {
    return new Refusal(error instanceof Error ? error.message : String(error))
  }
}
