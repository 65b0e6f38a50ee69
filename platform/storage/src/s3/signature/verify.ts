/** Who signed a request, and whether they did. */
import { timingSafeEqual } from 'node:crypto'

import type { Identify, Identity } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import { s3Errors } from '../errors.ts'
import { canonicalRequest, signerOf, type Signer } from './canonical.ts'
import { presentedBy, type Presented } from './presented.ts'

export interface S3Keys {
  /** A pair that acts as the service itself; null where there is none. */
  readonly service: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** What requests with a person’s token are signed by: keys that every client has. */
  readonly sessionSecrets: readonly string[]
}

export interface Verified {
  readonly identity: Identity
  readonly signer: Signer
  /** Of the request itself: signed chunks begin with it. */
  readonly signature: string
  /** What `x-amz-content-sha256` says, in a header or by being an address. */
  readonly payloadHash: string
}

const unsignedPayload = 'UNSIGNED-PAYLOAD'
const longestSkewMs = 15 * 60_000

/** @throws {StorageError} @throws {TokenError} */
export async function verifyRequest(
  { identify, keys }: { identify: Identify; keys: S3Keys },
  request: FastifyRequest,
  query: URLSearchParams,
): Promise<Verified> {
  const presented = presentedBy(request.headers, query)
  refuseOld(presented)
  refuseUnsignedHeaders(request, presented)
  const hash = request.headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256')
  const payloadHash = typeof hash === 'string' ? hash : unsignedPayload
  const { method, url, headers, host } = request
  const { signedHeaders, signature } = presented
  const canonical = canonicalRequest({ method, url, headers, host, signedHeaders, payloadHash })
  const signer = secretsFor(presented, keys)
    .map((secret) => signerOf(secret, presented.time, presented.scope))
    .find((candidate) => areEqual(candidate.ofRequest(canonical), signature))
  if (signer === undefined) throw s3Errors.wrongSignature()
  const token = presented.sessionToken
  const identity = token === null ? service : await identify({ authorization: `Bearer ${token}` })
  return { identity, signer, signature, payloadHash }
}

const service: Identity = { role: 'service_role', claims: { role: 'service_role' }, token: null }

function secretsFor({ accessKey, sessionToken }: Presented, keys: S3Keys): readonly string[] {
  // The token is what such a request lives by: any client knows the rest.
  if (sessionToken !== null) return keys.sessionSecrets
  if (keys.service === null || keys.service.accessKeyId !== accessKey) throw s3Errors.unknownKey()
  return [keys.service.secretAccessKey]
}

const areEqual = (a: string, b: string) => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))

function refuseOld({ time, validSeconds }: Presented): void {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const [year, month, day, hour, minute, second] = parts.map(Number)
  const signedAt = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  const age = Date.now() - signedAt
  if (validSeconds === null && Math.abs(age) > longestSkewMs) throw s3Errors.skewed()
  if (validSeconds !== null && (age < -longestSkewMs || age > validSeconds * 1_000)) throw s3Errors.expired()
}

/** What changes a request’s meaning must be signed, or somebody on the way could add it. */
function refuseUnsignedHeaders({ headers }: FastifyRequest, { signedHeaders }: Presented): void {
  const names = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name))
  if (names.length > 0) throw s3Errors.unsignedHeaders(names)
}
