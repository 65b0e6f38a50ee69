/** People who publish, follow and read lists, through the official client. */
import { systemSession } from '@platform/database'
import type { SupabaseClient } from '@supabase/supabase-js'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, kossi, productDatabase } from '../support/product-database.ts'
import { asOwner, openProductRest, type ProductRest } from '../support/product-rest.ts'

export const ama = 'cccccccc-0000-4000-8000-000000000003'

/** What the app selects of an entry, a member's own like and save with it. */
const memberSelect =
  'id,reasons,cursor,prompt,saves_count,remixed_creator,creator:profiles!feed_posts_creator_id_fkey(id,username),own_likes:post_likes(user_id),own_saves:post_saves(user_id)'
const visitorSelect = 'id,reasons,cursor,prompt,creator:profiles!feed_posts_creator_id_fkey(id,username)'

export interface Entry {
  readonly id: string
  readonly reasons: readonly { readonly kind: string; readonly [detail: string]: unknown }[]
  readonly cursor: string | null
  readonly prompt: string
  readonly saves_count: number
  readonly creator: { readonly id: string; readonly username: string | null }
  readonly own_likes?: readonly { readonly user_id: string }[]
  readonly own_saves?: readonly { readonly user_id: string }[]
}

export interface PageRequest {
  readonly tab: string
  readonly tag?: string
  readonly cursor?: string | null
  readonly page_size?: number
}

export interface FeedPeople extends AsyncDisposable {
  readonly database: TestDatabase
  client(person: string): Promise<SupabaseClient>
  sql(text: string, params?: string[]): Promise<string>
  /** Published by the owner's hand, with every trigger; answers the ids in the order given. */
  publish(person: string, ...posts: PostFields[]): Promise<string[]>
  /** For a visitor where nobody is named. */
  page(person: string | null, request: PageRequest): Promise<Entry[]>
  /** All pages, to the end. */
  all(person: string | null, request: PageRequest): Promise<Entry[]>
  /** Many at once, a second apart, without the triggers. */
  flood(person: string, prompt: string, count: number): Promise<void>
  follow(person: string, ...others: string[]): Promise<void>
  /** More people, named p1, p2, …. */
  join(count: number): Promise<string[]>
}

export interface PostFields {
  readonly prompt?: string
  readonly hashtags?: string
  readonly visibility?: string
  readonly rating?: number
  readonly status?: string
  /** Minutes since it was published. */
  readonly age?: number
  readonly likes_count?: number
}

export async function openFeed(): Promise<FeedPeople> {
  const database = await productDatabase()
  const rest = await openProductRest(database)
  const sql = (text: string, params: string[] = []) => asOwner(database, text, params)
  await sql(
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'ama@example.com', '{"username":"ama"}')`,
    [ama],
  )
  const clients = new Map<string, SupabaseClient>()
  const client = async (person: string) => {
    const known = clients.get(person) ?? (await rest.client(person))
    clients.set(person, known)
    return known
  }
  const page: FeedPeople['page'] = async (person, request) =>
    person === null ? visitorsPage(rest, request) : membersPage(await client(person), request)
  for (const person of [awa, kossi, ama]) await givePicture(sql, person)
  return {
    database,
    client,
    sql,
    page,
    publish: (person, ...posts) => publishAll(sql, person, posts),
    all: (person, request) => allPages((cursor) => page(person, { ...request, cursor }), request.cursor ?? null),
    flood: (person, prompt, count) => flood(database, person, { prompt, count }),
    async follow(person, ...others) {
      await sql(`insert into public.follows (follower_id, followee_id) select $1::uuid, unnest($2::uuid[])`, [
        person,
        `{${others.join(',')}}`,
      ])
    },
    join: (count) => join(sql, count),
    [Symbol.asyncDispose]: async () => {
      await rest[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
}

type Sql = FeedPeople['sql']

async function givePicture(sql: Sql, person: string): Promise<void> {
  await sql(
    `with made as (
       insert into public.generations (user_id, prompt, mode, engine, status)
       values ($1, 'une pirogue', 'enhanced', 'builtin', 'succeeded') returning id)
     insert into public.generation_images
       (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
     select id, $1, 1, 'generated-images', $1 || '/picture.webp',
       'http://x/storage/v1/object/public/generated-images/' || $1 || '/picture.webp', 800, 600, 1000, 'abc' from made`,
    [person],
  )
}

async function publishAll(sql: Sql, person: string, posts: readonly PostFields[]): Promise<string[]> {
  const given = posts.map((fields) => ({ id: crypto.randomUUID(), ...fields }))
  await sql(
    `insert into public.feed_posts
       (id, creator_id, prompt, hashtags, image_url, visibility, rating, status, created_at, likes_count)
     select given.id, $1::uuid, coalesce(given.prompt, 'une pirogue'), coalesce(given.hashtags, ''),
       'http://x/storage/v1/object/public/generated-images/' || $1 || '/picture.webp', coalesce(given.visibility, 'public'),
       coalesce(given.rating, 0), coalesce(given.status, 'published'), now() - coalesce(given.age, 0) * interval '1 minute',
       coalesce(given.likes_count, 0)
     from jsonb_to_recordset($2::jsonb) as given
       (id uuid, prompt text, hashtags text, visibility text, rating int, status text, age int, likes_count int)`,
    [person, JSON.stringify(given)],
  )
  return given.map(({ id }) => id)
}

async function visitorsPage(rest: ProductRest, body: PageRequest): Promise<Entry[]> {
  const path = `rpc/feed_page?select=${encodeURIComponent(visitorSelect)}`
  const { rows, status, code } = await rest.ask(null, 'POST', path, { body })
  if (status !== 200) throw new Error(code ?? String(status))
  return rows as unknown as Entry[]
}

async function membersPage(client: SupabaseClient, request: PageRequest): Promise<Entry[]> {
  const { data, error } = await client.rpc('feed_page', request).select(memberSelect)
  if (error) throw error
  return data as unknown as Entry[]
}

async function allPages(ask: (cursor: string | null) => Promise<Entry[]>, start: string | null): Promise<Entry[]> {
  const page = await ask(start)
  const next = page.at(-1)?.cursor ?? null
  return next === null ? page : [...page, ...(await allPages(ask, next))]
}

async function join(sql: Sql, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  await sql(
    `insert into auth.users (id, email, raw_user_meta_data)
     select id, 'p' || n || '@example.org', jsonb_build_object('username', 'person.' || n)
     from unnest($1::uuid[]) with ordinality as new (id, n)`,
    [`{${ids.join(',')}}`],
  )
  for (const id of ids) await givePicture(sql, id)
  return ids
}

function flood({ databases }: TestDatabase, person: string, posts: { prompt: string; count: number }): Promise<void> {
  return databases.system.write(systemSession, async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    await tx.execute(
      `insert into public.feed_posts (creator_id, prompt, image_url, audience, created_at)
       select $1::uuid, $2, 'http://x', 'public', now() - (60 + n) * interval '1 second'
       from generate_series(1, $3::int) n`,
      [person, posts.prompt, String(posts.count)],
    )
    await tx.execute('select app.recount_people()')
  })
}
