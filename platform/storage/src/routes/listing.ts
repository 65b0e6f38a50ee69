/** What a bucket holds, as folders (WIRE §3.4). */
import type { FastifyInstance } from 'fastify'

import { callerOf } from '../access/session.ts'
import { listNames, type NameEntry, type NamePage, type NameSort, type Place } from '../catalog/names.ts'
import { listFolder, type FolderPage } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { toFolder } from '../names/names.ts'
import type { StorageService } from '../service.ts'
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

interface ListNames {
  Params: BucketParams
  Body: {
    prefix: string
    limit: number
    cursor?: string
    with_delimiter: boolean
    sortBy?: { column: NameSort; order?: 'asc' | 'desc' }
  }
}

const order = { type: 'string', enum: ['asc', 'desc'] } as const

const namesBody = {
  type: 'object',
  properties: {
    prefix: { type: 'string', maxLength: 1_024, default: '' },
    limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 1_000 },
    cursor: { type: 'string', maxLength: 8_192 },
    with_delimiter: { type: 'boolean', default: false },
    sortBy: {
      type: 'object',
      properties: { column: { type: 'string', enum: ['name', 'updated_at', 'created_at'] }, order },
      required: ['column'],
    },
  },
} as const

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
        order,
      },
      required: ['column'],
    },
  },
  required: ['prefix'],
} as const

export function addListRoutes(fastify: FastifyInstance, { database, identify }: StorageService): void {
  fastify.post<ListNames>('/object/list-v2/:bucket', { schema: { body: namesBody } }, async (request) => {
    const { session } = await callerOf(identify, request, 'storage.object.list_v2')
    const page = toNamePage(request.body)
    return presentNames(page, await listNames(database, session, request.params.bucket, page))
  })

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

/** The cursor carries the order that its listing began with. */
function toNamePage({ prefix, limit, cursor, with_delimiter: isFolded, sortBy }: ListNames['Body']): NamePage {
  const after = cursor ? readCursor(cursor) : null
  const sort = after?.sort ?? sortBy?.column ?? 'name'
  const isDescending = after?.isDescending ?? sortBy?.order === 'desc'
  return { prefix, limit, isFolded, sort, isDescending, after }
}

function presentNames({ limit, sort, isDescending, prefix, isFolded }: NamePage, found: readonly NameEntry[]) {
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const hasNext = found.length > limit && last !== undefined
  return {
    hasNext,
    ...(hasNext && {
      nextCursor: writeCursor({ sort, isDescending, key: last.key, time: last.time }),
      nextCursorKey: last.key,
    }),
    folders: entries
      .filter(({ object }) => object === null)
      .map(({ key }) => ({ key: nameWithin(prefix, key), name: key })),
    objects: entries.flatMap(({ object, key }) =>
      object === null ? [] : [isFolded ? { ...object, key: nameWithin(prefix, key) } : object],
    ),
  }
}

/** What an entry is called in the folder that is listed: its own part of the path. */
const nameWithin = (prefix: string, key: string) => key.split('/')[prefix.split('/').length - 1] ?? ''

/** Where a listing goes on: opaque to clients, and worth nothing to them (every page is judged by their policies). */
interface Cursor extends Place {
  readonly sort: NameSort
  readonly isDescending: boolean
}

const sorts = new Set(['name', 'created_at', 'updated_at'])
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/

function writeCursor({ sort, isDescending, key, time }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, isDescending ? 1 : 0, key, time])).toString('base64url')
}

/** @throws {StorageError} InvalidRequest for anything that `writeCursor` did not write */
function readCursor(text: string): Cursor {
  const [sort, descending, key, time] = parse(text)
  const isPlace = typeof key === 'string' && key.length <= 2_048 && !key.includes('\0')
  const isTime =
    time === null || (typeof time === 'string' && timePattern.test(time) && !Number.isNaN(Date.parse(time)))
  if (!sorts.has(String(sort)) || !isPlace || !isTime || (sort !== 'name') !== (time !== null)) throw refuse()
  return { sort: sort as NameSort, isDescending: descending === 1, key, time }
}

function parse(text: string): readonly unknown[] {
  try {
    const bytes = Buffer.from(text, 'base64url')
    const parsed: unknown = JSON.parse(bytes.toString())
    // The decoder passes over what is none of its letters.
    if (Array.isArray(parsed) && parsed.length === 4 && bytes.toString('base64url') === text) return parsed
  } catch (error) {
    throw refuse(error)
  }
  throw refuse()
}

const refuse = (cause?: unknown) => storageErrors.invalidRequest('The cursor is not one of this listing', cause)
