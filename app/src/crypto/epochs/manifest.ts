/** The signed statement that opens an epoch: who reads, after which epoch, under which key (E2EE §2.2). */
import {
  concat,
  isSame,
  MalformedError,
  sha256,
  toBase64,
  toBase64Url,
  fromBase64Url,
  toUuid,
  u32,
  u64,
  uuidBytes,
  fromBase64,
  type Bytes,
} from '../bytes.ts'
import { decode, encode } from '../encode.ts'
import type { EpochMember, EpochRecord } from '../records.ts'

export type Manifest = Omit<EpochRecord, 'key' | 'wrapped' | 'manifestHash'> & { previousHash: string }

const memberLength = 68
const mostMembers = 64
const noId = '00000000-0000-0000-0000-000000000000'
const lengths = [16, 16, 16, 8, 16, 32, 32]

export function writeManifest(manifest: Manifest): Bytes {
  const members = manifest.members.map(({ userId, kid, generation, identityHash }) =>
    concat(uuidBytes(userId), fromBase64Url(kid, 16), u32(generation), fromBase64(identityHash, 32)),
  )
  return encode(
    'cx1/epoch',
    uuidBytes(manifest.conversationId),
    uuidBytes(manifest.epochId),
    uuidBytes(manifest.creatorId),
    u64(manifest.createdMs),
    uuidBytes(manifest.previousId ?? noId),
    fromBase64(manifest.previousHash, 32),
    fromBase64(manifest.commit, 32),
    concat(...members),
  )
}

/** Throws on anything that `writeManifest` would not have written. */
export function readManifest(bytes: Bytes): Manifest {
  const fields = decode('cx1/epoch', bytes, 8)
  if (!lengths.every((length, index) => fields[index]?.length === length)) throw new MalformedError('manifest')
  const [conversation, epoch, creator, created, previous, previousHash, commit, members] = fields as [
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
  ]
  const previousId = toUuid(previous)
  const manifest = {
    conversationId: toUuid(conversation),
    epochId: toUuid(epoch),
    creatorId: toUuid(creator),
    createdMs: Number(new DataView(created.buffer).getBigUint64(0)),
    previousId: previousId === noId ? null : previousId,
    previousHash: toBase64(previousHash),
    commit: toBase64(commit),
    members: readMembers(members),
  }
  if (!Number.isSafeInteger(manifest.createdMs) || !isSame(writeManifest(manifest), bytes)) {
    throw new MalformedError('manifest')
  }
  return manifest
}

function readMembers(bytes: Bytes): EpochMember[] {
  const count = bytes.length / memberLength
  if (!Number.isInteger(count) || count < 1 || count > mostMembers) throw new MalformedError('members')
  const members = Array.from({ length: count }, (_, index) => {
    const one = bytes.slice(index * memberLength, (index + 1) * memberLength)
    return {
      userId: toUuid(one.subarray(0, 16)),
      kid: toBase64Url(one.subarray(16, 32)),
      generation: new DataView(one.buffer).getUint32(32),
      identityHash: toBase64(one.subarray(36)),
    }
  })
  const isSorted = members.every(({ userId }, index) => index === 0 || (members[index - 1]?.userId ?? '') < userId)
  if (!isSorted) throw new MalformedError('order')
  return members
}

/** Binds the manifest to one key: no second key fits the same messages. */
export function commitTo(epochId: string, key: Bytes): Promise<Bytes> {
  return sha256(encode('cx1/commit', uuidBytes(epochId), key))
}

interface WrapPlace {
  conversationId: string
  epochId: string
  userId: string
  kid: string
}

export function wrapLabel({ conversationId, epochId, userId, kid }: WrapPlace): Bytes {
  return encode('cx1/wrap', uuidBytes(conversationId), uuidBytes(epochId), uuidBytes(userId), fromBase64Url(kid, 16))
}

/** What somebody signs who gives an older epoch to a newcomer. */
export async function shareStatement(place: Omit<WrapPlace, 'conversationId'>, wrapped: Bytes): Promise<Bytes> {
  const { epochId, userId, kid } = place
  return encode('cx1/share', uuidBytes(epochId), uuidBytes(userId), fromBase64Url(kid, 16), await sha256(wrapped))
}
