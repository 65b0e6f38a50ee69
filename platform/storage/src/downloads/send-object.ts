/** From an object to an answer: validators first, bytes only where somebody wants them. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import { BlobMissingError, objectBlob, release, type ByteRange, type OpenBlob } from '../blobs/blob-store.ts'
import type { ObjectRecord } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'
import type { Audience } from './caching.ts'
import { isFresh, readRange } from './conditional.ts'
import type { FindObject } from './find-object.ts'
import { refuseShowing, setContent, setFreshness, validatorsOf } from './headers.ts'

export interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly find: FindObject
  readonly audience: Audience
  readonly download: string | undefined
}

/** @throws {StorageError} */
export async function sendObject(storage: StorageService, sending: Sending): Promise<FastifyReply> {
  return withPresentBlob(storage, sending.find, (object) => sendBlob(storage, sending, object))
}

/**
 * A blob may be replaced between the look at its row and the opening of its bytes: then the row says where the new
 * ones are. A second miss is a loss.
 */
export async function withPresentBlob<T>(
  storage: StorageService,
  find: FindObject,
  use: (object: ObjectRecord) => Promise<T>,
): Promise<T> {
  const object = await find(false)
  try {
    return await use(object)
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    const again = await find(true)
    if (again.version === object.version) {
      storage.observe({ kind: 'storage.blob-missing', bucket: object.bucketId, objectId: object.id })
      throw error
    }
    return use(again)
  }
}

async function sendBlob(storage: StorageService, sending: Sending, object: ObjectRecord): Promise<FastifyReply> {
  const { request, reply, audience, download } = sending
  const validators = validatorsOf(object)
  setFreshness(reply, { audience, hasEdge: storage.hasEdge, config: storage.config }, { validators, object })
  offerAgain(storage, sending, object)
  if (isFresh(request.headers, validators)) return reply.code(304).send()

  refuseShowing(request, typeOf(object), download)
  const size = object.metadata?.size ?? (await measure(storage, object))
  const range = readRange(request.headers, size, validators)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw storageErrors.invalidRange()
  }
  const part = range === 'whole' ? undefined : range
  const blob = request.method === 'HEAD' ? null : await openObject(storage, object, part)
  describeContent(sending, object, { size, part, tellsRobots: storage.config.answersAsUpstream })
  return reply.send(blob?.body)
}

/** The same to everybody, until the object is known to have changed or is no longer known not to. */
export function offerAgain({ lookups }: StorageService, { reply, audience }: Sending, object: ObjectRecord): void {
  if (audience.kind === 'everybody') reply.holdsWhile = () => lookups.holds(object)
}

function describeContent(
  { reply, download }: Sending,
  object: ObjectRecord,
  { size, part, tellsRobots }: { size: number; part: ByteRange | undefined; tellsRobots: boolean },
): void {
  const robotsTag = tellsRobots ? object.metadata?.xRobotsTag : undefined
  setContent(reply, typeOf(object), { download, robotsTag })
  const encoding = object.metadata?.contentEncoding
  if (encoding) reply.header('content-encoding', encoding)
  reply.header('accept-ranges', 'bytes').header('content-length', part ? part.end - part.start + 1 : size)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
}

const typeOf = ({ metadata }: ObjectRecord) => metadata?.mimetype ?? 'application/octet-stream'

/** Rows that other hands wrote may not know their size. */
async function measure(storage: StorageService, object: ObjectRecord): Promise<number> {
  const blob = await openObject(storage, object)
  release(blob)
  return blob.size
}

function openObject({ blobs }: StorageService, { version, name }: ObjectRecord, range?: ByteRange): Promise<OpenBlob> {
  if (version === null) throw new BlobMissingError(name)
  return blobs.read(objectBlob(version), range)
}
