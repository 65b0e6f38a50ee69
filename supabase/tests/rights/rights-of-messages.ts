/** The lines of messages and their keys: Kossi writes with somebody who is none of those who ask. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { addPerson, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, ownedOnly, reading, type Line } from './rights-line.ts'

const epoch = 'e0e0e0e0-0000-4000-8000-000000000001'
const sealed = 'A'.repeat(342)

/** Answers its id; Kossi and the other both have a key there. */
async function talkOfKossi(database: TestDatabase): Promise<string> {
  const friend = await addPerson(database, `friend${Math.trunc(performance.now() * 1000)}`)
  const run = (sql: string, params: string[]) => asOwner(database, sql, params)
  const id = await run(
    `insert into public.conversations (kind, pair_key, created_by) values ('direct', $1, $2) returning id as value`,
    [`${friend}:${kossi}`, kossi],
  )
  for (const person of [kossi, friend])
    await run(`select app.add_participant($1, $2, 'accepted')::text as value`, [id, person])
  return id
}

async function epochOfKossi(database: TestDatabase): Promise<string> {
  const id = await talkOfKossi(database)
  await asOwner(
    database,
    `insert into public.conversation_epochs (conversation_id, epoch, epoch_id, creator_id, manifest, signature)
     values ($1, 1, $2, $3, '', $4)`,
    [id, epoch, kossi, `${'A'.repeat(86)}==`],
  )
  await asOwner(database, 'insert into public.conversation_keys values ($1, $2, $3, $4)', [
    epoch,
    kossi,
    'A'.repeat(22),
    `${sealed}==`,
  ])
  await asOwner(database, 'update public.conversations set epoch_id = $2 where id = $1', [id, epoch])
  return id
}

const hidden = { ...nothing, select: 'hidden' } as const

export const rightsOfMessages: Readonly<Record<string, Line>> = {
  conversations: {
    row: async (database) => `id=eq.${await talkOfKossi(database)}`,
    insert: async () => ({}),
    update: { last_message_at: '2020-01-01' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'done', update: 'hidden', delete: 'denied' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'denied' },
    insertable: ['id', 'last_message_at', 'updated_at'],
    updatable: ['last_message_at', 'updated_at'],
  },
  kept_images: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.kept_images (user_id, message_id, place, path, width, height)
         select $1::uuid, id, 0, $1::text || '/' || id || '-0', 4, 3 from (select gen_random_uuid() as id) as m returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ user_id: kossi, place: 0, path: 'x', width: 1, height: 1 }),
    update: { path: 'y' },
    visitor: nothing,
    other: { ...hidden, delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  conversation_participants: {
    row: async (database) => `conversation_id=eq.${await talkOfKossi(database)}&user_id=eq.${kossi}`,
    insert: async (database) => ({ conversation_id: await talkOfKossi(database), user_id: kossi }),
    update: { last_read_at: '2026-01-01' },
    visitor: nothing,
    other: { ...hidden, update: 'hidden' },
    owner: { ...reading, update: 'done' },
    insertable: [],
    updatable: ['last_read_at'],
  },
  conversation_settings: {
    row: async (database) => `conversation_id=eq.${await talkOfKossi(database)}`,
    insert: async (database) => ({ conversation_id: await talkOfKossi(database), user_id: kossi }),
    update: { muted_until: '2030-01-01' },
    visitor: nothing,
    other: { ...hidden, update: 'hidden' },
    owner: { ...reading, update: 'done' },
    insertable: [],
    updatable: ['archived_at', 'muted_until', 'pinned_at'],
  },
  conversation_epochs: {
    row: async (database) => `conversation_id=eq.${await epochOfKossi(database)}`,
    insert: async () => ({ epoch: 2 }),
    update: { epoch: 3 },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  conversation_keys: {
    row: async (database) => {
      await epochOfKossi(database)
      return `epoch_id=eq.${epoch}`
    },
    insert: async () => ({ epoch_id: epoch, user_id: kossi, kid: 'B'.repeat(22), wrapped_key: `${sealed}==` }),
    update: { kid: 'C'.repeat(22) },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  encrypted_messages: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.encrypted_messages (conversation_id, sender_id, encrypted_content, iv)
         select $1, user_id, 'x', 'simple' from public.conversation_participants
         where conversation_id = $1::uuid and user_id <> $2 returning id as value`,
        [await talkOfKossi(database), kossi],
      )}`,
    insert: async (database) => ({
      conversation_id: await epochOfKossi(database),
      sender_id: kossi,
      encrypted_content: 'AAAA',
      iv: 'A'.repeat(16),
      metadata: { e2ee: { v: 1, epoch, d: 'deadbeef', n: 0 } },
    }),
    update: { is_read: true },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'denied' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'denied' },
    insertable: ['conversation_id', 'encrypted_content', 'id', 'iv', 'message_type', 'metadata', 'sender_id'],
    updatable: ['is_read'],
  },
  user_public_keys: {
    row: async (database) => {
      await asOwner(database, `insert into public.user_public_keys (user_id, public_key) values ($1, 'x')`, [kossi])
      return `user_id=eq.${kossi}`
    },
    insert: async () => ({ user_id: kossi, public_key: 'y' }),
    update: { public_key: 'z' },
    visitor: nothing,
    other: { select: 'seen', insert: 'denied', update: 'hidden', delete: 'denied' },
    // One row each: a second is an upsert.
    owner: { select: 'seen', insert: '23505', update: 'done', delete: 'denied' },
    insertable: keyColumns(),
    updatable: keyColumns(),
  },
  user_key_log: {
    row: async (database) => {
      await asOwner(database, `insert into public.user_public_keys (user_id, public_key) values ($1, 'x')`, [kossi])
      return `user_id=eq.${kossi}`
    },
    insert: async () => ({ user_id: kossi, seq: 2, public_key: 'y' }),
    update: { public_key: 'z' },
    visitor: nothing,
    other: reading,
    owner: reading,
    insertable: [],
    updatable: [],
  },
  user_key_backups: {
    row: async (database) => {
      await asOwner(
        database,
        `insert into public.user_key_backups (user_id, seq, bundle, slots) values ($1, 1, '{}', '[{}]')`,
        [kossi],
      )
      return `user_id=eq.${kossi}`
    },
    insert: async () => ({ user_id: kossi, seq: 1, bundle: {}, slots: [{}] }),
    update: { seq: 2 },
    visitor: nothing,
    other: nothing,
    owner: nothing,
    insertable: [],
    updatable: [],
  },
  former_key_backups: {
    row: async (database) => {
      await asOwner(
        database,
        `insert into public.former_key_backups (user_id, saved_at, seq, bundle, slots) values ($1, now(), 1, '{}', '[{}]')`,
        [kossi],
      )
      return `user_id=eq.${kossi}`
    },
    insert: async () => ({ user_id: kossi, saved_at: '2026-01-01', seq: 1, bundle: {}, slots: [{}] }),
    update: { seq: 2 },
    visitor: nothing,
    other: nothing,
    owner: nothing,
    insertable: [],
    updatable: [],
  },
  user_devices: {
    row: async (database) =>
      `id=eq.${await asOwner(database, `insert into public.user_devices (user_id, label) values ($1, 'x') returning id as value`, [kossi])}`,
    insert: async () => ({ user_id: kossi, label: 'y' }),
    update: { label: 'z' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['has_keys', 'id', 'label', 'last_seen_at', 'user_id'],
    updatable: ['has_keys', 'label', 'last_seen_at', 'revoked_at'],
  },
}

function keyColumns(): string[] {
  const signed = ['created_ms', 'generation', 'identity_key', 'kid', 'prev_hash', 'public_key', 'signature']
  return [...signed, 'succession', 'user_id']
}
