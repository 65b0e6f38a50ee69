/** Lines of the matrix of rights: lists, what people keep and hide, and where they stopped. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, kossi, makeCreation, publish } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, reading, type Line } from './rights-line.ts'

async function publicPost(database: TestDatabase, fields: Record<string, string> = {}): Promise<string> {
  await makeCreation(database, awa)
  return publish(database, awa, fields)
}

const collection = (database: TestDatabase, visibility: string) =>
  asOwner(
    database,
    `insert into public.collections (owner_id, name, visibility) values ($1, 'x', $2) returning id as value`,
    [kossi, visibility],
  )

async function filledCollection(database: TestDatabase): Promise<string> {
  const id = await collection(database, 'public')
  const put = 'insert into public.collection_items (collection_id, post_id) values ($1, $2)'
  await asOwner(database, put, [id, await publicPost(database)])
  return id
}

const challenge = (database: TestDatabase) =>
  asOwner(
    database,
    `insert into public.challenges (title, tag, hashtag, starts_at, ends_at)
     values ('Lagunes', 'lagune', 'lagune', now() - interval '1 hour', now() + interval '1 day') returning id as value`,
    [],
  )

/** One's own rows alone, made and taken back, never changed. */
const kept = (table: string): Line => ({
  row: async (database) => {
    const post = await publicPost(database)
    await asOwner(database, `insert into public.${table} (post_id, user_id) values ($1, $2)`, [post, kossi])
    return `post_id=eq.${post}&user_id=eq.${kossi}`
  },
  insert: async (database) => ({ post_id: await publicPost(database), user_id: kossi }),
  update: { created_at: '2020-01-01' },
  visitor: nothing,
  other: { select: 'hidden', insert: 'denied', update: 'denied', delete: 'hidden' },
  owner: { select: 'seen', insert: 'done', update: 'denied', delete: 'done' },
  insertable: ['post_id', 'user_id'],
  updatable: [],
})

const readByAll = { visitor: reading, other: reading, owner: reading, insertable: [], updatable: [] } as const

export const rightsOfFeed: Readonly<Record<string, Line>> = {
  post_saves: kept('post_saves'),
  post_hides: kept('post_hides'),
  feed_entries: {
    row: async (database) => {
      await makeCreation(database, kossi)
      return `id=eq.${await publish(database, kossi, { visibility: 'followers' })}`
    },
    insert: async () => ({ creator_id: kossi, prompt: 'x', image_url: 'x' }),
    update: { title: 'changed' },
    visitor: { ...nothing, select: 'hidden' },
    other: { ...nothing, select: 'hidden' },
    follower: reading,
    owner: reading,
    insertable: [],
    updatable: [],
  },
  hashtags: {
    row: async (database) => {
      await publicPost(database, { hashtags: 'lagune' })
      return 'tag=eq.lagune'
    },
    insert: async () => ({ tag: 'x', display: 'x' }),
    update: { posts_count: 99 },
    ...readByAll,
  },
  post_hashtags: {
    row: async (database) => `tag=eq.lagune&post_id=eq.${await publicPost(database, { hashtags: 'lagune' })}`,
    insert: async (database) => ({ tag: 'lagune', post_id: await publicPost(database) }),
    update: { created_at: '2000-01-01' },
    ...readByAll,
  },
  leaders: {
    row: async (database) => {
      await asOwner(
        database,
        `insert into public.leaders (week, theme, user_id, rank, people) values ('2026-11-23', '', $1, 1, 3)`,
        [awa],
      )
      return `user_id=eq.${awa}`
    },
    insert: async () => ({ week: '2026-11-16', theme: '', user_id: kossi, rank: 1, people: 9 }),
    update: { people: 99 },
    ...readByAll,
  },
  challenges: {
    row: async (database) => `id=eq.${await challenge(database)}`,
    insert: async () => ({ title: 'x y z', tag: 'x', hashtag: 'x', starts_at: '2026-11-20', ends_at: '2026-11-21' }),
    update: { title: 'changed' },
    ...readByAll,
  },
  challenge_winners: {
    row: async (database) => {
      const id = await challenge(database)
      const won = 'insert into public.challenge_winners (challenge_id, place, post_id, likes) values ($1, 1, $2, 3)'
      await asOwner(database, won, [id, await publicPost(database)])
      return `challenge_id=eq.${id}`
    },
    insert: async (database) => ({
      challenge_id: await challenge(database),
      place: 1,
      post_id: await publicPost(database),
      likes: 9,
    }),
    update: { likes: 99 },
    ...readByAll,
  },
  trending: {
    row: async (database) => {
      await asOwner(
        database,
        `insert into public.trending (window_h, kind, snapshot_at, rank, target, score, since) values (24, 'tag', now(), 1, 'x', 1, now())`,
      )
      return 'kind=eq.tag'
    },
    insert: async () => ({
      window_h: 24,
      kind: 'tag',
      snapshot_at: '2030-01-01',
      rank: 1,
      target: 'x',
      score: 9,
      since: '2030-01-01',
    }),
    update: { score: 99 },
    ...readByAll,
  },
  collections: {
    row: async (database) => `id=eq.${await collection(database, 'unlisted')}`,
    insert: async () => ({ owner_id: kossi, name: 'Lagunes' }),
    update: { name: 'changed' },
    visitor: { ...nothing, select: 'hidden' },
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['description', 'id', 'name', 'owner_id', 'visibility'],
    updatable: ['description', 'name', 'visibility'],
  },
  collection_items: {
    row: async (database) => `collection_id=eq.${await filledCollection(database)}`,
    insert: async (database) => ({
      collection_id: await collection(database, 'public'),
      post_id: await publicPost(database),
    }),
    update: { position: 3 },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['collection_id', 'position', 'post_id'],
    updatable: ['position'],
  },
  feed_positions: {
    row: async (database) => {
      const position = `insert into public.feed_positions (user_id, tab, anchor_post_id) values ($1, 'latest', gen_random_uuid()) returning user_id as value`
      return `user_id=eq.${await asOwner(database, position, [kossi])}`
    },
    insert: async () => ({ user_id: kossi, tab: 'trending', anchor_post_id: crypto.randomUUID() }),
    update: { anchor_offset: 12 },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['anchor_cursor', 'anchor_offset', 'anchor_post_id', 'tab', 'user_id'],
    updatable: ['anchor_cursor', 'anchor_offset', 'anchor_post_id', 'tab', 'user_id'],
  },
}
