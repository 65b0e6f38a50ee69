import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { asOwner } from '../../../realtime/testing/database-owner.ts'
import { composeSystem, readConfig, type System } from '../index.ts'

const WITHIN = { timeout: 5_000, interval: 50 }

let root: string
let database: TestDatabase
let nodes: System[]
const clients: SupabaseClient[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'revocations-'))
  database = await createTestDatabase({ migrations: [] })
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'off',
    DATABASE_URL: database.url,
    DATA_DIR: root,
    PUBLIC_URL: 'https://shop.example',
  }
  nodes = [await composeSystem(readConfig(settings, { root })), await composeSystem(readConfig(settings, { root }))]
  for (const statement of [
    'create table public.books (id int primary key, owner uuid default auth.uid())',
    'alter table public.books enable row level security',
    'create policy own on public.books using (owner = auth.uid())',
    'grant select, insert on public.books to authenticated',
    `insert into storage.buckets (id, name) values ('covers', 'covers')`,
    `create policy covers on storage.objects for all to authenticated using (bucket_id = 'covers')`,
  ]) {
    await asOwner(database, statement)
  }
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await database.dispose()
  await rm(root, { recursive: true })
})

const [email, password] = ['ada@shop.example', 'Analytical-Engine-1843']

function clientOf(node: System, token?: string): SupabaseClient {
  const client = createClient(node.url, node.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token !== undefined && { accessToken: () => Promise.resolve(token) }),
  })
  clients.push(client)
  return client
}

/** A person who is signed in at the first node, and the token of it. */
async function signedIn(name: string) {
  const client = clientOf(nodes[0]!)
  const { data, error } = await client.auth.signUp({ email: `${name}-${email}`, password })
  if (error) throw error
  return { client, token: data.session!.access_token, id: data.user!.id }
}

/** What each wire of a node says to the token. */
async function answersAt(node: System, token: string) {
  const client = clientOf(node, token)
  const [rows, call, files] = await Promise.all([
    client.from('books').select(),
    client.from('books').insert({ id: Math.floor(Math.random() * 2 ** 31) }),
    client.storage.from('covers').upload(`${crypto.randomUUID()}.txt`, 'x', { contentType: 'text/plain' }),
  ])
  const spoken = await fetch(`${node.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: node.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'counter', event: 'bell', payload: {} }] }),
  })
  return {
    rest: [rows.status, call.status],
    restSays: rows.error?.message ?? null,
    storage: files.error === null ? 200 : Number((files.error as { statusCode?: string }).statusCode),
    realtime: spoken.status,
  }
}

const open = { rest: [200, 201], restSays: null, storage: 200, realtime: 202 }
const closed = (restSays: string) => ({ rest: [401, 401], restSays, storage: 403, realtime: 401 })

async function listening(node: System, token: string): Promise<{ channel: RealtimeChannel; said: string[] }> {
  const client = clientOf(node, token)
  await client.realtime.setAuth(token)
  const channel = client.channel('counter')
  const said: string[] = []
  channel.on('system', {}, ({ message }: { message: string }) => said.push(message))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status: string, error) => {
      if (status === 'SUBSCRIBED') resolve()
      if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
    })
  })
  return { channel, said }
}

it('A-08 W-04 a sign-out everywhere reaches rest, storage and open sockets of all nodes within five seconds', async () => {
  const { client, token } = await signedIn('everywhere')
  const ears = [await listening(nodes[0]!, token), await listening(nodes[1]!, token)]
  for (const node of nodes) expect(await answersAt(node, token)).toEqual(open)
  expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
  for (const node of nodes)
    await expect.poll(() => answersAt(node, token), WITHIN).toEqual(closed('The session has ended'))
  for (const { channel, said } of ears) {
    await expect.poll(() => said, WITHIN).toEqual(['The session has ended'])
    await expect.poll(() => channel.state, WITHIN).toBe('closed')
  }
  await expect(listening(nodes[1]!, token)).rejects.toThrow('InvalidJWTToken: The session has ended')
})

it('A-08 W-04 a ban does, and its end lets the same token in again', async () => {
  const { token, id } = await signedIn('banned')
  const ear = await listening(nodes[1]!, token)
  expect(await answersAt(nodes[1]!, token)).toEqual(open)
  const admin = createClient(nodes[0]!.url, nodes[0]!.serviceRoleKey).auth.admin
  expect((await admin.updateUserById(id, { ban_duration: '1h' })).error).toBeNull()
  for (const node of nodes)
    await expect.poll(() => answersAt(node, token), WITHIN).toEqual(closed('The user is banned'))
  await expect.poll(() => ear.said, WITHIN).toEqual(['The user is banned'])
  expect((await admin.updateUserById(id, { ban_duration: 'none' })).error).toBeNull()
  await expect.poll(() => answersAt(nodes[1]!, token), WITHIN).toEqual(open)
})

it('A-08 signing out here leaves the other devices alone, and visitors are asked nothing', async () => {
  const { client, token } = await signedIn('here')
  const elsewhere = clientOf(nodes[1]!)
  const { data } = await elsewhere.auth.signInWithPassword({ email: `here-${email}`, password })
  await client.auth.signOut({ scope: 'local' })
  await expect.poll(() => answersAt(nodes[1]!, token), WITHIN).toEqual(closed('The session has ended'))
  expect(await answersAt(nodes[1]!, data.session!.access_token)).toEqual(open)
  expect((await clientOf(nodes[1]!).from('books').select()).data).toEqual([])
})
