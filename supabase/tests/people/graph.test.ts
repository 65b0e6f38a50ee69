/** Who follows, blocks and mutes whom, and counts that stay exact whatever happens at the same moment. */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { as, awa, kossi } from '../support/product-database.ts'
import { openGraph, type Graph } from './graph-people.ts'

let graph: Graph
beforeAll(async () => {
  graph = await openGraph()
})
afterAll(() => graph[Symbol.asyncDispose]())

const setProfile = (person: string, fields: object) =>
  graph.rest.ask(person, 'PATCH', `profiles?id=eq.${person}`, { body: fields })
const setStatus = (table: string, id: string, status: string) =>
  graph.run(`update public.${table} set status = $2 where id = $1`, [id, status])

describe('follows and blocks', () => {
  const exact = async () => expect(await graph.run('select app.recount_people() as value')).toBe(0)

  test('counts are exact after a storm of follows, unfollows and blocks at once, and nobody waits for ever', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => graph.person()))
    const pairs = people.flatMap((one) => people.filter((other) => other !== one).map((other) => [one, other] as const))
    const follows = pairs.map(([one, other]) => graph.follow(one, other))
    const ends = pairs.filter((_, place) => place % 3 === 0).map(([one, other]) => graph.unfollow(one, other))
    const blocks = pairs.filter((_, place) => place % 7 === 0).map(([one, other]) => graph.block(other, one))
    const answers = await Promise.all([...follows, ...ends, ...blocks])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await exact()
    const apart = `select count(*)::int as value from public.follows f join public.blocks b
      on (b.blocker_id, b.blocked_id) in ((f.follower_id, f.followee_id), (f.followee_id, f.follower_id))`
    expect(await graph.run(apart)).toBe(0)
    const [active] = await rowsOf<{ n: number }>(
      graph.database,
      'select sum(followers_count)::int as n from public.profile_counters where user_id = any ($1::uuid[])',
      [`{${people.join()}}`],
    )
    expect(active?.n).toBeGreaterThan(0)
  })

  test('a block that is not yet there for others ends the follow that is made at that moment', async () => {
    const [one, other] = [await graph.person(), await graph.person()]
    const blocked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const blocking = graph.database.databases.system.write(systemSession, async (tx) => {
      await tx.execute('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [other, one])
      blocked.resolve()
      await goOn.promise
    })
    await blocked.promise
    let isAnswered = false
    const following = graph.follow(one, other).then((heard) => {
      isAnswered = true
      return heard
    })
    const waiting = "select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')"
    await expect
      .poll(
        async () =>
          isAnswered || (await graph.database.databases.gateway.read(as(awa), (tx) => tx.query(waiting))).length,
      )
      .toBeTruthy()
    goOn.resolve()
    await blocking
    expect((await following).hint).toBe('person_gone')
  })

  test('a post, a remix and their ends are counted with their authors', async () => {
    const [author, remixer] = [await graph.person(), await graph.person()]
    const source = await graph.post(author, 'source')
    const remix = await graph.post(remixer, 'remix', { visibility: 'private' })
    await graph.run('update public.feed_posts set remix_of = $1 where id = $2', [source, remix])
    const shown = await graph.rest.ask(remixer, 'PATCH', `feed_posts?id=eq.${remix}`, {
      body: { visibility: 'public' },
    })
    expect([shown.status, shown.code, shown.hint, shown.details]).toEqual([204, null, null, null])
    expect(await graph.counts(author)).toMatchObject({ posts_count: 1, remixes_received_count: 1 })
    await setStatus('profiles', remixer, 'suspended')
    expect(await graph.counts(author)).toMatchObject({ remixes_received_count: 0 })
    await setStatus('profiles', remixer, 'active')
    await graph.run('delete from public.feed_posts where id = $1', [source])
    expect(await graph.counts(author)).toMatchObject({ posts_count: 0, remixes_received_count: 0 })
    await exact()
  })

  test('who is not there, has blocked one, or is suspended cannot be followed, and cannot be told apart', async () => {
    const [one, blocker, suspended] = [await graph.person(), await graph.person(), await graph.person()]
    await graph.block(blocker, one)
    await setStatus('profiles', suspended, 'suspended')
    const answers = await Promise.all(
      [blocker, suspended, crypto.randomUUID()].map((other) => graph.follow(one, other)),
    )
    expect(answers.map(({ status, hint }) => [status, hint])).toEqual(answers.map(() => [404, 'person_gone']))
    expect(answers).toHaveLength(3)
    expect((await graph.follow(blocker, one)).hint).toBe('blocked_by_you')
  })

  test('R-11 nobody learns of a block between others by following in their name', async () => {
    const [one, other, third] = [await graph.person(), await graph.person(), await graph.person()]
    await graph.block(one, other)
    const body = { follower_id: one, followee_id: other }
    const forged = await graph.rest.ask(third, 'POST', 'follows', { body })
    expect([forged.code, forged.hint]).toEqual(['42501', null])
  })

  test('a storm of follows ends at 200 an hour, whatever is unfollowed between', async () => {
    const [one, other, third] = [await graph.person(), await graph.person(), await graph.person()]
    await graph.follow(one, other)
    await graph.run('update app.follow_pace set made = 199 where user_id = $1', [one])
    expect((await graph.follow(one, third)).status).toBe(201)
    await graph.unfollow(one, third)
    const stopped = await graph.follow(one, third)
    expect([stopped.status, stopped.hint]).toEqual([429, 'too_many_follows'])
    expect(Number(stopped.details)).toBeGreaterThan(3500)
    await graph.run(`update app.follow_pace set since = now() - interval '61 minutes' where user_id = $1`, [one])
    expect((await graph.follow(one, third)).status).toBe(201)
  })

  test('lists are shown as their person wants, page by page, without those who are hidden', async () => {
    const [person, reader, blocked] = [await graph.person(), await graph.person(), await graph.person()]
    for (const follower of [blocked, reader, kossi, awa]) await graph.follow(follower, person)
    await graph.block(reader, blocked)
    const list = (who: string, fields: object = {}) =>
      graph.call(who, 'follow_list', { person, list: 'followers', ...fields })
    const [first] = (await list(reader, { page_size: 1 })).rows
    const rest = await list(reader, { cursor: first?.['after'] })
    expect([first, ...rest.rows].map((row) => row?.['id'])).toEqual([awa, kossi, reader])
    expect((await list(person)).rows).toHaveLength(4)
    expect((await list(reader, { cursor: 'x' })).hint).toBe('cursor_invalid')
    expect((await list(blocked, { person: reader })).hint).toBe('person_gone')
    await graph.rest.ask(person, 'PATCH', `profile_settings?user_id=eq.${person}`, {
      body: { show_follow_lists: 'followers' },
    })
    expect((await list(reader)).rows).toHaveLength(3)
    await graph.unfollow(reader, person)
    expect([(await list(reader)).status, (await list(reader)).hint]).toEqual([403, 'follow_list_hidden'])
  })
})

test('who likes a publication is shown newest first to whoever sees it, unless its author keeps that to themselves', async () => {
  const [author, reader, blocked] = [await graph.person(), await graph.person(), await graph.person()]
  const post = await graph.post(author, 'liked')
  const hidden = await graph.post(author, 'hidden', { visibility: 'private' })
  for (const who of [blocked, reader, kossi, awa])
    expect((await graph.rest.ask(who, 'POST', 'post_likes', { body: { post_id: post } })).status).toBe(201)
  await graph.block(reader, blocked)
  const likers = (who: string | null, fields: object = {}) => graph.call(who, 'post_likers', { post, ...fields })
  const [first] = (await likers(reader, { page_size: 1 })).rows
  const rest = await likers(reader, { cursor: first?.['after'] })
  expect([first, ...rest.rows].map((row) => row?.['id'])).toEqual([awa, kossi, reader])
  expect((await likers(reader, { cursor: '1.x' })).hint).toBe('cursor_invalid')
  expect((await likers(reader, { post: hidden })).hint).toBe('post_gone')
  expect((await likers(null)).status).toBe(401)

  await graph.rest.ask(author, 'PATCH', `profile_settings?user_id=eq.${author}`, { body: { show_likers: false } })
  expect([(await likers(reader)).status, (await likers(reader)).hint]).toEqual([403, 'likers_hidden'])
  expect((await likers(author)).rows).toHaveLength(4)
})

describe('what one does not want to meet', () => {
  const asked = async (person: string, sql: string) => {
    const rows = await graph.database.databases.gateway.read(as(person), (tx) => tx.query<{ value: unknown }>(sql))
    return rows[0]?.value
  }

  test('mutes are kept as they are compared, end when they end, and are once each', async () => {
    const [one, other] = [await graph.person(), await graph.person()]
    const mute = (body: object) => graph.rest.ask(one, 'POST', 'mutes', { body })
    expect((await mute({ kind: 'hashtag', target: '#Été' })).status).toBe(201)
    expect((await mute({ kind: 'word', target: ' Ça \u202Ebrûle ', scope: ['feed'] })).status).toBe(201)
    expect((await mute({ kind: 'user', target: other.toUpperCase() })).status).toBe(201)
    await mute({ kind: 'word', target: 'passé', expires_at: '2020-01-01' })
    expect((await mute({ kind: 'hashtag', target: 'ete' })).code).toBe('23505')
    for (const target of ['not an id', "' or 1=1", '', '😀'.repeat(10_000)])
      expect((await mute({ kind: 'user', target })).hint).toBe('mute_invalid')
    expect(await asked(one, `select app.muted_tags('search') as value`)).toEqual(['ete'])
    expect(await asked(one, `select app.muted_words('feed') as value`)).toEqual(['ca brule'])
    expect(await asked(one, `select app.muted_words('search') as value`)).toEqual([])
    expect(await asked(one, `select app.muted_people('feed') as value`)).toEqual([other])
    expect(await asked(other, `select app.muted_people('feed') as value`)).toEqual([])
  })

  test('may mention: everybody, whom one follows, or nobody; never across a block', async () => {
    const [one, other] = [await graph.person(), await graph.person()]
    const may = () => asked(other, `select app.may_mention('${one}') as value`)
    const set = (who_can_mention: string) =>
      graph.rest.ask(one, 'PATCH', `profile_settings?user_id=eq.${one}`, { body: { who_can_mention } })
    expect(await may()).toBe(true)
    await set('following')
    expect(await may()).toBe(false)
    await graph.follow(one, other)
    expect(await may()).toBe(true)
    await graph.block(one, other)
    await set('everyone')
    expect(await may()).toBe(false)
  })

  test.each([
    [[{ label: 'x', url: 'javascript:alert(1)' }], 'link_invalid'],
    [[{ label: 'x', url: 'https://bank.example@evil.example/' }], 'link_invalid'],
    [[{ label: 'x', url: 'https://x.example/\u202Egpj.exe' }], 'link_invalid'],
    [['https://x.example'], 'link_invalid'],
    [['a', 'b', 'c', 'd'].map((label) => ({ label, url: 'https://x.example' })), 'links_invalid'],
    [{ a: 1 }, 'links_invalid'],
  ])('X-01 links of a profile: %j is refused', async (links, hint) => {
    expect((await setProfile(kossi, { links })).hint).toBe(hint)
  })

  test('a link keeps label and address alone, without marks that turn text around', async () => {
    const links = [
      { label: '\u202EMon\u2066 site', url: 'https://x.example/a?b=c', onclick: 'x' },
      { url: 'https://y.example' },
    ]
    expect((await setProfile(kossi, { links })).status).toBe(204)
    const { rows } = await graph.rest.ask(null, 'GET', `profiles?select=links&id=eq.${kossi}`)
    expect(rows[0]?.['links']).toEqual([
      { label: 'Mon site', url: 'https://x.example/a?b=c' },
      { label: 'y.example', url: 'https://y.example' },
    ])
  })
})

describe('settings', () => {
  const settings = (person: string, body: object) =>
    graph.rest.ask(person, 'PATCH', `profile_settings?user_id=eq.${person}`, { body })

  test('are there from the first moment, and a night passes midnight', async () => {
    const person = await graph.person()
    expect((await settings(person, { quiet_hours: '[1320,1860)', noindex: true })).status).toBe(204)
    const { rows } = await graph.rest.ask(person, 'GET', 'profile_settings?select=*,profile:profiles(noindex)')
    expect(rows).toMatchObject([
      {
        user_id: person,
        max_rating: 1,
        quiet_hours: '[1320,1860)',
        time_zone: 'Africa/Abidjan',
        profile: { noindex: true },
      },
    ])
  })

  test.each<[object, string]>([
    [{ time_zone: 'Mars/Olympus' }, 'PT400'],
    [{ time_zone: "UTC'; drop table x" }, 'PT400'],
    [{ quiet_hours: '[1400,3000)' }, '23514'],
    [{ quiet_hours: 'empty' }, '23514'],
    [{ quiet_hours: '[,60)' }, '23514'],
    [{ max_rating: 4 }, '23514'],
    [{ user_id: awa }, '42501'],
  ])('%j is refused', async (body, code) => {
    expect((await settings(kossi, body)).code).toBe(code)
  })

  test.each<[unknown, boolean]>([
    [{ app_metadata: { staff: true } }, true],
    [{ app_metadata: { staff: 'true' } }, false],
    [{ app_metadata: { staff: 1 } }, false],
    [{ user_metadata: { staff: true } }, false],
    [{ staff: true }, false],
    [{}, false],
  ])('A-25 with %j one is of the staff: %s', async (claims, isStaff) => {
    const session = { role: 'authenticated', claims: { ...as(kossi).claims, ...(claims as object) } } as const
    const rows = await graph.database.databases.gateway.read(session, (tx) =>
      tx.query<{ value: boolean }>('select app.is_staff() as value'),
    )
    expect(rows).toEqual([{ value: isStaff }])
  })
})
