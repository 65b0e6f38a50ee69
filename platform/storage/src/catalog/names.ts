/** All names of a bucket that begin with a prefix, page by page. */
import type { Database, Session } from '@platform/database'

import { readJson } from './run.ts'

export type NameSort = 'name' | 'created_at' | 'updated_at'

export interface NamePage {
  readonly prefix: string
  /** Shows what lies behind the next slash as one folder. */
  readonly isFolded: boolean
  readonly limit: number
  readonly sort: NameSort
  readonly isDescending: boolean
  /** The last entry of the page before. */
  readonly after: Place | null
}

export interface Place {
  readonly key: string
  /** With microseconds, where the pages are sorted by time. */
  readonly time: string | null
}

export interface NameEntry {
  readonly key: string
  readonly time: string | null
  /** Null for a folder. */
  readonly object: Readonly<Record<string, unknown>> | null
}

/** Answers one entry more than asked for when there are more. */
export async function listNames(
  database: Database,
  session: Session,
  bucketId: string,
  page: NamePage,
): Promise<readonly NameEntry[]> {
  const { prefix, isFolded, limit, sort, isDescending, after } = page
  const common = [bucketId, prefix, isFolded, limit]
  const byName = sort === 'name'
  const source = byName
    ? `(select key, object_id, null::timestamptz as moment from storage.list_names($1, $2, $3, $4, $5, $6))`
    : `storage.list_by_time($1, $2, $3, $4, $5::timestamptz, $6, $7, $8)`
  const params = byName
    ? [...common, after?.key ?? null, isDescending]
    : [...common, after?.time ?? null, after?.key ?? null, sort, isDescending]
  const text = `select coalesce(json_agg(json_build_object('key', e.key, 'time', e.moment, 'object',
      case when o.id is not null then json_build_object('key', o.name, 'id', o.id, 'name', o.name,
        'updated_at', storage.wire_time(o.updated_at), 'created_at', storage.wire_time(o.created_at),
        'last_accessed_at', storage.wire_time(o.last_accessed_at), 'metadata', o.metadata) end) order by e.place), '[]')
    from (select s.*, row_number() over () as place from ${source} s) e
    left join storage.objects o on o.id = e.object_id`
  return (await readJson<NameEntry[]>(database, session, { text, params }, 'read')) ?? []
}
