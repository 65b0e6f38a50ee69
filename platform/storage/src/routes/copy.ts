/** POST /object/copy: a second object with the same bytes (WIRE §3.4). */
import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { callerOf, type Caller } from '../access/session.ts'
import { BlobMissingError, objectBlob } from '../blobs/blob-store.ts'
import {
  rehearseStoring,
  storeObject,
  type NewObject,
  type ObjectAddress,
  type ObjectRecord,
  type UserMetadata,
} from '../catalog/objects.ts'
import { checkType } from '../names/mime.ts'
import type { StorageService } from '../service.ts'
import { readCopyMetadata } from '../uploads/incoming-body.ts'
import { removeAfter } from '../uploads/remove-after.ts'
import { checkTarget } from '../uploads/target.ts'
import { readRelocation, relocation, type RelocationBody } from './objects.ts'

interface CopyBody extends RelocationBody {
  readonly copyMetadata?: boolean
  readonly metadata?: { readonly cacheControl?: string; readonly mimetype?: string }
}

const body = {
  ...relocation,
  properties: {
    ...relocation.properties,
    copyMetadata: { type: 'boolean', default: true },
    metadata: {
      type: 'object',
      properties: { cacheControl: { type: 'string', pattern: '^[\\w =,."-]{0,200}$' }, mimetype: { type: 'string' } },
    },
  },
} as const

export function addCopyRoute(fastify: FastifyInstance, storage: StorageService): void {
  fastify.post<{ Body: CopyBody }>('/object/copy', { schema: { body } }, async (request) => {
    const caller = await callerOf(storage.identify, request, 'storage.object.copy')
    const { from, to } = readRelocation(request.body)
    const isUpsert = request.headers['x-upsert'] === 'true'
    const { copyMetadata = true, metadata = {} } = request.body
    const { headers } = request
    const replaced = copyMetadata
      ? null
      : { metadata, userMetadata: readCopyMetadata(headers['x-metadata'], storage.config) }
    const copied = await copyObject(storage, caller, { from, to, isUpsert, replaced })
    return present(to, copied.row)
  })
}

function present({ bucketId, name }: ObjectAddress, row: { id: string }) {
  return { Id: row.id, Key: `${bucketId}/${name}`, ...row }
}

export interface CopyOrder {
  readonly from: ObjectAddress
  readonly to: ObjectAddress
  readonly isUpsert: boolean
  /** What the copy has instead of the source's; null keeps it all. */
  readonly replaced: {
    readonly metadata: { readonly cacheControl?: string; readonly mimetype?: string }
    readonly userMetadata: UserMetadata | null
  } | null
  /** Throws where this source is not to be copied. */
  readonly admit?: (source: ObjectRecord) => void
}

/** @throws {StorageError} @throws {DatabaseError} what the policies say */
export async function copyObject(storage: StorageService, caller: Caller, order: CopyOrder) {
  const { from, to, isUpsert, replaced } = order
  storage.assertWritable()
  const source = await checkTarget(storage, caller, { from, to, type: replaced?.metadata.mimetype })
  order.admit?.(source)
  if (replaced?.metadata.mimetype !== undefined) checkType(replaced.metadata.mimetype)
  const copy: NewObject = {
    ...to,
    owner: caller.owner,
    version: randomUUID(),
    metadata: { ...source.metadata, ...replaced?.metadata, lastModified: new Date().toISOString() },
    userMetadata: replaced === null ? source.userMetadata : replaced.userMetadata,
  }
  await rehearseStoring(storage.database, caller.session, copy, isUpsert)
  const room = storage.quota.begin(caller.owner)
  try {
    await room.cover(source.metadata?.size ?? 0)
    const row = await storeCopy(storage, { source, copy, isUpsert, service: caller.service })
    return { row, metadata: copy.metadata }
  } finally {
    await room.release()
  }
}

interface Copying {
  readonly source: ObjectRecord
  readonly copy: NewObject
  readonly isUpsert: boolean
  readonly service: Parameters<typeof storeObject>[1]
}

async function storeCopy(storage: StorageService, { source, copy, isUpsert, service }: Copying) {
  const { blobs, database } = storage
  if (source.version === null) throw new BlobMissingError(source.name)
  await blobs.copy(objectBlob(source.version), objectBlob(copy.version))
  try {
    const row = await storeObject(database, service, copy, isUpsert)
    storage.lookups.forget(copy.bucketId, copy.name)
    if (isUpsert) storage.discards.collectSoon()
    return row
  } catch (error) {
    await removeAfter(error, blobs, copy.version)
    throw error
  }
}
