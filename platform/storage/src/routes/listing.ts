/** What a bucket holds, as folders (WIRE §3.4). */
import type { FastifyInstance } from 'fastify'

import { listFolder, type FolderPage } from '../catalog/objects.ts'
import { toFolder } from '../names.ts'
import type { StorageService } from '../service.ts'
import { callerOf } from '../session.ts'
import type { BucketParams } from './address.ts'

interface List {
  Params: BucketParams
  Body: {
    prefix: string
    limit: number
    offset: number
    search?: string
    sortBy?: { column: FolderPage['sortColumn']; order?: 'asc' | 'desc' }
  }
}

const body = {
  type: 'object',
  properties: {
    prefix: { type: 'string', maxLength: 1_024 },
    limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
    offset: { type: 'integer', minimum: 0, maximum: 10_000_000, default: 0 },
    search: { type: 'string', maxLength: 1_024 },
    sortBy: {
      type: 'object',
      properties: {
        column: { type: 'string', enum: ['name', 'updated_at', 'created_at', 'last_accessed_at'] },
        order: { type: 'string', enum: ['asc', 'desc'] },
      },
      required: ['column'],
    },
  },
  required: ['prefix'],
} as const

export function addListRoutes(fastify: FastifyInstance, { database, identify }: StorageService): void {
  fastify.post<List>('/object/list/:bucket', { schema: { body } }, async (request, reply) => {
    const { session } = await callerOf(identify, request, 'storage.object.list')
    const { prefix, limit, offset, search = '', sortBy } = request.body
    const page = {
      folder: toFolder(prefix),
      search,
      limit,
      offset,
      sortColumn: sortBy?.column ?? 'name',
      isDescending: sortBy?.order === 'desc',
    }
    const json = await listFolder(database, session, request.params.bucket, page)
    return reply.type('application/json; charset=utf-8').send(json)
  })
}
