/** People and publications to be found, written as the owner, and the questions that people ask. */
import { systemSession } from '@platform/database'
import type { SupabaseClient } from '@supabase/supabase-js'

import type { TestDatabase } from '../../../../tests/support/test-database.ts'
import { productDatabase } from '../../support/product-database.ts'
import { openProductRest, type Heard } from '../../support/product-rest.ts'

export interface FoundPost {
  readonly id: string
  readonly prompt: string
  readonly relevance_score: number
}

export interface FoundPerson {
  readonly id: string
  readonly title: string
  readonly username: string | null
  readonly is_following: boolean
  readonly relevance_score: number
}

export interface Search extends AsyncDisposable {
  readonly database: TestDatabase
  client(person: string): Promise<SupabaseClient>
  ask<Row>(person: string, name: string, params: object): Promise<Row[]>
  /** The same without a session. */
  visit(name: string, params: object): Promise<Heard>
  /** Runs past all triggers; what they keep is made anew afterwards. */
  put(statements: readonly string[]): Promise<void>
  run(sql: string, params?: readonly string[]): Promise<void>
}

export async function openSearch(): Promise<Search> {
  const database = await productDatabase()
  const rest = await openProductRest(database)
  const clients = new Map<string, Promise<SupabaseClient>>()
  const client = (person: string) => {
    const known = clients.get(person) ?? rest.client(person)
    clients.set(person, known)
    return known
  }
  const run = async (sql: string, params: readonly string[] = []) => {
    await database.databases.system.write(systemSession, (tx) => tx.execute(sql, [...params]))
  }
  return {
    database,
    client,
    run,
    async ask<Row>(person: string, name: string, params: object) {
      const { data, error } = await (await client(person)).rpc(name, params)
      if (error) throw error
      return data as Row[]
    },
    visit: (name, params) => rest.ask(null, 'POST', `rpc/${name}`, { body: params }),
    put: (statements) =>
      database.databases.system.write(systemSession, async (tx) => {
        await tx.execute('set local session_replication_role = replica')
        for (const statement of statements) await tx.execute(statement)
        await tx.execute('set local session_replication_role = origin')
        for (const statement of made) await tx.execute(statement)
      }),
    [Symbol.asyncDispose]: async () => {
      await rest[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
}

const made = [
  'insert into public.profile_counters (user_id) select id from public.profiles on conflict do nothing',
  'insert into public.profile_settings (user_id) select id from public.profiles on conflict do nothing',
  `insert into public.hashtags (tag, display)
   select distinct on (t.tag) t.tag, t.display from public.feed_posts p, app.tags_of(p.hashtags) t order by 1 on conflict do nothing`,
  `insert into public.post_hashtags (tag, post_id, created_at)
   select t.tag, p.id, p.created_at from public.feed_posts p, app.tags_of(p.hashtags) t where p.audience = 'public'
   on conflict do nothing`,
  'select app.recount_people()',
  'select app.rebuild_search()',
]

/** SQL of a publication that search may find, unless its fields say otherwise. */
export function postSql(creator: string, fields: Readonly<Record<string, string | number>>): string {
  const row = {
    creator_id: creator,
    image_url: 'http://localhost:3000/storage/v1/object/public/generated-images/x/y.webp',
    prompt: 'une image',
    audience: fields['visibility'] ?? 'public',
    created_at: '2020-01-01',
    ...fields,
  }
  const values = Object.values(row).map((value) => `'${String(value).replaceAll("'", "''")}'`)
  return `insert into public.feed_posts (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
}
