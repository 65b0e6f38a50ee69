/** People who write to each other, through the official client. Their keys are noise: what they seal is proved elsewhere. */
import { createHash, randomBytes } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { rowsOf, type TestDatabase } from '../../tests/support/test-database.ts'
import { addPerson, productDatabase } from './product-database.ts'
import { asOwner, openProductRest, type ProductRest } from './product-rest.ts'

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly hint: string | null
}

export interface KeyRow {
  readonly user_id: string
  readonly public_key: string
  readonly kid: string
  readonly generation: number
  readonly identity_key: string
  readonly prev_hash: string
  readonly created_ms: number
  readonly signature: string
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
  heard(): Promise<{ event: string; to: string; payload: Record<string, unknown> }[]>
}

interface EpochGiven {
  readonly members: readonly string[]
  readonly number: number
  readonly previous: { readonly id: string; readonly manifest: string } | null
  readonly wraps: readonly object[]
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64')
const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const uint = (value: number | bigint, size: 4 | 8) => {
  const bytes = Buffer.alloc(size)
  if (size === 4) bytes.writeUInt32BE(Number(value))
  else bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
/** E2EE §2: each field after its length. */
const encode = (label: string, ...fields: readonly Uint8Array[]) =>
  Buffer.concat([Buffer.from(label), ...fields].flatMap((field) => [uint(field.length, 4), field]))
const noHash = Buffer.alloc(32)
const noId = '00000000-0000-0000-0000-000000000000'

/** `after`: the signed row that this one follows. */
export function makeKey(userId: string, after: KeyRow | null = null): KeyRow {
  const publicKey = base64(294)
  return {
    user_id: userId,
    public_key: publicKey,
    kid: sha256(Buffer.from(publicKey, 'base64')).subarray(0, 16).toString('base64url'),
    generation: (after?.generation ?? 0) + 1,
    identity_key: after?.identity_key ?? base64(91),
    prev_hash: after === null ? noHash.toString('base64') : hashOf(after),
    created_ms: 1_790_000_000_000,
    signature: base64(64),
  }
}

function hashOf(row: KeyRow): string {
  const bytes = (value: string) => Buffer.from(value, 'base64')
  const statement = encode(
    'cx1/key',
    idBytes(row.user_id),
    uint(row.generation, 4),
    sha256(bytes(row.public_key)),
    sha256(bytes(row.identity_key)),
    bytes(row.prev_hash),
    uint(row.created_ms, 8),
  )
  return sha256(statement, bytes(row.signature)).toString('base64')
}

interface ManifestFields {
  readonly conversation: string
  readonly id: string
  readonly creator: string
  readonly previous: EpochGiven['previous']
  readonly members: readonly { user_id: string; kid: string }[]
}

export function makeManifest({ conversation, id, creator, previous, members }: ManifestFields): string {
  const lines = members.map(({ user_id: user, kid }) =>
    Buffer.concat([idBytes(user), Buffer.from(kid, 'base64url'), uint(1, 4), noHash]),
  )
  return encode(
    'cx1/epoch',
    idBytes(conversation),
    idBytes(id),
    idBytes(creator),
    uint(1_790_000_000_000, 8),
    idBytes(previous?.id ?? noId),
    previous === null ? noHash : sha256(Buffer.from(previous.manifest, 'base64')),
    noHash,
    Buffer.concat(lines),
  ).toString('base64')
}

export async function openMessaging(): Promise<Messaging> {
  const database = await productDatabase()
  const rest = await openProductRest(database)
  const run = (sql: string, params: string[] = []) => asOwner(database, sql, params)
  const clients = new Map<string, Promise<SupabaseClient>>()
  const client = (person: string) => {
    const known = clients.get(person) ?? rest.client(person)
    clients.set(person, known)
    return known
  }
  const ask = async (person: string, name: string, params: object = {}) => {
    const { data, error, status } = await (await client(person)).rpc(name, params)
    const refusal: Refusal | null = error && { status, code: error.code, hint: error.hint || null }
    return { data: data as unknown, refusal }
  }
  const currentKeys = (people: readonly string[]) =>
    rowsOf<{ user_id: string; kid: string }>(
      database,
      'select user_id, kid from public.user_public_keys where user_id = any ($1::uuid[]) order by user_id',
      [`{${people.join()}}`],
    )
  const latestEpoch = async (conversation: string) => {
    const [row] = await rowsOf<{ id: string; epoch: number; manifest: string }>(
      database,
      'select epoch_id as id, epoch, manifest from public.conversation_epochs where conversation_id = $1 order by epoch desc limit 1',
      [conversation],
    )
    return row ?? null
  }
  let heardUpTo = '-infinity'

  const messaging: Messaging = {
    database,
    rest,
    client,
    run,
    async person(name, isKeyed = true) {
      const id = await addPerson(database, name)
      if (isKeyed) {
        const { error } = await (await client(id)).from('user_public_keys').upsert(makeKey(id))
        if (error) throw error
      }
      return id
    },
    async call(person, name, params) {
      const { data, refusal } = await ask(person, name, params)
      if (refusal) throw new Error(`${name}: ${JSON.stringify(refusal)}`)
      return data as never
    },
    refusal: async (person, name, params) => (await ask(person, name, params)).refusal,
    async direct(one, other) {
      const conversation = await messaging.call<string>(one, 'start_conversation', { other })
      await messaging.epoch(one, conversation)
      return conversation
    },
    async epoch(creator, conversation, given = {}) {
      const latest = await latestEpoch(conversation)
      const here = await rowsOf<{ id: string }>(
        database,
        'select user_id as id from public.conversation_participants where conversation_id = $1 and is_active',
        [conversation],
      )
      const members = await currentKeys(given.members ?? here.map(({ id }) => id))
      const { previous = latest, number = (latest?.epoch ?? 0) + 1 } = given
      const id = crypto.randomUUID()
      const manifest = makeManifest({ conversation, id, creator, previous, members })
      const wraps = given.wraps ?? members.map((member) => ({ ...member, wrapped_key: base64(256) }))
      const params = { manifest, signature: base64(64), epoch: number, wraps }
      return (await ask(creator, 'publish_epoch', params)).refusal ?? { id, number, manifest }
    },
    async send(person, conversation, fields = {}) {
      const epoch = await run('select epoch_id as value from public.conversations where id = $1', [conversation])
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
      const { error, status } = await (
        await client(person)
      )
        .from('encrypted_messages')
        .upsert(row, { ignoreDuplicates: true })
      return { id: row.id, refusal: error && { status, code: error.code, hint: error.hint || null } }
    },
    async read(person, conversation) {
      const { data, error } = await (
        await client(person)
      )
        .from('encrypted_messages')
        .select('id')
        .eq('conversation_id', conversation)
        .order('created_at', { ascending: false })
        .limit(50)
      if (error) throw error
      return data.map(({ id }) => String(id)).toReversed()
    },
    async heard() {
      const news = await rowsOf<{ event: string; to: string; payload: Record<string, unknown>; at: string }>(
        database,
        `select event, substr(topic, 6) as to, payload, inserted_at::text as at from realtime.messages
         where topic like 'user:%' and inserted_at > $1::timestamp order by inserted_at`,
        [heardUpTo],
      )
      heardUpTo = news.at(-1)?.at ?? heardUpTo
      return news.map(({ event, to, payload }) => ({ event, to, payload }))
    },
    async [Symbol.asyncDispose]() {
      await rest[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
  return messaging
}
