/** People who write to each other, through the official client. Their keys are noise: what they seal is proved elsewhere. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { addPerson, productDatabase } from '../support/product-database.ts'
import { asOwner, openProductRest, type ProductRest } from '../support/product-rest.ts'
import { base64, makeKey, makeManifest, type PreviousEpoch } from './message-keys.ts'

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly hint: string | null
}

export interface Sent {
  readonly id: string
  readonly refusal: Refusal | null
}

interface Epoch {
  readonly id: string
  readonly number: number
  readonly manifest: string
}

export interface Messaging extends AsyncDisposable {
  readonly database: TestDatabase
  readonly rest: ProductRest
  /** Somebody new, with a signed key where nothing else is said. */
  person(name: string, isKeyed?: boolean): Promise<string>
  client(person: string): Promise<SupabaseClient>
  run(sql: string, params?: string[]): Promise<string>
  /** Throws where the call is refused. */
  call<Answer>(person: string, name: string, params?: object): Promise<Answer>
  refusal(person: string, name: string, params?: object): Promise<Refusal | null>
  /** A conversation of these two with its first epoch. */
  direct(one: string, other: string): Promise<string>
  epoch(creator: string, conversation: string, given?: Partial<EpochGiven>): Promise<Refusal | Epoch>
  send(person: string, conversation: string, fields?: object): Promise<Sent>
  /** Ids, oldest first. */
  read(person: string, conversation: string): Promise<string[]>
  /** What was sent to whose channel since the last time, without the channel feed. */
  readonly heard: () => Promise<{ event: string; to: string; payload: Record<string, unknown> }[]>
}

export interface Entry {
  readonly conversation: { id: string; epoch_id: string | null; vanish_after: number | null }
  readonly me: { state: string; unread_count: number; last_read_at: string | null; role: string }
  readonly others: { id: string; display_name: string | null; state: string; last_read_at: string | null }[]
  readonly latest: { id: string; iv: string } | null
  readonly is_closed: boolean
  readonly cursor: string
}

interface EpochGiven {
  readonly members: readonly string[]
  readonly number: number
  readonly previous: PreviousEpoch | null
  readonly wraps: readonly object[]
}

/** Rest over a database, as each person's client asks it. */
interface Asking {
  readonly database: TestDatabase
  readonly client: (person: string) => Promise<SupabaseClient>
  readonly ask: (person: string, name: string, params?: object) => Promise<{ data: unknown; refusal: Refusal | null }>
}

interface Answered {
  readonly error: { code: string; hint: string } | null
  readonly status: number
}

export const refusalOf = ({ error, status }: Answered): Refusal | null =>
  error && { status, code: error.code, hint: error.hint || null }

async function publishEpoch(
  { database, ask }: Asking,
  creator: string,
  conversation: string,
  given: Partial<EpochGiven>,
) {
  const [latest] = await rowsOf<{ id: string; epoch: number; manifest: string }>(
    database,
    'select epoch_id as id, epoch, manifest from public.conversation_epochs where conversation_id = $1 order by epoch desc limit 1',
    [conversation],
  )
  const members = await rowsOf<{ user_id: string; kid: string }>(
    database,
    `select k.user_id, k.kid from public.user_public_keys k
     where k.user_id = any (coalesce($2::uuid[], array(
       select p.user_id from public.conversation_participants p where p.conversation_id = $1 and p.is_active)))
       and k.kid is not null
     order by k.user_id`,
    [conversation, given.members ? `{${given.members.join()}}` : null],
  )
  const { previous = latest ?? null, number = (latest?.epoch ?? 0) + 1 } = given
  const id = crypto.randomUUID()
  const manifest = makeManifest({ conversation, id, creator, previous, members })
  const wraps = given.wraps ?? members.map(({ user_id, kid }) => ({ user_id, kid, wrapped_key: base64(256) }))
  const { refusal } = await ask(creator, 'publish_epoch', { manifest, signature: base64(64), epoch: number, wraps })
  return refusal ?? { id, number, manifest }
}

async function sendMessage({ database, client }: Asking, person: string, conversation: string, fields: object) {
  const epoch = await asOwner(database, 'select epoch_id as value from public.conversations where id = $1', [
    conversation,
  ])
  const row = {
    id: crypto.randomUUID(),
    conversation_id: conversation,
    sender_id: person,
    encrypted_content: base64(200),
    iv: base64(12),
    message_type: 'text',
    metadata: { e2ee: { v: 1, epoch, d: 'deadbeef', n: 0 } },
    ...fields,
  }
  const sender = await client(person)
  const answer = await sender.from('encrypted_messages').upsert(row, { ignoreDuplicates: true })
  return { id: row.id, refusal: refusalOf(answer) }
}

async function readMessages({ client }: Asking, person: string, conversation: string): Promise<string[]> {
  const reader = await client(person)
  const latest = reader.from('encrypted_messages').select('id').eq('conversation_id', conversation)
  const { data, error } = await latest.order('created_at', { ascending: false }).limit(50)
  if (error) throw error
  return data.map(({ id }) => String(id)).toReversed()
}

/** What was sent to people's own channels since it was last asked. */
function hearing(database: TestDatabase): Messaging['heard'] {
  let until = '-infinity'
  return async () => {
    const news = await rowsOf<{ event: string; to: string; payload: Record<string, unknown>; at: string }>(
      database,
      `select event, substr(topic, 6) as to, payload, inserted_at::text as at from realtime.messages
       where topic like 'user:%' and inserted_at > $1::timestamp order by inserted_at`,
      [until],
    )
    until = news.at(-1)?.at ?? until
    return news.map(({ event, to, payload }) => ({ event, to, payload }))
  }
}

function asking(database: TestDatabase, rest: ProductRest): Asking {
  const clients = new Map<string, Promise<SupabaseClient>>()
  const client = (person: string) => {
    const known = clients.get(person) ?? rest.client(person)
    clients.set(person, known)
    return known
  }
  return {
    database,
    client,
    async ask(person, name, params = {}) {
      const answer = await (await client(person)).rpc(name, params)
      return { data: answer.data as unknown, refusal: refusalOf(answer) }
    },
  }
}

export async function openMessaging(): Promise<Messaging> {
  const database = await productDatabase()
  const rest = await openProductRest(database)
  const by = asking(database, rest)
  const messaging: Messaging = {
    database,
    rest,
    client: by.client,
    run: (sql, params = []) => asOwner(database, sql, params),
    async person(name, isKeyed = true) {
      const id = await addPerson(database, name)
      if (isKeyed) {
        const { error } = await (await by.client(id)).from('user_public_keys').upsert(makeKey(id))
        if (error) throw error
      }
      return id
    },
    async call(person, name, params) {
      const { data, refusal } = await by.ask(person, name, params)
      if (refusal) throw new Error(`${name}: ${JSON.stringify(refusal)}`)
      return data as never
    },
    refusal: async (person, name, params) => (await by.ask(person, name, params)).refusal,
    async direct(one, other) {
      const conversation = await messaging.call<string>(one, 'start_conversation', { other })
      await messaging.epoch(one, conversation)
      return conversation
    },
    epoch: (creator, conversation, given = {}) => publishEpoch(by, creator, conversation, given),
    send: (person, conversation, fields = {}) => sendMessage(by, person, conversation, fields),
    read: (person, conversation) => readMessages(by, person, conversation),
    heard: hearing(database),
    async [Symbol.asyncDispose]() {
      await rest[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
  return messaging
}

/** What the server's channels ask before they let anybody in, and before they pass on what somebody says (WIRE §4.7). */
export async function rightsOn(
  messaging: Messaging,
  { person, topic, says }: { person: string; topic: string; says: 'broadcast' | 'presence' },
): Promise<{ broadcast: boolean; presence: boolean; write: boolean }> {
  const audiences = JSON.stringify([{ role: 'authenticated', claims: { sub: person, role: 'authenticated' } }])
  const read = await messaging.run(`select (realtime.read_rights($1::jsonb, $2) -> 0)::text as value`, [
    audiences,
    topic,
  ])
  const write = await messaging.run(`select realtime.may_write($1::jsonb -> 0, $2, $3)::text as value`, [
    audiences,
    topic,
    says,
  ])
  return { ...(JSON.parse(read) as { broadcast: boolean; presence: boolean }), write: write === 'true' }
}
