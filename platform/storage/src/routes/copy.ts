/** POST /object/copy: a second object with the same bytes (WIRE §3.4). */
import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { callerOf, type Owner } from '../access/session.ts'
import { BlobMissingError, objectBlob } from '../blobs/blob-store.ts'
import {
  rehearseStoring,
  storeObject,
  type NewObject,
  type ObjectAddress,
  type ObjectRecord,
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
    storage.assertWritable()
    const { copyMetadata = true, metadata } = request.body
    const type = copyMetadata ? undefined : metadata?.mimetype
    const source = await checkTarget(storage, caller, { from, to, type })
    const copy = { ...toCopy(storage, request, source, caller.owner), ...to }
    await rehearseStoring(storage.database, caller.session, copy, isUpsert)
    const room = storage.quota.begin(caller.owner)
    try {
      await room.cover(source.metadata?.size ?? 0)
      const row = await storeCopy(storage, { source, copy, isUpsert, service: caller.service })
      return present(copy, row)
    } finally {
      await room.release()
    }
  })
}

function present({ bucketId, name }: ObjectAddress, row: { id: string }) {
  return { Id: row.id, Key: `${bucketId}/${name}`, ...row }
}

function toCopy(
  storage: StorageService,
  request: FastifyRequest<{ Body: CopyBody }>,
  source: ObjectRecord,
  owner: Owner,
): Omit<NewObject, 'bucketId' | 'name'> {
  const { copyMetadata = true, metadata } = request.body
  if (metadata?.mimetype !== undefined) checkType(metadata.mimetype)
  return {
    owner,
    version: randomUUID(),
    metadata: { ...source.metadata, ...(!copyMetadata && metadata), lastModified: new Date().toISOString() },
    userMetadata: copyMetadata ? source.userMetadata : readCopyMetadata(request.headers['x-metadata'], storage.config),
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
