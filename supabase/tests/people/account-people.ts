/** The product over a database of its own, and people of it, for tests of accounts. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'

import { join } from '../../../tests/support/people.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { productDatabase } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

export interface Owner {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly refreshToken: string
  readonly client: SupabaseClient
}

export interface Accounts extends AsyncDisposable {
  readonly system: RunningSystem
  readonly database: TestDatabase
  /** With the rights of the service. */
  readonly service: SupabaseClient
  readonly visitor: SupabaseClient
  owner(username: string): Promise<Owner>
  run(sql: string, params?: string[]): Promise<string>
  /** A creation with its file, published under this title. */
  publish(author: Owner, title: string): Promise<{ id: string; path: string; file: Uint8Array }>
  /** Calls a function as somebody, or as the service. */
  call(name: string, token: string | null): Promise<Response>
}

const picture = { width: 64, height: 48, channels: 3, background: '#c33' } as const
const stateless = { auth: { persistSession: false, autoRefreshToken: false } }

export async function openAccounts(): Promise<Accounts> {
  const database = await productDatabase()
  const system = await startSystem({ DATABASE_URL: database.url })
  const service = createClient(system.url, system.serviceRoleKey, stateless)
  const run = (sql: string, params: string[] = []) => asOwner(database, sql, params)
  return {
    system,
    database,
    service,
    run,
    visitor: createClient(system.url, system.anonKey, stateless),
    async owner(username) {
      const { access_token: token, refresh_token: refreshToken, user } = await join(system)
      const client = createClient(system.url, system.anonKey, { accessToken: async () => token })
      await run('update public.profiles set username = $2 where id = $1', [user.id, username])
      return { id: user.id, email: user.email ?? '', token, refreshToken, client }
    },
    async publish(author, title) {
      const path = `${author.id}/${title}.webp`
      const file = new Uint8Array(await sharp({ create: picture }).webp().toBuffer())
      const stored = await service.storage.from('generated-images').upload(path, file, { contentType: 'image/webp' })
      if (stored.error) throw stored.error
      const url = service.storage.from('generated-images').getPublicUrl(path).data.publicUrl
      await run(
        `with made as (
           insert into public.generations (user_id, prompt, engine, status) values ($1, $3, 'builtin', 'succeeded') returning id)
         insert into public.generation_images
           (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
         select id, $1, 1, 'generated-images', $2, $4, 800, 600, 1000, 'abc' from made`,
        [author.id, path, title, url],
      )
      const post = { creator_id: author.id, image_url: url, prompt: title, title }
      const { data, error } = await author.client.from('feed_posts').insert(post).select('id').single<{ id: string }>()
      if (error) throw error
      return { id: data.id, path, file }
    },
    call: (name, token) =>
      fetch(`${system.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token ?? system.serviceRoleKey}`, 'content-type': 'application/json' },
        body: '{}',
      }),
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
}
