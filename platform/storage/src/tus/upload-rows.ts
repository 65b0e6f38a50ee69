/** Uploads in pieces as rows (WIRE §3.7): what has come, until when it is kept, and who may add to it. */
import type { Database, Parameter, Session } from '@platform/database'

import { serviceSession, type Owner } from '../access/session.ts'
import { insertion, type NewObject, type ObjectAddress } from '../catalog/objects.ts'
import { readJson } from '../catalog/run.ts'

export type UploadMetadata = Readonly<Record<string, string | null>>

export interface ResumableUpload {
  readonly id: string
  readonly to: ObjectAddress
  readonly owner: Owner
  readonly isSigned: boolean
  readonly isUpsert: boolean
  readonly metadata: UploadMetadata
  /** Null until the client knows it. */
  readonly size: number | null
  /** Bytes that are durable. */
  readonly received: number
  readonly isFinished: boolean
  /** By the database's clock. */
  readonly ageMs: number
}

export type NewUpload = Omit<ResumableUpload, 'received' | 'isFinished' | 'ageMs'>

/** A piece that is stored. */
export interface Part {
  readonly start: number
  readonly size: number
  readonly version: string
  /** In hex; null where nobody needed it. */
  readonly md5: string | null
}

/** What only the holder of an upload's lease may do. */
export interface Held {
  readonly id: string
  readonly holder: string
}

const session = serviceSession('storage.tus.upload.part')

export function readUpload(database: Database, id: string): Promise<ResumableUpload | null> {
  const text = `select json_build_object('id', u.id, 'to', json_build_object('bucketId', u.bucket_id, 'name', u.name),
      'owner', json_build_object('uuid', u.owner, 'text', u.owner_id), 'isSigned', u.is_signed,
      'isUpsert', u.is_upsert, 'metadata', u.metadata, 'size', u.size, 'received', u.received,
      'isFinished', u.finished_at is not null,
      'ageMs', floor(extract(epoch from clock_timestamp() - u.created_at) * 1000))
    from storage.resumable_uploads u where u.id = $1`
  return readJson(database, session, { text, params: [id], name: 'storage_resumable_upload' }, 'read')
}

export interface UploadTerms {
  /** Who made it holds its lease. */
  readonly holder: string
  readonly seconds: number
  /** How many the owner may have open. */
  readonly openPerOwner: number
}

/** Answers false where the owner has too many open. */
export function insertUpload(database: Database, upload: NewUpload, terms: UploadTerms): Promise<boolean> {
  const { id, to, owner, isSigned, isUpsert, metadata, size } = upload
  const text = `insert into storage.resumable_uploads
      (id, bucket_id, name, owner, owner_id, is_signed, is_upsert, metadata, size, expires_at, lease_holder, leased_until)
    select $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, now() + make_interval(secs => $10), $11,
      clock_timestamp() + interval '10 seconds'
    where $12 > (select count(*) from storage.resumable_uploads u
      where u.owner_id is not distinct from $5 and u.finished_at is null and u.expires_at > now())`
  const params: Parameter[] = [id, to.bucketId, to.name, owner.uuid, owner.text, isSigned, isUpsert]
  params.push(JSON.stringify(metadata), size, terms.seconds, terms.holder, terms.openPerOwner)
  return database.write(session, async (tx) => {
    // One after the other, or many at once would each find room for one more.
    await tx.execute(`select pg_advisory_xact_lock(hashtextextended('storage uploads ' || $1, 0))`, [owner.text ?? ''])
    return (await tx.execute(text, params)) === 1
  })
}

export function deleteUpload(database: Database, id: string): Promise<unknown> {
  return database.once(session, { text: 'delete from storage.resumable_uploads where id = $1', params: [id] }, 'write')
}

/** Their pieces are discarded with them. Some may still be under way: those find out when they write. */
export async function removeExpiredUploads(database: Database): Promise<void> {
  const text = 'delete from storage.resumable_uploads where expires_at < clock_timestamp()'
  await database.once(session, { text }, 'write')
  const reservations = 'delete from storage.quota_reservations where expires_at < clock_timestamp()'
  await database.once(session, { text: reservations }, 'write')
}

export async function setUploadSize(database: Database, { id, holder }: Held, size: number): Promise<boolean> {
  const text = `update storage.resumable_uploads u set size = $3
    where u.id = $1 and u.lease_holder = $2 and u.size is null and u.received <= $3`
  return (await database.once(session, { text, params: [id, holder, size] }, 'write')).rowCount === 1
}

/** Answers false for who holds the lease no longer: nothing is added then. */
export async function addPart(database: Database, { id, holder }: Held, part: Part): Promise<boolean> {
  const text = `with mine as (
      update storage.resumable_uploads u set received = u.received + $4
      where u.id = $1 and u.lease_holder = $2 and u.received = $3 and u.finished_at is null returning u.id)
    insert into storage.resumable_parts (upload_id, start, size, version, md5) select id, $3, $4, $5, $6 from mine`
  const params = [id, holder, part.start, part.size, part.version, part.md5]
  return (await database.once(session, { text, params }, 'write')).rowCount === 1
}

export async function readParts(database: Database, id: string): Promise<readonly Part[]> {
  const text = `select json_agg(json_build_object('start', p.start, 'size', p.size, 'version', p.version,
    'md5', p.md5) order by p.start) from storage.resumable_parts p where p.upload_id = $1`
  return (await readJson<Part[]>(database, session, { text, params: [id] }, 'read')) ?? []
}

/**
 * Makes the upload an object: from here on the one is finished and the other is there, and not a moment earlier.
 * Answers false for who holds the lease no longer. @throws {DatabaseError} 23505 when the name has been taken
 */
export function finishUpload(
  database: Database,
  service: Session,
  { id, holder }: Held,
  object: { readonly row: NewObject; readonly size: number; readonly isUpsert: boolean },
): Promise<boolean> {
  const { text, params } = insertion(object.row, object.isUpsert)
  return database.write(service, async (tx) => {
    const finished = await tx.execute(
      `update storage.resumable_uploads u set finished_at = now(), received = $3, size = $3
       where u.id = $1 and u.lease_holder = $2 and u.finished_at is null`,
      [id, holder, object.size],
    )
    if (finished === 0) return false
    await tx.execute(text, params)
    await tx.execute('delete from storage.resumable_parts where upload_id = $1', [id])
    return true
  })
}

/** See storage.lease_upload. */
export async function takeLease(database: Database, { id, holder }: Held): Promise<string> {
  const text = 'select storage.lease_upload($1, $2)'
  const { rows } = await database.once(session, { text, params: [id, holder] }, 'write')
  return rows[0]?.[0]?.toString() ?? 'gone'
}

/** Answers whether somebody else waits for it; `lost` when it has ended. */
export async function renewLease(database: Database, { id, holder }: Held): Promise<'held' | 'wanted' | 'lost'> {
  const text = `update storage.resumable_uploads u set leased_until = clock_timestamp() + interval '10 seconds'
    where u.id = $1 and u.lease_holder = $2 returning u.is_release_wanted`
  const { rows } = await database.once(session, { text, params: [id, holder] }, 'write')
  if (rows.length === 0) return 'lost'
  return rows[0]?.[0]?.toString() === 't' ? 'wanted' : 'held'
}

export async function endLease(database: Database, { id, holder }: Held): Promise<void> {
  const text = `update storage.resumable_uploads u set lease_holder = null, leased_until = null
    where u.id = $1 and u.lease_holder = $2`
  await database.once(session, { text, params: [id, holder] }, 'write')
}
