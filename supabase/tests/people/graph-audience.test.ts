/** For whom a publication is: every role before every kind of publication. */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { as, awa } from '../support/product-database.ts'
import { openGraph, type Graph } from './graph-people.ts'

const roleNames = [
  'owner',
  'follower',
  'requester',
  'blocked',
  'blocker',
  'other',
  'adult',
  'closed',
  'suspended',
] as const
type Role = (typeof roleNames)[number]
const ownPosts = [
  'public',
  'followers',
  'unlisted',
  'private',
  'limited',
  'removed',
  'deleted',
  'rated1',
  'rated2',
] as const
type Post = (typeof ownPosts)[number] | 'closed' | 'suspended'

let graph: Graph
let roles: Readonly<Record<Role, string>>
let posts: Readonly<Record<Post, string>>
let ids: readonly string[]
beforeAll(async () => {
  graph = await openGraph()
  const people = await Promise.all(roleNames.map(async (name) => [name, await graph.person(name)] as const))
  roles = Object.fromEntries(people) as Record<Role, string>
  posts = await publishAll(roles)
  ids = Object.values(posts)
  await graph.follow(roles.follower, roles.owner)
  await graph.follow(roles.follower, roles.closed)
  await graph.follow(roles.blocked, roles.owner)
  await setProfile(roles.closed, { is_private: true })
  await graph.follow(roles.requester, roles.closed)
  await graph.block(roles.owner, roles.blocked)
  await graph.block(roles.blocker, roles.owner)
  await setStatus('profiles', roles.suspended, 'suspended')
  const settings = `profile_settings?user_id=eq.${roles.adult}`
  await graph.rest.ask(roles.adult, 'PATCH', settings, { body: { max_rating: 3 } })
})
afterAll(() => graph[Symbol.asyncDispose]())

async function publishAll({ owner, closed, suspended }: typeof roles): Promise<typeof posts> {
  const made: [string, string][] = [
    ['closed', await graph.post(closed, 'closed')],
    ['suspended', await graph.post(suspended, 'suspended')],
  ]
  for (const [place, title] of ownPosts.entries()) {
    const id = await graph.post(owner, title, place < 4 ? { visibility: title } : {})
    if (/^(limited|removed|deleted)$/.test(title)) await setStatus('feed_posts', id, title)
    if (title.startsWith('rated'))
      await graph.run('update public.feed_posts set rating = $2::int where id = $1', [id, title.slice(-1)])
    made.push([title, id])
  }
  return Object.fromEntries(made) as typeof posts
}

const setProfile = (person: string, fields: object) =>
  graph.rest.ask(person, 'PATCH', `profiles?id=eq.${person}`, { body: fields })
const setStatus = (table: string, id: string, status: string) =>
  graph.run(`update public.${table} set status = $2 where id = $1`, [id, status])
const idOf = (role: Role | 'visitor') => (role === 'visitor' ? null : roles[role])

describe('R-01 roles', () => {
  test.each<[Role | 'visitor', string]>([
    ['visitor', 'limited public rated1'],
    ['other', 'limited public rated1'],
    ['requester', 'limited public rated1'],
    ['adult', 'limited public rated1 rated2'],
    ['follower', 'closed followers limited public rated1'],
    ['blocked', ''],
    ['blocker', ''],
    ['owner', 'followers limited private public rated1 rated2 removed unlisted'],
    ['closed', 'closed limited public rated1'],
    ['suspended', 'limited public rated1 suspended'],
  ])('R-01 %s is shown what is for them, and nothing else', async (role, titles) => {
    expect((await graph.seenBy(idOf(role), ids)).join(' ')).toBe(titles)
  })

  test.each<Role | 'visitor'>(['visitor', 'other', 'follower', 'blocked', 'owner'])(
    'R-01 %s opens that and what is unlisted',
    async (role) => {
      const shown = await graph.seenBy(idOf(role), ids)
      const wanted = Object.keys(posts).map(
        (title) => shown.includes(title) || (title === 'unlisted' && role !== 'blocked'),
      )
      expect(await graph.openedBy(idOf(role), ids)).toEqual(wanted)
    },
  )

  test('R-01 the staff’s token opens no doors by itself', async () => {
    expect(await graph.seenBy(`staff:${roles.other}`, ids)).toEqual(await graph.seenBy(roles.other, ids))
  })

  test('R-01 whom one is blocked by is not there; whom one blocks is, to be unblocked', async () => {
    const profiles = async (reader: string | null, of: string) =>
      (await graph.rest.ask(reader, 'GET', `profiles?select=username&id=eq.${of}`)).rows.length
    expect(await profiles(roles.blocked, roles.owner)).toBe(0)
    expect(await profiles(roles.owner, roles.blocked)).toBe(1)
    expect(await profiles(null, roles.suspended)).toBe(0)
    expect(await profiles(roles.other, roles.suspended)).toBe(0)
    expect(await profiles(roles.suspended, roles.suspended)).toBe(1)
  })

  test('R-11 an author takes nothing back that the staff decided', async () => {
    const path = `feed_posts?id=eq.${posts.removed}`
    for (const body of [{ status: 'published' }, { audience: 'public' }, { rating_floor: 0 }, { deleted_at: null }]) {
      const changed = await graph.rest.ask(roles.owner, 'PATCH', path, { body })
      expect([changed.status, changed.code]).toEqual([403, '42501'])
    }
    const shown = await graph.rest.ask(roles.owner, 'PATCH', path, { body: { visibility: 'public' } })
    expect(shown.status).toBe(204)
    expect(await graph.seenBy(null, [posts.removed])).toEqual([])
  })
})

describe('accounts', () => {
  test('R-01 what was public is for followers from the moment an account is private, and back', async () => {
    const [author, follower] = [await graph.person(), await graph.person()]
    const post = await graph.post(author, 'mine')
    await graph.follow(follower, author)
    await setProfile(author, { is_private: true })
    expect(await graph.seenBy(null, [post])).toEqual([])
    expect(await graph.seenBy(follower, [post])).toEqual(['mine'])
    expect(await graph.counts(author)).toMatchObject({ posts_count: 1, followers_count: 1 })
    await setProfile(author, { is_private: false })
    expect(await graph.seenBy(null, [post])).toEqual(['mine'])
  })

  test('R-01 what is published at the very moment in which its author’s account becomes private is not left behind', async () => {
    const author = await graph.person()
    const draft = await graph.post(author, 'race', { visibility: 'private' })
    const written = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const publishing = graph.database.databases.system.write(systemSession, async (tx) => {
      await tx.execute(`update public.feed_posts set visibility = 'public' where id = $1`, [draft])
      written.resolve()
      await goOn.promise
    })
    await written.promise
    let isClosed = false
    const closing = setProfile(author, { is_private: true }).then(() => (isClosed = true))
    const waiting = "select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')"
    // Without the lock it ends at once, having seen nothing to close.
    await expect
      .poll(
        async () =>
          isClosed || (await graph.database.databases.gateway.read(as(awa), (tx) => tx.query(waiting))).length,
      )
      .toBeTruthy()
    goOn.resolve()
    await Promise.all([publishing, closing])
    expect(await graph.seenBy(null, [draft])).toEqual([])
  })

  test('whoever is private answers who asks; until then nothing is followed', async () => {
    const [author, asker, other] = [await graph.person(), await graph.person(), await graph.person()]
    await setProfile(author, { is_private: true })
    expect((await graph.follow(asker, author)).status).toBe(201)
    expect((await graph.follow(other, author)).status).toBe(201)
    expect(await graph.counts(author)).toMatchObject({ followers_count: 0 })
    const pending = await graph.rest.ask(author, 'GET', 'follows?select=follower_id&state=eq.requested')
    expect(pending.rows).toHaveLength(2)
    const forged = await graph.rest.ask(asker, 'PATCH', `follows?followee_id=eq.${author}`, {
      body: { state: 'active' },
    })
    expect([forged.status, forged.code]).toEqual([403, '42501'])
    expect((await graph.call(asker, 'answer_follow', { follower: asker, accept: true })).hint).toBe(
      'follow_request_gone',
    )
    for (const _ of [1, 2])
      expect((await graph.call(author, 'answer_follow', { follower: asker, accept: true })).status).toBe(204)
    await graph.call(author, 'answer_follow', { follower: other, accept: false })
    expect((await graph.call(author, 'answer_follow', { follower: other, accept: true })).hint).toBe(
      'follow_request_gone',
    )
    expect(await graph.counts(author)).toMatchObject({ followers_count: 1 })
    await graph.follow(other, author)
    await setProfile(author, { is_private: false })
    expect(await graph.counts(author)).toMatchObject({ followers_count: 2 })
  })
})
