/** Uploads in parts as rows: any node may take the next part (WIRE §3.9). */
import type { Database, Session } from '@platform/database'

import { serviceSession, type Owner } from '../../access/session.ts'
import { insertion, type NewObject, type ObjectAddress, type UserMetadata } from '../../catalog/objects.ts'
import { readJson } from '../../catalog/run.ts'

export interface UploadFields {
  readonly type: string
  readonly cacheControl: string
  readonly contentEncoding: string | null
}

export interface NewUpload {
  readonly to: ObjectAddress
  readonly owner: Owner
  readonly metadata: UploadFields
  readonly userMetadata: UserMetadata | null
}

export interface PartUpload extends NewUpload {
  readonly id: string
  readonly ageMs: number
}

export interface UploadPart {
  readonly number: number
  readonly size: number
  readonly version: string
  /** In hex. */
  readonly md5: string
  readonly createdAt: string
}

const session = serviceSession('storage.s3.upload.part')

export interface UploadTerms {
  readonly seconds: number
  /** How many the owner may have open. */
  readonly openPerOwner: number
}

/** Answers its id, or null where the owner has too many open. */
export async function insertUpload(
  database: Database,
  { to, owner, metadata, userMetadata }: NewUpload,
  { seconds, openPerOwner }: UploadTerms,
): Promise<string | null> {
  // One after the other, or many at once would each find room for one more.
  const text = `with turn as (select pg_advisory_xact_lock(hashtextextended('storage uploads ' || coalesce($4, ''), 0)))
    insert into storage.s3_multipart_uploads (bucket_id, key, owner, owner_id, metadata, user_metadata, expires_at)
    select $1, $2, $3, $4, $5::jsonb, $6::jsonb, now() + make_interval(secs => $7) from turn
    where $4 is null or $8 > (select count(*) from storage.s3_multipart_uploads u
      where u.owner_id = $4 and u.expires_at > now())
    returning to_json(id)`
  const extra = userMetadata === null ? null : JSON.stringify(userMetadata)
  const params = [to.bucketId, to.name, owner.uuid, owner.text, JSON.stringify(metadata), extra, seconds, openPerOwner]
  return readJson<string>(database, session, { text, params }, 'write')
}

const uploadJson = `json_build_object('id', u.id, 'to', json_build_object('bucketId', u.bucket_id, 'name', u.key),
  'owner', json_build_object('uuid', u.owner, 'text', u.owner_id), 'metadata', u.metadata,
  'userMetadata', u.user_metadata, 'createdAt', storage.wire_time(u.created_at),
  'ageMs', floor(extract(epoch from clock_timestamp() - u.created_at) * 1000))`

export function readUpload(database: Database, id: string): Promise<PartUpload | null> {
  const text = `select ${uploadJson} from storage.s3_multipart_uploads u where u.id = $1 and u.expires_at > now()`
  return readJson(database, session, { text, params: [id] }, 'read')
}

export interface OpenUploads {
  readonly bucketId: string
  readonly prefix: string
  readonly after: { readonly key: string; readonly id: string | null }
  readonly limit: number
  /** Null for everybody’s. */
  readonly owner: string | null
}

/** Answers one more than asked for when there are more. */
export async function listUploads(database: Database, page: OpenUploads) {
  const { bucketId, prefix, after, limit, owner } = page
  const text = `select json_agg(${uploadJson} order by u.key, u.id) from (
    select * from storage.s3_multipart_uploads where bucket_id = $1 and starts_with(key, $2)
      and expires_at > now() and ($3::text is null or owner_id = $3)
      and (key > $4 or (key = $4 and $5::uuid is not null and id > $5::uuid))
    order by key, id limit $6) u`
  const params = [bucketId, prefix, owner, after.key, after.id, limit + 1]
  return (await readJson<(PartUpload & { createdAt: string })[]>(database, session, { text, params }, 'read')) ?? []
}

/** Answers false where the upload has ended. A part that comes again takes the place of the former. */
export async function putPart(database: Database, id: string, part: Omit<UploadPart, 'createdAt'>): Promise<boolean> {
  const text = `insert into storage.s3_multipart_uploads_parts as p (upload_id, part_number, size, version, md5)
    select u.id, $2, $3, $4, $5 from storage.s3_multipart_uploads u where u.id = $1 for share
    on conflict (upload_id, part_number) do update
      set size = excluded.size, version = excluded.version, md5 = excluded.md5, created_at = now()`
  const params = [id, part.number, part.size, part.version, part.md5]
  return (await database.once(session, { text, params }, 'write')).rowCount === 1
}

export async function readParts(
  database: Database,
  id: string,
  { after = 0, limit = 10_000 }: { after?: number; limit?: number } = {},
): Promise<readonly UploadPart[]> {
  const text = `select json_agg(json_build_object('number', p.part_number, 'size', p.size, 'version', p.version,
      'md5', p.md5, 'createdAt', storage.wire_time(p.created_at)) order by p.part_number)
    from (select * from storage.s3_multipart_uploads_parts where upload_id = $1 and part_number > $2
      order by part_number limit $3) p`
  return (await readJson<UploadPart[]>(database, session, { text, params: [id, after, limit] }, 'read')) ?? []
}

/**
 * Makes the upload an object: from here on the one is ended and the other is there, and not a moment earlier. Answers
 * false where it has ended already. @throws {DatabaseError} 23505 when the name has been taken
 */
export function completeUpload(
  database: Database,
  service: Session,
  id: string,
  { row, isUpsert }: { row: NewObject; isUpsert: boolean },
): Promise<boolean> {
  const { text, params } = insertion(row, isUpsert)
  return database.write(service, async (tx) => {
    if ((await tx.execute('delete from storage.s3_multipart_uploads where id = $1', [id])) === 0) return false
    await tx.execute(text, params)
    return true
  })
}

export async function deleteUpload(database: Database, id: string): Promise<boolean> {
  const text = 'delete from storage.s3_multipart_uploads where id = $1'
  return (await database.once(session, { text, params: [id] }, 'write')).rowCount === 1
}

/** Their parts are discarded with them. */
export async function removeExpiredPartUploads(database: Database): Promise<void> {
  const text = 'delete from storage.s3_multipart_uploads where expires_at < clock_timestamp()'
  await database.once(session, { text }, 'write')
}
