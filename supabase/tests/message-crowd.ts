/** Conversations enough that a whole reading of them would show, and what the screens ask of them. */
import pg from 'pg'

import type { Question } from '../../tests/bench/social-questions.ts'
import type { TestDatabase } from '../../tests/support/test-database.ts'
import { asOwner } from './product-rest.ts'

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
] as const

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

export async function messageQuestions(database: TestDatabase, reader: string): Promise<Question[]> {
  const value = (sql: string, params: string[] = []) => asOwner(database, sql, params)
  const [id, epoch] = (
    await value(
      `select c.id || ' ' || c.epoch_id as value from public.conversations c
       join public.conversation_participants p on p.conversation_id = c.id where p.user_id = $1 limit 1`,
      [reader],
    )
  ).split(' ')
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
