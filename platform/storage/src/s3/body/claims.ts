/** What a request says of its body’s bytes: hashes and checksums, held against what came. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Transform, type TransformCallback } from 'node:stream'
import { callbackify } from 'node:util'
import { crc32 } from 'node:zlib'

import { Crc32c, Crc64Nvme } from '@aws-sdk/checksums/crc'

import type { StorageError } from '../../errors.ts'
import { s3Errors } from '../errors.ts'

interface Digest {
  update(bytes: Buffer): void
  /** In the spelling of the claim. */
  value(): string | Promise<string>
}

export interface Claim {
  readonly digest: Digest
  /** Asked for when all bytes have come: a trailer may say it. */
  readonly claimed: () => string | undefined
  readonly refuse: () => StorageError
}

const hashed = (name: string, encoding: 'hex' | 'base64'): Digest => {
  const hash = createHash(name)
  return { update: (bytes) => void hash.update(bytes), value: () => hash.digest(encoding) }
}

function crc32Digest(): Digest {
  let value = 0
  return {
    update: (bytes) => {
      value = crc32(bytes, value)
    },
    value: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

function librarys(checksum: { update(bytes: Uint8Array): void; digest(): Promise<Uint8Array> }): Digest {
  return {
    update: (bytes) => checksum.update(bytes),
    value: async () => Buffer.from(await checksum.digest()).toString('base64'),
  }
}

const checksums: Readonly<Record<string, () => Digest>> = {
  'x-amz-checksum-crc32': crc32Digest,
  'x-amz-checksum-crc32c': () => librarys(new Crc32c()),
  'x-amz-checksum-crc64nvme': () => librarys(new Crc64Nvme()),
  'x-amz-checksum-sha1': () => hashed('sha1', 'base64'),
  'x-amz-checksum-sha256': () => hashed('sha256', 'base64'),
}

/** @param trailers filled while the body comes */
export function claimsOf(
  headers: IncomingHttpHeaders,
  payloadHash: string,
  trailers: ReadonlyMap<string, string>,
): Claim[] {
  const claims: Claim[] = []
  if (/^[0-9a-f]{64}$/.test(payloadHash))
    claims.push({ digest: hashed('sha256', 'hex'), claimed: () => payloadHash, refuse: s3Errors.wrongHash })
  const md5 = headers['content-md5']
  if (typeof md5 === 'string')
    claims.push({
      digest: hashed('md5', 'base64'),
      claimed: () => md5,
      refuse: () => s3Errors.badDigest('Content-MD5'),
    })
  const trailer = String(headers['x-amz-trailer'] ?? '').toLowerCase()
  const announced = new Set(trailer.split(',').map((name) => name.trim()))
  for (const [name, begin] of Object.entries(checksums)) {
    const header = headers[name]
    if (header === undefined && !announced.has(name)) continue
    const claimed = () => (typeof header === 'string' ? header : trailers.get(name))
    claims.push({ digest: begin(), claimed, refuse: () => s3Errors.badDigest(name) })
  }
  return claims
}

/** Lets bytes pass, and fails at their end where they are not what was said: nothing is kept then. */
export class ClaimCheck extends Transform {
  readonly #claims: readonly Claim[]
  readonly #length: number | null
  #passed = 0

  constructor(claims: readonly Claim[], length: number | null) {
    super()
    this.#claims = claims
    this.#length = length
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#passed += chunk.length
    for (const { digest } of this.#claims) digest.update(chunk)
    done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    callbackify(() => this.#check())((error) => done(error))
  }

  async #check(): Promise<void> {
    if (this.#length !== null && this.#passed !== this.#length) throw s3Errors.incomplete()
    for (const { digest, claimed, refuse } of this.#claims) if ((await digest.value()) !== claimed()) throw refuse()
  }
}
