/** The storage/v1 that the tables are held against, with keys as the hosted service makes them. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { databaseMigrations } from '@platform/database'
import { TokenError, type Identify } from '@platform/http'
import { diskBlobStore, storageMigrations } from '@platform/storage'
import { storagePlugin } from '@platform/storage/wire'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import Fastify from 'fastify'

import { createTestDatabase } from '../../../../tests/support/test-database.ts'

const jwtSecret = 'super-secret-jwt-token-with-at-least-32-characters-long'

export const author = '317eadce-631a-4429-a0bb-f19a7a517b4a'
export const stranger = 'd8c7bce9-cfeb-497b-bd61-e66ce2cbdaa2'

const sign = (text: string) => createHmac('sha256', jwtSecret).update(text).digest('base64url')
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A key as the hosted service's own tools make them. */
export function keyFor(who: string): string {
  const isRole = who === 'anon' || who === 'service_role'
  const claims = isRole ? { role: who } : { role: 'authenticated', sub: who, aud: 'authenticated' }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase-demo', exp: 4_102_444_800, ...claims })}`
  return `${text}.${sign(text)}`
}

const identify: Identify = async ({ authorization, apikey }) => {
  const token = authorization?.replace(/^Bearer /, '') ?? String(apikey)
  const [head = '', body = '', signature = ''] = token.split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(`${head}.${body}`))]
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new TokenError('signature', 'signature verification failed')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  return { role: String(claims['role']), claims, token }
}

const policies = `
  create policy "people see what is theirs" on storage.objects for select to authenticated
    using (owner_id = (select auth.uid())::text);
  create policy "people add to folders of their name" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "people change what is theirs" on storage.objects for update to authenticated
    using (owner_id = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "people remove what is theirs" on storage.objects for delete to authenticated
    using (owner_id = (select auth.uid())::text);
`

export interface StorageUnderTest extends AsyncDisposable {
  readonly url: string
  as(who: string): SupabaseClient['storage']
}

export async function storageUnderTest(): Promise<StorageUnderTest> {
  const database = await createTestDatabase({ migrations: [databaseMigrations, storageMigrations], fixtures: policies })
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const fastify = Fastify()
  const plugin = storagePlugin({
    databases: database.databases,
    identify,
    blobs: await diskBlobStore(folder),
    signingSecret: 'signs addresses and nothing else, in these tables',
    observe: () => {},
  })
  await fastify.register(plugin, { prefix: '/storage/v1' })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return {
    url: `${origin}/storage/v1`,
    as: (who) => createClient(origin, keyFor(who), { auth }).storage,
    [Symbol.asyncDispose]: async () => {
      await fastify.close()
      await database.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
