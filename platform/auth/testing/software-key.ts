/** An authenticator without a device (WebAuthn §6): ES256, no attestation, and as dishonest as a test wishes. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What an honest authenticator decides by itself. */
export interface Manner {
  readonly origin: string
  readonly rpId: string
  /** Of `clientDataJSON`. */
  readonly type: string
  readonly crossOrigin: boolean
  /** Base64url; null for the one that was asked. */
  readonly challenge: string | null
  readonly counter: number
  readonly isVerified: boolean
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly userHandle: string | null
  /** Of the attestation. */
  readonly format: string
  readonly forges: boolean
}

type Bytes = string | ArrayBuffer | ArrayBufferView

/** As the server sends them, and as the official client hands them to a browser. */
export interface CreationOptions {
  readonly challenge: Bytes
  readonly rp: { readonly id?: string | undefined }
  readonly user: { readonly id: Bytes }
}

export interface RequestOptions {
  readonly challenge: Bytes
  readonly rpId?: string | undefined
}

export class SoftwareKey {
  readonly id = randomBytes(16).toString('base64url')
  readonly aaguid: string
  /** One more with each signature, unless it stays 0. */
  counter: number
  readonly #origin: string
  readonly #secret: KeyObject
  readonly #publicKey: KeyObject
  #userHandle: string | null = null

  constructor({
    origin = 'https://shop.example',
    counter = 1,
    aaguid = '00000000-0000-0000-0000-000000000000',
  }: { readonly origin?: string; readonly counter?: number; readonly aaguid?: string } = {}) {
    this.#origin = origin
    this.counter = counter
    this.aaguid = aaguid
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#secret = privateKey
    this.#publicKey = publicKey
  }

  /** `navigator.credentials.create()`, as JSON. */
  create(options: CreationOptions, wish: Partial<Manner> = {}) {
    const manner = this.#manner('webauthn.create', options.rp.id, wish)
    this.#userHandle = toBase64url(options.user.id)
    const id = Buffer.from(this.id, 'base64url')
    const attested = [Buffer.from(this.aaguid.replaceAll('-', ''), 'hex'), uint(2, id.length), id, this.#coseKey()]
    const authData = Buffer.concat([authenticatorData(manner, 0x40), ...attested])
    const attestation = { fmt: manner.format, attStmt: new Map(), authData }
    return this.#credential({
      clientDataJSON: clientData(manner, options.challenge).toString('base64url'),
      attestationObject: cbor(new Map(Object.entries(attestation))).toString('base64url'),
      // One that no browser knows, for a server that passes everything on.
      transports: ['usb', 'carrier-pigeon'] as 'usb'[],
    })
  }

  /** `navigator.credentials.get()`, as JSON. */
  get(options: RequestOptions, wish: Partial<Manner> = {}) {
    if (this.counter > 0) this.counter += 1
    const manner = this.#manner('webauthn.get', options.rpId, wish)
    const authData = authenticatorData(manner, 0)
    const clientDataJSON = clientData(manner, options.challenge)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()])
    const signature = sign('sha256', manner.forges ? Buffer.from('something else') : signed, this.#secret)
    return this.#credential({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(manner.userHandle === null ? {} : { userHandle: manner.userHandle }),
    })
  }

  #manner(type: string, rpId: string | undefined, wish: Partial<Manner>): Manner {
    return {
      type,
      rpId: rpId ?? new URL(this.#origin).hostname,
      origin: this.#origin,
      crossOrigin: false,
      challenge: null,
      counter: this.counter,
      isVerified: true,
      isBackupEligible: false,
      isBackedUp: false,
      userHandle: this.#userHandle,
      format: 'none',
      forges: false,
      ...wish,
    }
  }

  #credential<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  /** RFC 9053 §7.1. */
  #coseKey(): Buffer {
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    const coordinates = [x!, y!].map((text) => Buffer.from(text, 'base64url'))
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0]!],
        [-3, coordinates[1]!],
      ]),
    )
  }
}

function authenticatorData(manner: Manner, attested: number): Buffer {
  const flags = [
    [true, 0x01],
    [manner.isVerified, 0x04],
    [manner.isBackupEligible, 0x08],
    [manner.isBackedUp, 0x10],
  ] as const
  const bits = flags.reduce((sum, [isSet, bit]) => (isSet ? sum | bit : sum), attested)
  return Buffer.concat([createHash('sha256').update(manner.rpId).digest(), uint(1, bits), uint(4, manner.counter)])
}

function clientData({ type, origin, crossOrigin, challenge }: Manner, asked: Bytes): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge: challenge ?? toBase64url(asked), origin, crossOrigin }))
}

function toBase64url(value: Bytes): string {
  if (typeof value === 'string') return value
  const bytes = ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Buffer.from(value)
  return bytes.toString('base64url')
}

type Cbor = number | string | Buffer | ReadonlyMap<string | number, Cbor>

/** RFC 8949, as much as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return uint(1, (major << 5) | size)
  return size < 256
    ? Buffer.concat([uint(1, (major << 5) | 24), uint(1, size)])
    : Buffer.concat([uint(1, (major << 5) | 25), uint(2, size)])
}

function uint(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
