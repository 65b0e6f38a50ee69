/** Buckets as rows. Every function acts with the rights of the session that it is given. */
import type { Database, Session, Statement } from '@platform/database'

import type { Owner } from '../access/session.ts'
import { jsonBytes, readJson, rehearse } from './run.ts'

/** What the service itself must know of a bucket before it takes or gives bytes. */
export interface BucketRules {
  readonly id: string
  readonly isPublic: boolean
  readonly fileSizeLimit: number | null
  readonly allowedTypes: readonly string[] | null
}

export interface BucketFields {
  readonly isPublic?: boolean | undefined
  readonly fileSizeLimit?: number | null | undefined
  readonly allowedTypes?: readonly string[] | null | undefined
}

export interface BucketPage {
  readonly limit?: number
  readonly offset?: number
  readonly sortColumn?: 'id' | 'name' | 'created_at' | 'updated_at'
  readonly sortOrder?: 'asc' | 'desc'
  readonly search?: string
}

const bucketJson = `json_build_object(
  'id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''), 'public', b.public, 'type', b.type,
  'file_size_limit', b.file_size_limit, 'allowed_mime_types', b.allowed_mime_types,
  'created_at', storage.wire_time(b.created_at), 'updated_at', storage.wire_time(b.updated_at))`

export async function listBuckets(database: Database, session: Session, page: BucketPage): Promise<Buffer> {
  const { limit = null, offset = 0, sortColumn = 'id', sortOrder = 'asc', search = '' } = page
  const order = `b.${sortColumn} ${sortOrder}, b.id ${sortOrder}`
  const text = `select coalesce(json_agg(${bucketJson} order by ${order}), '[]') from (
    select * from storage.buckets b where $1 = '' or strpos(lower(b.name), lower($1)) > 0
    order by ${order} limit $2 offset $3) b`
  const bytes = await jsonBytes(database, session, { text, params: [search, limit, offset] }, 'read')
  return bytes ?? Buffer.from('[]')
}

export function readBucket(database: Database, session: Session, id: string): Promise<Buffer | null> {
  const text = `select ${bucketJson} from storage.buckets b where b.id = $1`
  return jsonBytes(database, session, { text, params: [id] }, 'read')
}

export function readBucketRules(database: Database, session: Session, id: string): Promise<BucketRules | null> {
  const text = `select json_build_object('id', b.id, 'isPublic', b.public, 'fileSizeLimit', b.file_size_limit,
    'allowedTypes', b.allowed_mime_types) from storage.buckets b where b.id = $1`
  return readJson(database, session, { text, params: [id], name: 'storage_bucket_rules' }, 'read')
}

export interface NewBucket extends BucketFields {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly owner: Owner
}

function insertion(bucket: NewBucket): Statement {
  const { id, name, owner, isPublic = false, fileSizeLimit = null, allowedTypes = null, type } = bucket
  const text = `insert into storage.buckets
    (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, type)
    values ($1, $2, $3, $4, $5, $6, $7, $8::storage.buckettype)`
  return { text, params: [id, name, owner.uuid, owner.text, isPublic, fileSizeLimit, allowedTypes, type] }
}

/** @throws {DatabaseError} when the caller's policies forbid it, or the name is taken */
export function rehearseInsertion(database: Database, session: Session, bucket: NewBucket): Promise<void> {
  return rehearse(database, session, insertion(bucket))
}

export async function insertBucket(database: Database, session: Session, bucket: NewBucket): Promise<void> {
  await database.once(session, insertion(bucket), 'write')
}

/** Whether a bucket's name differs from this one by its case only: people and some file systems would take them for one. */
export async function isNameTakenInOtherCase(database: Database, session: Session, names: readonly string[]) {
  const text = `select to_json(exists (select from storage.buckets b
    where lower(b.name) = any ($1::text[]) and b.name <> all ($2::text[])))`
  const params = [names.map((name) => name.toLowerCase()), names]
  return (await readJson<boolean>(database, session, { text, params }, 'read')) === true
}

/** Fields that are absent stay as they are; null clears. Answers false when the caller has no such bucket. */
export async function updateBucket(
  database: Database,
  session: Session,
  id: string,
  fields: BucketFields,
): Promise<boolean> {
  const text = `update storage.buckets b set
    public = coalesce($2, b.public),
    file_size_limit = case when $3 then $4::bigint else b.file_size_limit end,
    allowed_mime_types = case when $5 then $6::text[] else b.allowed_mime_types end
    where b.id = $1`
  const { isPublic = null, fileSizeLimit, allowedTypes } = fields
  const sizes = [fileSizeLimit !== undefined, fileSizeLimit ?? null]
  const types = [allowedTypes !== undefined, allowedTypes ?? null]
  const { rowCount } = await database.once(session, { text, params: [id, isPublic, ...sizes, ...types] }, 'write')
  return rowCount > 0
}

/** Answers false when the caller may not delete it, or there is none. */
export async function deleteBucket(database: Database, session: Session, id: string): Promise<boolean> {
  const text = 'delete from storage.buckets b where b.id = $1'
  const { rowCount } = await database.once(session, { text, params: [id] }, 'write')
  return rowCount > 0
}

export async function isBucketEmpty(database: Database, session: Session, id: string): Promise<boolean> {
  const text = 'select from storage.objects o where o.bucket_id = $1 limit 1'
  const { rowCount } = await database.once(session, { text, params: [id] }, 'read')
  return rowCount === 0
}
