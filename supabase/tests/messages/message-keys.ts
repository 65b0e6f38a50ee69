/** What people publish of their keys, and the manifests of epochs (E2EE §2), encoded here a second time. */
import { createHash, randomBytes } from 'node:crypto'

export interface KeyRow {
  readonly user_id: string
  readonly public_key: string
  readonly kid: string
  readonly generation: number
  readonly identity_key: string
  readonly prev_hash: string
  readonly created_ms: number
  readonly signature: string
}

export interface PreviousEpoch {
  readonly id: string
  readonly manifest: string
}

export const base64 = (bytes: number) => randomBytes(bytes).toString('base64')
const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const uint = (value: number | bigint, size: 4 | 8) => {
  const bytes = Buffer.alloc(size)
  if (size === 4) bytes.writeUInt32BE(Number(value))
  else bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
/** E2EE §2: each field after its length. */
const encode = (label: string, ...fields: readonly Uint8Array[]) =>
  Buffer.concat([Buffer.from(label), ...fields].flatMap((field) => [uint(field.length, 4), field]))
const noHash = Buffer.alloc(32)
const noId = '00000000-0000-0000-0000-000000000000'

/** `after`: the signed row that this one follows. */
export function makeKey(userId: string, after: KeyRow | null = null): KeyRow {
  const publicKey = base64(294)
  return {
    user_id: userId,
    public_key: publicKey,
    kid: sha256(Buffer.from(publicKey, 'base64')).subarray(0, 16).toString('base64url'),
    generation: (after?.generation ?? 0) + 1,
    identity_key: after?.identity_key ?? base64(91),
    prev_hash: after === null ? noHash.toString('base64') : hashOf(after),
    created_ms: 1_790_000_000_000,
    signature: base64(64),
  }
}

function hashOf(row: KeyRow): string {
  const bytes = (value: string) => Buffer.from(value, 'base64')
  const statement = encode(
    'cx1/key',
    idBytes(row.user_id),
    uint(row.generation, 4),
    sha256(bytes(row.public_key)),
    sha256(bytes(row.identity_key)),
    bytes(row.prev_hash),
    uint(row.created_ms, 8),
  )
  return sha256(statement, bytes(row.signature)).toString('base64')
}

interface ManifestFields {
  readonly conversation: string
  readonly id: string
  readonly creator: string
  readonly previous: PreviousEpoch | null
  readonly members: readonly { user_id: string; kid: string }[]
}

export function makeManifest({ conversation, id, creator, previous, members }: ManifestFields): string {
  const lines = members.map(({ user_id: user, kid }) =>
    Buffer.concat([idBytes(user), Buffer.from(kid, 'base64url'), uint(1, 4), noHash]),
  )
  return encode(
    'cx1/epoch',
    idBytes(conversation),
    idBytes(id),
    idBytes(creator),
    uint(1_790_000_000_000, 8),
    idBytes(previous?.id ?? noId),
    previous === null ? noHash : sha256(Buffer.from(previous.manifest, 'base64')),
    noHash,
    Buffer.concat(lines),
  ).toString('base64')
}
