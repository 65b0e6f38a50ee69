/** Which blobs the rows still need. */
import type { Database } from '@platform/database'

import { serviceSession } from '../access/session.ts'
import { readJson } from './run.ts'

const session = serviceSession('storage.object.delete')

export async function versionsInUse(database: Database, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const text = `select json_agg(version) from (
    select o.version from storage.objects o where o.version = any ($1::text[])
    union all select p.version from storage.resumable_parts p where p.version = any ($1::text[])
    union all select p.version from storage.s3_multipart_uploads_parts p where p.version = any ($1::text[])) used`
  return new Set(await readJson<string[]>(database, session, { text, params: [versions] }, 'read'))
}

export async function versionsInBucket(
  database: Database,
  bucketId: string,
  versions: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = `select json_agg(o.version) from storage.objects o
    where o.bucket_id = $1 and o.version = any ($2::text[])`
  return new Set(await readJson<string[]>(database, session, { text, params: [bucketId, versions] }, 'read'))
}

/**
 * Hands some discarded versions to `remove` and forgets them when it succeeds; answers how many there were.
 * Several processes may do so at once: each takes others.
 */
export function takeDiscarded(
  database: Database,
  limit: number,
  remove: (versions: readonly string[]) => Promise<void>,
): Promise<number> {
  return database.write(session, async (tx) => {
    // SQL may have put back a row that it deleted: then its bytes are needed again.
    const rows = await tx.query<{ version: string; is_used: boolean }>(
      `select d.version, exists (select from storage.objects o where o.version = d.version) as is_used
       from storage.discarded_blobs d order by d.discarded_at limit $1 for update skip locked`,
      [limit],
    )
    if (rows.length === 0) return 0
    await remove(rows.filter((row) => !row.is_used).map((row) => row.version))
    const versions = rows.map((row) => row.version)
    await tx.execute('delete from storage.discarded_blobs where version = any ($1::text[])', [versions])
    return versions.length
  })
}
