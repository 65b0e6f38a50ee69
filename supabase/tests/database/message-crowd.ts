/** Conversations enough that a whole reading of them would show, and what the screens ask of them. */
import pg from 'pg'

import type { Question } from '../../../tests/bench/crowd/social-questions.ts'
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { asOwner } from '../support/product-rest.ts'

const talks = 1200
const messagesEach = 12

/** The reader writes with a third of them; the triggers are off, or it would take minutes. */
const fill = [
  `create temp table pairs as
   select gen_random_uuid() as id, case when n % 3 = 0 then $1::uuid else p.id end as one, o.id as other, n
   from (select id, row_number() over (order by id) as n from public.profiles where id <> $1::uuid limit ${talks}) p
   join (select id, row_number() over (order by id desc) as n from public.profiles where id <> $1::uuid limit ${talks}) o using (n)
   where p.id <> o.id`,
  `insert into public.conversations (id, kind, pair_key, created_by, last_message_at, epoch_id)
   select id, 'direct', one || ':' || other, one, now(), gen_random_uuid() from pairs`,
  `insert into public.conversation_participants (conversation_id, user_id) select id, unnest(array[one, other]) from pairs`,
  `insert into public.conversation_settings (conversation_id, user_id, last_at, unread_count, pinned_at)
   select id, unnest(array[one, other]), now() - n * interval '1 minute', (n % 4)::int, case when n % 60 = 0 then now() end from pairs`,
  `insert into public.conversation_epochs (conversation_id, epoch, epoch_id, creator_id, manifest, signature)
   select c.id, 1, c.epoch_id, p.one, '', repeat('A', 86) || '==' from public.conversations c join pairs p using (id)`,
  `insert into public.conversation_keys (epoch_id, user_id, kid, wrapped_key)
   select c.epoch_id, unnest(array[p.one, p.other]), repeat('A', 22), repeat('A', 342) || '==' from public.conversations c join pairs p using (id)`,
  `insert into public.user_public_keys (user_id, public_key) select id, 'x' from public.profiles on conflict do nothing`,
  `insert into public.user_key_log (user_id, seq, public_key) select id, 1, 'x' from public.profiles on conflict do nothing`,
  `insert into public.encrypted_messages (conversation_id, sender_id, encrypted_content, iv, metadata, created_at)
   select p.id, case when k % 2 = 0 then p.one else p.other end, 'AAAA', repeat('A', 16),
     jsonb_build_object('e2ee', jsonb_build_object('epoch', c.epoch_id)), now() - k * interval '1 hour'
   from pairs p join public.conversations c using (id) cross join generate_series(1, ${messagesEach}) as k`,
  `update public.encrypted_messages set expires_at = created_at + interval '1 year'`,
  `insert into app.vanished_messages (id, conversation_id, sender_id, created_at)
   select gen_random_uuid(), p.id, p.one, now() - k * interval '1 day' from pairs p cross join generate_series(1, 3) as k`,
  `insert into public.former_key_backups (user_id, replaced_at, saved_at, seq, bundle, slots)
   select p.other, now() - k * interval '1 hour', now(), k, '{}', '[{}]' from pairs p cross join generate_series(1, 3) as k`,
  `insert into storage.objects (bucket_id, name, owner_id, created_at)
   select 'dm-blobs', p.id || '/' || replace(gen_random_uuid()::text, '-', ''), p.one, now() - k * interval '1 hour'
   from pairs p cross join generate_series(1, 3) as k`,
] as const

/** What follows messages, and what somebody whom nobody has accepted may do, in statements as that person. */
export const messageWork = (reader: string, conversation: string): readonly string[] => {
  const talk = `'${conversation}'`
  const save = (seq: number) => `select public.save_key_backup('{}', '[{"t": "code"}]', ${seq})`
  return [
    `update public.conversation_participants set state = 'requested' where conversation_id = ${talk} and user_id <> '${reader}'`,
    `delete from app.vanished_messages where conversation_id = ${talk}`,
    `delete from public.encrypted_messages where conversation_id = ${talk}`,
    `select app.may_add_file(${talk})`,
    `insert into public.encrypted_messages (conversation_id, sender_id, encrypted_content, iv, metadata)
     select c.id, '${reader}', 'AAAA', repeat('A', 16), jsonb_build_object('e2ee', jsonb_build_object('epoch', c.epoch_id))
     from public.conversations c where c.id = ${talk}`,
    'select public.tell_messages(10)',
    `update public.encrypted_messages set expires_at = now() where conversation_id = ${talk}`,
    'select public.expire_messages(10)',
    `select * from public.review_message_files('', 10)`,
    save(1),
    save(2),
    save(3),
    'select public.key_backup_info()',
    'select public.get_former_key_backups()',
    'select public.get_key_backup()',
  ]
}

export async function fillMessages({ url }: TestDatabase, reader: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const sql of fill) await client.query(sql, sql.includes('$1') ? [reader] : [])
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** One of those that the reader takes part in and writes in: what was only begun has no epoch. */
export const talkOf = (database: TestDatabase, reader: string): Promise<string> =>
  asOwner(
    database,
    `select c.id as value from public.conversation_participants p join public.conversations c on c.id = p.conversation_id
     where p.user_id = $1 and c.epoch_id is not null order by 1 limit 1`,
    [reader],
  )

export async function messageQuestions(database: TestDatabase, reader: string): Promise<Question[]> {
  const value = (sql: string, params: string[] = []) => asOwner(database, sql, params)
  const id = await talkOf(database, reader)
  const epoch = await value('select epoch_id as value from public.conversations where id = $1', [id])
  const page = (filter: string, more: object = {}) => ({
    name: `${filter} conversations`,
    path: 'rpc/conversation_page',
    body: { filter, ...more },
  })
  const messages = `encrypted_messages?conversation_id=eq.${id}`
  const row = { sender_id: reader, encrypted_content: 'AAAA', iv: 'A'.repeat(16), metadata: { e2ee: { epoch } } }
  return [
    page('all'),
    page('unread'),
    page('requests'),
    page('archived'),
    page('all', { cursor: `all.${Date.now() * 1000 - 6e9}.${id}` }),
    { name: 'a conversation', path: 'rpc/conversation_entry', body: { conversation: id } },
    { name: 'unread conversations', path: 'rpc/unread_conversations', body: {} },
    { name: 'reading', path: 'rpc/mark_read', body: { conversation: id, up_to: new Date().toISOString() } },
    { name: 'a thread', path: `${messages}&select=*&order=created_at.desc,id.desc&limit=50` },
    { name: 'earlier messages', path: `${messages}&created_at=lt.2027-01-01&order=created_at.desc&limit=50` },
    { name: 'messages that are new', path: `${messages}&created_at=gt.2026-01-01&order=created_at&limit=200` },
    { name: 'unread ones of a thread', path: `${messages}&is_read=eq.false&sender_id=neq.${reader}&select=id` },
    { name: 'whatever one may read', path: 'encrypted_messages?select=id&order=created_at.desc&limit=20' },
    { name: 'a message that is sent', path: 'encrypted_messages', body: { ...row, conversation_id: id } },
    { name: 'epochs', path: `conversation_epochs?conversation_id=eq.${id}&order=epoch` },
    { name: 'wraps', path: `conversation_keys?epoch_id=in.(${epoch})` },
    { name: 'members', path: `conversation_participants?conversation_id=eq.${id}` },
    { name: 'keys', path: `user_public_keys?user_id=in.(${reader})` },
    { name: 'log of keys', path: 'rpc/key_log', body: { user: reader } },
    {
      name: 'beginning a conversation',
      path: 'rpc/start_conversation',
      body: { other: await stranger(database, reader) },
    },
  ]
}

const stranger = (database: TestDatabase, reader: string) =>
  asOwner(
    database,
    `select p.id as value from public.profiles p where p.status = 'active' and p.id <> $1 and not app.are_apart(p.id, $1)
       and not exists (select from public.conversation_participants c where c.user_id = p.id) limit 1`,
    [reader],
  )
