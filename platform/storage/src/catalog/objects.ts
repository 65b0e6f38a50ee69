/** Objects as rows. Every function acts with the rights of the session that it is given. */
import type { Database, Parameter, Session } from '@platform/database'

import type { Owner } from '../access/session.ts'
import { jsonBytes, readJson, rehearse } from './run.ts'

/** The column `metadata`, spelled as the hosted service spells it (WIRE §3.5). */
interface ObjectMetadata {
  readonly eTag?: string
  readonly size?: number
  readonly mimetype?: string
  readonly cacheControl?: string
  readonly contentEncoding?: string
  readonly xRobotsTag?: string
  readonly lastModified?: string
  readonly contentLength?: number
  readonly httpStatusCode?: number
}

export type UserMetadata = Readonly<Record<string, unknown>>

export interface ObjectRecord {
  readonly id: string
  readonly bucketId: string
  readonly name: string
  readonly version: string | null
  readonly metadata: ObjectMetadata | null
  readonly userMetadata: UserMetadata | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ObjectAddress {
  readonly bucketId: string
  readonly name: string
}

export interface NewObject extends ObjectAddress {
  readonly owner: Owner
  readonly version: string
  readonly metadata: ObjectMetadata
  readonly userMetadata: UserMetadata | null
}

const recordJson = `json_build_object('id', o.id, 'bucketId', o.bucket_id, 'name', o.name, 'version', o.version,
  'metadata', o.metadata, 'userMetadata', o.user_metadata,
  'createdAt', storage.wire_time(o.created_at), 'updatedAt', storage.wire_time(o.updated_at))`

/** A whole row, times as the wire spells them and without the columns that only this service has. */
const rowJson = (alias: string) => `(to_jsonb(${alias}) - 'level') || jsonb_build_object(
  'created_at', storage.wire_time(${alias}.created_at), 'updated_at', storage.wire_time(${alias}.updated_at),
  'last_accessed_at', storage.wire_time(${alias}.last_accessed_at))`

export function readObject(database: Database, session: Session, at: ObjectAddress): Promise<ObjectRecord | null> {
  const text = `select ${recordJson} from storage.objects o where o.bucket_id = $1 and o.name = $2`
  return readJson(database, session, { text, params: [at.bucketId, at.name], name: 'storage_object' }, 'read')
}

export interface PublicView {
  readonly isPublic: boolean
  readonly object: ObjectRecord | null
}

/** A bucket's openness and one of its objects in one read; null where there is no such bucket. */
export function readPublicView(database: Database, session: Session, at: ObjectAddress): Promise<PublicView | null> {
  const text = `select json_build_object('isPublic', b.public, 'object', case when o.id is not null then ${recordJson} end)
    from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1`
  return readJson(database, session, { text, params: [at.bucketId, at.name], name: 'storage_public_view' }, 'read')
}

/** Which of these names the session may see. */
export async function visibleNames(
  database: Database,
  session: Session,
  bucketId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = `select json_agg(o.name) from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[])`
  const seen = await readJson<string[]>(database, session, { text, params: [bucketId, names] }, 'read')
  return new Set(seen)
}

const onConflict = `on conflict (bucket_id, name) do update set
  owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, last_accessed_at = now()`

/** For transactions that write more than the object. */
export function insertion(object: NewObject, isUpsert: boolean): { text: string; params: Parameter[] } {
  const text = `insert into storage.objects as o
    (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb) ${isUpsert ? onConflict : ''}`
  const { bucketId, name, owner, version, metadata, userMetadata } = object
  const extra = userMetadata === null ? null : JSON.stringify(userMetadata)
  return { text, params: [bucketId, name, owner.uuid, owner.text, version, JSON.stringify(metadata), extra] }
}

/** @throws {DatabaseError} when the caller's policies forbid it, or the name is taken */
export function rehearseStoring(
  database: Database,
  session: Session,
  object: NewObject,
  isUpsert: boolean,
): Promise<void> {
  return rehearse(database, session, insertion(object, isUpsert))
}

/** Answers the row's id and the row. @throws {DatabaseError} 23505 when the name is taken and `isUpsert` is not set */
export async function storeObject(
  database: Database,
  session: Session,
  object: NewObject,
  isUpsert: boolean,
): Promise<{ id: string } & Record<string, unknown>> {
  const { text, params } = insertion(object, isUpsert)
  const statement = { text: `${text} returning ${rowJson('o')}`, params }
  const row = await readJson<{ id: string }>(database, session, statement, 'write')
  if (row === null) throw new Error('An insertion that PostgreSQL accepted answered no row')
  return row
}

export interface Relocation {
  readonly from: ObjectAddress
  readonly to: ObjectAddress
}

/** Answers the id, or null when the caller may not see or move the source. */
export async function moveObject(database: Database, session: Session, move: Relocation): Promise<string | null> {
  const text = `update storage.objects o set bucket_id = $3, name = $4, last_accessed_at = now()
    where o.bucket_id = $1 and o.name = $2 returning o.id`
  const params = [move.from.bucketId, move.from.name, move.to.bucketId, move.to.name]
  const bytes = await jsonBytes(database, session, { text, params }, 'write')
  return bytes?.toString() ?? null
}

export interface Deleted {
  /** A JSON array. */
  readonly rows: Buffer
  readonly count: number
}

export async function deleteObjects(
  database: Database,
  session: Session,
  bucketId: string,
  names: readonly string[],
): Promise<Deleted> {
  const text = `with gone as (
      delete from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[]) returning o.*)
    select coalesce(jsonb_agg(${rowJson('gone')}), '[]'), count(*) from gone`
  const { rows } = await database.once(session, { text, params: [bucketId, names] }, 'write')
  const [json, count] = rows[0] ?? []
  return { rows: json ?? Buffer.from('[]'), count: Number(count ?? 0) }
}

/** Deletes at most `limit` of the objects that the caller may delete; answers how many. */
export async function deleteSomeObjects(
  database: Database,
  session: Session,
  bucketId: string,
  limit: number,
): Promise<number> {
  const text = `delete from storage.objects o where o.bucket_id = $1 and o.id in (
    select id from storage.objects where bucket_id = $1 order by name limit $2)`
  const { rowCount } = await database.once(session, { text, params: [bucketId, limit] }, 'write')
  return rowCount
}

export interface FolderPage {
  readonly folder: string
  readonly search: string
  readonly limit: number
  readonly offset: number
  readonly sortColumn: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
  readonly isDescending: boolean
}

/** Answers the page as a JSON array. */
export async function listFolder(
  database: Database,
  session: Session,
  bucketId: string,
  page: FolderPage,
): Promise<Buffer> {
  const text = `select coalesce(json_agg(json_build_object('name', e.name, 'id', e.id,
      'updated_at', storage.wire_time(e.updated_at), 'created_at', storage.wire_time(e.created_at),
      'last_accessed_at', storage.wire_time(e.last_accessed_at), 'metadata', e.metadata)), '[]')
    from storage.list_folder($1, $2, $3, $4, $5, $6, $7) e`
  const { folder, search, limit, offset, sortColumn, isDescending } = page
  const params = [bucketId, folder, search, limit, offset, sortColumn, isDescending]
  const bytes = await jsonBytes(database, session, { text, params }, 'read')
  return bytes ?? Buffer.from('[]')
}
