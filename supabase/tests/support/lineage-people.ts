/** Three people who remix each other, through the official client. */
import { systemSession } from '@platform/database'
import type { SupabaseClient } from '@supabase/supabase-js'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { TestQueue } from './generation-queue.ts'
import { awa, kossi, productDatabase } from './product-database.ts'
import { asOwner, openProductRest } from './product-rest.ts'

export const ama = 'cccccccc-0000-4000-8000-000000000003'

export interface TreeNode {
  readonly id: string
  readonly parent_id: string | null
  readonly depth: number
  readonly is_gone: boolean
  readonly creator_id: string | null
  readonly username: string | null
  readonly display_name: string | null
  readonly image_url: string | null
  readonly prompt: string | null
  readonly remixes_count: number | null
}

export interface Lineage extends AsyncDisposable {
  readonly database: TestDatabase
  readonly queue: TestQueue
  client(person: string): Promise<SupabaseClient>
  /** A picture that was ordered as a remix of a publication, or of none. */
  picture(person: string, remixOf?: string | null): Promise<{ id: string; url: string; path: string }>
  /** The same, published by its author; answers the publication's id. */
  publish(person: string, remixOf?: string | null, fields?: object): Promise<string>
  remove(person: string, post: string): Promise<void>
  /** For whoever is signed in; null for a visitor. */
  tree(person: string | null, post: string): Promise<TreeNode[]>
  row(post: string): Promise<{ remix_of: string | null; root_id: string; depth: number; remixes_count: number }>
}

export async function openLineage(): Promise<Lineage> {
  const database = await productDatabase()
  const rest = await openProductRest(database)
  await asOwner(
    database,
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'ama@example.com', '{"username":"ama"}')`,
    [ama],
  )
  const clients = new Map<string, SupabaseClient>()
  for (const person of [awa, kossi, ama]) clients.set(person, await rest.client(person))
  const client = async (person: string) => clients.get(person) ?? (await rest.client(person))

  const picture = (person: string, remixOf: string | null = null) => makePicture(database, person, remixOf)
  const publish = async (person: string, remixOf: string | null = null, fields: object = {}) => {
    const { url } = await picture(person, remixOf)
    const post = { prompt: 'Été à Ouidah', image_url: url, creator_id: person, ...fields }
    const { data, error } = await (
      await client(person)
    )
      .from('feed_posts')
      .insert(post)
      .select('id')
      .single<{ id: string }>()
    if (error) throw error
    return data.id
  }
  return {
    database,
    queue: new TestQueue(database),
    client,
    picture,
    publish,
    async remove(person, post) {
      const { error } = await (await client(person)).rpc('delete_post', { post_id: post })
      if (error) throw error
    },
    async tree(person, post) {
      if (person === null) {
        const { rows, status } = await rest.ask(null, 'POST', 'rpc/remix_tree', { body: { post_id: post } })
        if (status !== 200) throw new Error(`the tree answered ${status}`)
        return rows as unknown as TreeNode[]
      }
      const { data, error } = await (await client(person)).rpc('remix_tree', { post_id: post })
      if (error) throw error
      return data as TreeNode[]
    },
    row: async (post) => readRow(await client(awa), post),
    [Symbol.asyncDispose]: async () => {
      await rest[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
}

async function makePicture(database: TestDatabase, person: string, remixOf: string | null) {
  const path = `${person}/${crypto.randomUUID()}.webp`
  const url = `http://localhost:3000/storage/v1/object/public/generated-images/${path}`
  const rows = await database.databases.system.write(systemSession, (tx) =>
    tx.query<{ id: string }>(
      `with made as (
         insert into public.generations (user_id, prompt, mode, engine, status, parent_post_id)
         values ($1, 'Été à Ouidah', 'enhanced', 'builtin', 'succeeded', $2) returning id)
       insert into public.generation_images
         (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
       select id, $1, 1, 'generated-images', $3, $4, 800, 600, 1000, 'abc' from made returning id`,
      [person, remixOf, path, url],
    ),
  )
  return { id: rows[0]?.id ?? '', url, path }
}

async function readRow(client: SupabaseClient, post: string) {
  const { data, error } = await client
    .from('feed_posts')
    .select('remix_of,root_id,depth,remixes_count')
    .eq('id', post)
    .single<{ remix_of: string | null; root_id: string; depth: number; remixes_count: number }>()
  if (error) throw error
  return data
}
