/** Names of a bucket in byte order, by any delimiter. */
import type { Database, Session } from '@platform/database'

import { readJson } from './run.ts'

export interface KeyEntry {
  readonly key: string
  /** Null for what lies behind a delimiter. */
  readonly object: { readonly updatedAt: string; readonly eTag: string | null; readonly size: number | null } | null
}

export interface KeyPage {
  readonly prefix: string
  /** Empty for none. */
  readonly delimiter: string
  readonly limit: number
  readonly after: string
}

/** Answers one entry more than asked for when there are more. */
export async function listKeys(
  database: Database,
  session: Session,
  bucketId: string,
  { prefix, delimiter, limit, after }: KeyPage,
): Promise<readonly KeyEntry[]> {
  const text = `select json_agg(json_build_object('key', e.key, 'object',
      case when o.id is not null then json_build_object('updatedAt', storage.wire_time(o.updated_at),
        'eTag', o.metadata ->> 'eTag', 'size', storage.bytes_of(o.metadata)) end) order by e.place)
    from (select s.*, row_number() over () as place from storage.list_keys($1, $2, $3, $4, $5) s) e
    left join storage.objects o on o.id = e.object_id`
  const params = [bucketId, prefix, delimiter, limit, after]
  return (await readJson<KeyEntry[]>(database, session, { text, params }, 'read')) ?? []
}
