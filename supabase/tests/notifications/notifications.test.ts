/** What people are told: one row per group, counted exactly, and not what they do not want to know. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

interface Row {
  readonly id: string
  readonly type: string
  readonly group_key: string
  readonly data: Record<string, unknown>
  readonly actor_ids: string[]
  readonly actors_count: number
  readonly read_at: string | null
}

const crowd = Array.from({ length: 24 }, (_, place) => `dddddddd-0000-4000-8000-${String(place).padStart(12, '0')}`)

let people: Lineage
let post: string
beforeAll(async () => {
  people = await openLineage()
  await run('insert into auth.users (id, email) select id, id || $2 from unnest($1::uuid[]) as id', [
    `{${crowd.join()}}`,
    '@example.com',
  ])
  post = await people.publish(awa)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of [
    'post_comments',
    'post_likes',
    'follows',
    'blocks',
    'mutes',
    'notification_preferences',
    'notifications',
  ])
    await run(`delete from public.${table}`)
})

const run = (sql: string, params: string[] = []) => asOwner(people.database, sql, params)
/** What somebody reads of their own, newest first. */
const told = async (person = awa): Promise<Row[]> => {
  const { data, error } = await (
    await people.client(person)
  )
    .from('notifications')
    .select('*')
    .order('last_at', { ascending: false })
  if (error) throw error
  return data as Row[]
}
const like = (person: string, of = post) =>
  run('insert into public.post_likes (post_id, user_id) values ($1, $2)', [of, person])
const unlike = (person: string) => run('delete from public.post_likes where user_id = $1', [person])
const comment = (person: string, body: string, parent: string | null = null) =>
  run(
    `insert into public.post_comments (post_id, author_id, body, parent_id) values ($1, $2, $3, nullif($4, '')::uuid)
     returning id as value`,
    [post, person, body, parent ?? ''],
  )
const follow = (person: string, of: string) =>
  run('insert into public.follows (follower_id, followee_id) values ($1, $2)', [person, of])
const typesOf = async (person: string) => (await told(person)).map(({ type }) => type).toSorted()
const newsOf = (person: string) =>
  rowsOf<{ payload: { id?: string; type?: string; unread: number } }>(
    people.database,
    `select payload from realtime.messages where topic = $1 and event = 'notification' order by inserted_at`,
    [`user:${person}`],
  ).then((rows) => rows.map(({ payload }) => payload))

describe('groups', () => {
  test('of many who act at the same moment, one row counts each once', async () => {
    await Promise.all(crowd.map((person) => like(person)))
    const [row, ...others] = await told()
    expect(others).toEqual([])
    expect(row).toMatchObject({ type: 'like', actors_count: crowd.length, data: { post_id: post } })
    expect(row?.group_key).toBe(`like:${post}:${new Date().toISOString().slice(0, 10)}`)
    expect(new Set(row?.actor_ids).size).toBe(5)

    await Promise.all(crowd.slice(0, 20).map((person) => unlike(person)))
    expect((await told())[0]).toMatchObject({ actors_count: 4 })
    expect(new Set((await told())[0]?.actor_ids)).toEqual(new Set(crowd.slice(20)))
    const [last, first] = [crowd.slice(20), crowd.slice(0, 3)]
    await Promise.all([...last.map((person) => unlike(person)), ...first.map((person) => like(person))])
    expect((await told())[0]).toMatchObject({ actors_count: 3 })
    await Promise.all(first.map((person) => unlike(person)))
    expect(await told()).toEqual([])
  })

  test('whoever rang the bell of somebody is told of what they publish, once for each, and nobody else is', async () => {
    const belled = crowd.slice(0, 3)
    await Promise.all(crowd.slice(0, 5).map((person) => follow(person, kossi)))
    await run('update public.follows set notify = true where follower_id = any ($1)', [`{${belled.join()}}`])
    const published = await people.publish(kossi)
    const ring = (most: number) => run('select public.ring_bells($1::int) as value', [String(most)])
    expect(await ring(2)).toBe(2)
    expect(await ring(2)).toBe(1)
    expect(await ring(2)).toBe(0)
    const rows = await Promise.all(crowd.slice(0, 5).map((person) => told(person)))
    expect(rows.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0])
    expect(rows[0]?.[0]).toMatchObject({ type: 'post', actor_ids: [kossi], data: { post_id: published } })
  })

  test('nobody is told what they did themselves, and another day is another group', async () => {
    await like(awa)
    expect(await told()).toEqual([])
    await run(
      `insert into public.post_likes (post_id, user_id, created_at) values ($1, $2, '2026-01-31 23:59:59+00')`,
      [post, kossi],
    )
    await like(ama)
    expect((await told()).map(({ group_key: key }) => key)).toContain(`like:${post}:2026-01-31`)
    expect(await told()).toHaveLength(2)
  })

  test('comments of a publication are told together, each reply alone, and none of their words is kept', async () => {
    const first = await comment(kossi, 'Quelle lumière')
    await comment(kossi, 'Et ces reflets')
    await comment(ama, 'Superbe')
    expect(await told()).toMatchObject([{ type: 'comment', actors_count: 2, actor_ids: [ama, kossi] }])
    await comment(awa, 'Merci', first)
    await comment(awa, 'Encore merci', first)
    expect((await told(kossi)).map(({ data }) => data['is_reply'])).toEqual([true, true])
    expect(JSON.stringify([await told(), await told(kossi)])).not.toMatch(/lumière|erci/)

    await run(`update public.post_comments set deleted_at = now() where author_id = $1 and parent_id is null`, [kossi])
    expect(await told()).toMatchObject([{ actors_count: 1, actor_ids: [ama] }])
    await run(`update public.post_comments set hidden_at = now() where author_id = $1`, [ama])
    expect(await told()).toEqual([])
  })

  test('who is mentioned is told of that alone, and whether a stranger wrote it', async () => {
    const client = await people.client(kossi)
    const { error } = await client.from('post_comments').insert({ post_id: post, body: 'Regarde, @awa et @ama !' })
    expect(error).toBeNull()
    expect(await told()).toMatchObject([{ type: 'mention', data: { is_stranger: true, post_id: post } }])
    expect(await typesOf(ama)).toEqual(['mention'])
    await run('delete from public.post_comments')
    expect(await told()).toEqual([])
  })

  test('remixes are told while everybody may see them', async () => {
    const remix = await people.publish(kossi, post)
    expect(await told()).toMatchObject([
      { type: 'remix', data: { post_id: remix, parent_id: post }, actor_ids: [kossi] },
    ])
    await run(`update public.feed_posts set visibility = 'private' where id = $1`, [remix])
    expect(await told()).toEqual([])
    await run(`update public.feed_posts set visibility = 'public' where id = $1`, [remix])
    expect(await typesOf(awa)).toEqual(['remix'])
    await run('delete from public.feed_posts where id = $1', [remix])
    expect(await told()).toEqual([])
  })

  test('followers are told together; a request goes when it is answered, and its answer is told', async () => {
    await Promise.all([follow(kossi, awa), follow(ama, awa)])
    expect(await told()).toMatchObject([{ type: 'follow', actors_count: 2 }])
    await run('update public.profiles set is_private = true where id = $1', [ama])
    await follow(awa, ama)
    const [request] = await told(ama)
    expect(request).toMatchObject({ type: 'follow', data: { is_request: true }, actor_ids: [awa] })
    await (await people.client(ama)).rpc('answer_follow', { follower: awa, accept: true })
    expect(await told(ama)).toEqual([])
    expect((await told())[0]).toMatchObject({ type: 'follow', data: { is_accepted: true }, actor_ids: [ama] })
    await run('delete from public.follows')
    expect(await told()).toEqual([])
    await run('update public.profiles set is_private = false where id = $1', [ama])
  })

  test('the end of a generation is told, unless its owner cancelled it', async () => {
    const ended = async (status: string) => {
      const id = await run(
        `insert into public.generations (user_id, prompt, mode, engine, status, finished_at)
         values ($1, 'x', 'normal', 'builtin', $2, now()) returning id as value`,
        [awa, status],
      )
      await run('select app.generation_ended($1::uuid) as value', [id])
      return id
    }
    await ended('canceled')
    expect(await told()).toEqual([])
    const made = await ended('succeeded')
    expect(await told()).toMatchObject([{ type: 'generation', data: { generation_id: made, status: 'succeeded' } }])

    // Whoever saw it come to its end is not told of it; nobody else can say that they did.
    const forget = async (person: string) => {
      const { error } = await (await people.client(person)).rpc('forget_watched_generation', { generation: made })
      expect(error).toBeNull()
    }
    await forget(kossi)
    expect(await told()).toHaveLength(1)
    await forget(awa)
    expect(await told()).toEqual([])
    expect((await newsOf(awa)).at(-1)).toMatchObject({ unread: 0 })
  })
})

describe('who does not want to know', () => {
  test('is not told of those whom they blocked or who blocked them, nor reminded', async () => {
    await like(kossi)
    await like(ama)
    await run('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [awa, kossi])
    expect(await told()).toMatchObject([{ actors_count: 1, actor_ids: [ama] }])
    await comment(kossi, 'Encore moi')
    await run('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [ama, awa])
    expect(await told()).toEqual([])
  })

  test('is not told of people and words that they muted, until the mute ends', async () => {
    const mute = (kind: string, target: string, until = 'infinity') =>
      run('insert into public.mutes (user_id, kind, target, expires_at) values ($1, $2, $3, $4)', [
        awa,
        kind,
        target,
        until,
      ])
    await mute('user', kossi)
    await mute('word', 'Réclame')
    await mute('word', 'superbe', '2026-01-01')
    await like(kossi)
    await comment(ama, 'Une RECLAME pour vous')
    expect(await told()).toEqual([])
    await comment(ama, 'Superbe')
    expect(await typesOf(awa)).toEqual(['comment'])
  })

  test('chooses by kind and by person; what is wanted as push alone stands in no list and in no count', async () => {
    const client = await people.client(awa)
    const prefer = async (preference: object) => {
      const { error } = await client.from('notification_preferences').insert(preference)
      expect(error).toBeNull()
    }
    await prefer({ type: 'like', in_app: false, push: false })
    await prefer({ type: 'like', about_user: ama, in_app: true, push: true })
    await prefer({ type: 'comment', in_app: false })
    await like(kossi)
    await comment(kossi, 'Bonjour')
    expect(await told()).toEqual([])
    expect((await client.rpc('unread_notifications')).data).toBe(0)
    await like(ama)
    expect(await told()).toMatchObject([{ type: 'like', actors_count: 1 }])
  })
})

describe('reading', () => {
  test('marks some or all, takes it back to the moment, and tells every device how many are left', async () => {
    const client = await people.client(awa)
    await like(kossi)
    await follow(kossi, awa)
    await comment(ama, 'Bonjour')
    const [newest] = await told()
    const early = await client.rpc('mark_notifications_read', { ids: [newest?.id] })
    expect((await client.rpc('unread_notifications')).data).toBe(2)
    const { data: stamp } = await client.rpc('mark_notifications_read')
    expect((await client.rpc('unread_notifications')).data).toBe(0)
    await client.rpc('mark_notifications_unread', { stamp })
    expect((await told()).filter(({ read_at: read }) => read !== null)).toMatchObject([{ id: newest?.id }])
    expect(early.data).not.toBe(stamp)
    expect((await newsOf(awa)).slice(-3).map(({ unread }) => unread)).toEqual([2, 0, 2])

    await (await people.client(kossi)).rpc('mark_notifications_read', { ids: (await told()).map(({ id }) => id) })
    expect((await client.rpc('unread_notifications')).data).toBe(2)
  })

  test('unfolds a group into its acts, newest first and page by page, for its own person alone', async () => {
    const client = await people.client(awa)
    await like(kossi)
    await like(ama)
    const [group] = await told()
    const acts = async (page: object = {}, by = client) => {
      const { data, error } = await by.rpc('notification_acts', { notification: group?.id, ...page })
      expect(error).toBeNull()
      return data as { id: string; actor_id: string; at: string }[]
    }
    const all = await acts()
    expect(all.map(({ actor_id: id }) => id)).toEqual([ama, kossi])
    const next = await acts({ before_at: all[0]?.at, before_id: all[0]?.id, most: 1 })
    expect(next.map(({ actor_id: id }) => id)).toEqual([kossi])
    expect(await acts({}, await people.client(kossi))).toEqual([])
    await run('delete from public.post_likes where user_id = $1', [ama])
    expect((await acts()).map(({ actor_id: id }) => id)).toEqual([kossi])
  })

  test('one more like of what was read is no news, one more comment is', async () => {
    const client = await people.client(awa)
    await like(kossi)
    await comment(kossi, 'Bonjour')
    await client.rpc('mark_notifications_read')
    await like(ama)
    await comment(ama, 'Bonsoir')
    expect(await told()).toMatchObject([
      { type: 'comment', actors_count: 2, read_at: null },
      { type: 'like', actors_count: 2, read_at: expect.any(String) },
    ])
    expect((await newsOf(awa)).at(-1)).toMatchObject({ type: 'comment', unread: 1 })
  })
})
