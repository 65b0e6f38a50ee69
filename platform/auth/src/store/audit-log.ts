/** auth.audit_log_entries. */
import { type Database, systemSession } from '@platform/database'

import { readDocument, type Json } from './users.ts'

export interface AuditEntry {
  readonly userId: string
  readonly action: string
  readonly type: string
  readonly traits: Json
  /** RFC 3339. */
  readonly at: string
  readonly ip: string
  /** An administrator did it to the person. */
  readonly isAdmin: boolean
}

/** Who they were is written down as it is now: the account may be gone when somebody reads it. */
export async function insertEntries(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  await database.write(systemSession, (tx) =>
    tx.execute(
      `insert into auth.audit_log_entries (payload, created_at, ip_address)
       select jsonb_strip_nulls(jsonb_build_object(
           'actor_id', case when e."isAdmin" then '00000000-0000-0000-0000-000000000000' else e."userId" end,
           'actor_username', case when e."isAdmin" then 'service_role' else coalesce(nullif(u.phone, ''), u.email, '') end,
           'actor_name', case when not e."isAdmin" then u.raw_user_meta_data ->> 'full_name' end,
           'actor_via_sso', not e."isAdmin" and coalesce(u.is_sso_user, false),
           'action', e.action, 'log_type', e.type,
           'traits', case when e."isAdmin" then jsonb_build_object('user_id', e."userId") else '{}' end || e.traits)),
         e.at, left(e.ip, 64)
       from jsonb_to_recordset($1) as e ("userId" uuid, action text, type text, traits jsonb, at timestamptz, ip text,
         "isAdmin" boolean)
       left join auth.users u on u.id = e."userId"`,
      [JSON.stringify(entries)],
    ),
  )
}

export async function deleteOldEntries(database: Database, days: number): Promise<void> {
  await database.write(systemSession, (tx) =>
    tx.execute('delete from auth.audit_log_entries where created_at < now() - make_interval(days => $1)', [days]),
  )
}

export interface StoredEntry {
  readonly id: string
  readonly payload: Json
  readonly created_at: string
  readonly ip_address: string
}

export interface AuditQuery {
  /** Members of the payload of which one must contain `text`, in any case; none for all entries. */
  readonly members: readonly string[]
  readonly text: string
  readonly size: number
  readonly offset: number
}

export async function listEntries(
  database: Database,
  { members, text, size, offset }: AuditQuery,
): Promise<{ readonly total: number; readonly entries: readonly StoredEntry[] }> {
  const matches = `(cardinality($1::text[]) = 0 or exists (
    select from unnest($1::text[]) m where strpos(lower(l.payload ->> m), lower($2)) > 0))`
  const result = await database.once(
    systemSession,
    {
      name: 'auth_list_audit_log',
      text: `select jsonb_build_object('total', (select count(*) from auth.audit_log_entries l where ${matches}),
        'entries', coalesce((select jsonb_agg(p.document) from (
          select to_jsonb(l) - 'instance_id' as document from auth.audit_log_entries l where ${matches}
          order by l.created_at desc, l.id limit $3 offset $4) p), '[]'))`,
      params: [members, text, size, offset],
    },
    'read',
  )
  return readDocument(result) as { total: number; entries: StoredEntry[] }
}
