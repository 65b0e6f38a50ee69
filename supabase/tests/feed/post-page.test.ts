/** One publication by its address: for whom it is there, how it changes and goes, and what is told of it meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ama } from '../support/lineage-people.ts'
import { as, awa, kossi, visitor } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { openCommenting, type Commenting } from './comment-people.ts'

let people: Commenting
beforeAll(async () => {
  people = await openCommenting()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['feed_posts', 'follows', 'blocks']) await asOwner(people.database, `delete from public.${table}`)
})

/** Whoever asks: a person, or null for a visitor. */
const ask = async <Row extends object>(person: string | null, sql: string, params: string[]) =>
  people.database.databases.gateway.read(person === null ? visitor : as(person), (tx) => tx.query<Row>(sql, params))
const isThere = async (person: string | null, post: string) =>
  (await ask(person, 'select id from public.get_post($1)', [post])).length === 1
const stateOf = async (person: string | null, post: string) =>
  (await ask<{ said: object }>(person, 'select public.post_state($1) as said', [post]))[0]?.said
const update = async (person: string, post: string, fields: object) =>
  (await people.client(person)).from('feed_posts').update(fields).eq('id', post).select('*')
const decide = (post: string, columns: string) =>
  asOwner(people.database, `update public.feed_posts set ${columns} where id = $1`, [post])

describe('a publication', () => {
  test('is there for whom it is for, and says why it is not', async () => {
    const post = await people.publish(awa)
    const everybody = [awa, kossi, ama, null]
    const expectStates = async (states: Record<string, readonly (string | null)[]>) => {
      for (const [state, asking] of Object.entries(states)) {
        for (const person of asking) {
          expect([person, await stateOf(person, post)]).toMatchObject([person, { state }])
          expect([person, await isThere(person, post)]).toEqual([person, state === 'here'])
        }
      }
    }
    await expectStates({ here: everybody })
    await update(awa, post, { visibility: 'unlisted' })
    await expectStates({ here: everybody })
    expect((await (await people.client(kossi)).from('feed_posts').select('id')).data).toEqual([])
    await update(awa, post, { visibility: 'private' })
    await expectStates({ here: [awa], missing: [kossi, ama, null] })
    await update(awa, post, { visibility: 'followers' })
    await asOwner(
      people.database,
      `insert into public.follows (follower_id, followee_id, state) values ($1, $2, 'active')`,
      [kossi, awa],
    )
    await expectStates({ here: [awa, kossi], followers_only: [ama, null] })
    expect(await stateOf(ama, post)).toEqual({
      state: 'followers_only',
      creator: { id: awa, username: 'awa', display_name: 'Awa Sanogo', avatar_url: null },
    })
    await asOwner(people.database, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [awa, ama])
    await expectStates({ here: [awa, kossi], missing: [ama] })
    await update(awa, post, { visibility: 'public' })
    await expectStates({ here: [awa, kossi, null], missing: [ama] })
    await decide(post, `status = 'removed'`)
    await expectStates({ here: [awa], gone: [kossi, null], missing: [ama] })
    expect(await stateOf(null, crypto.randomUUID())).toEqual({ state: 'missing' })
    await asOwner(people.database, 'delete from public.feed_posts where id = $1', [post])
    expect(await stateOf(kossi, post)).toEqual({ state: 'gone' })
  })

  test('above what somebody has chosen to be shown, it says so to whom it would be there otherwise, and to nobody else', async () => {
    const post = await people.publish(awa)
    const mostFor = (person: string, most: number) =>
      asOwner(people.database, 'update public.profile_settings set max_rating = $2 where user_id = $1', [
        person,
        String(most),
      ])
    await decide(post, 'rating = 2')
    for (const person of [kossi, null]) {
      expect(await stateOf(person, post)).toEqual({ state: 'sensitive', rating: 2 })
      expect(await isThere(person, post)).toBe(false)
    }
    expect(await stateOf(awa, post)).toEqual({ state: 'here' })
    await update(awa, post, { visibility: 'followers' })
    expect(await stateOf(kossi, post)).toMatchObject({ state: 'followers_only' })
    await update(awa, post, { visibility: 'private' })
    expect(await stateOf(kossi, post)).toEqual({ state: 'missing' })
    await update(awa, post, { visibility: 'public' })
    await asOwner(people.database, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [awa, kossi])
    expect(await stateOf(kossi, post)).toEqual({ state: 'missing' })
    await asOwner(people.database, 'delete from public.blocks')
    await mostFor(kossi, 2)
    expect(await stateOf(kossi, post)).toEqual({ state: 'here' })
    await mostFor(kossi, 1)
  })

  test('S-12 is described to crawlers by what every visitor sees, whoever asks', async () => {
    const post = await people.publish(awa, null, { title: 'Un secret', description: 'Entre nous' })
    const headFor = async (person: string | null) =>
      (await ask<{ head: object }>(person, 'select public.post_head($1) as head', [post]))[0]?.head
    expect(await headFor(null)).toMatchObject({ state: 'here', title: 'Un secret', image: { width: 800, height: 600 } })
    await decide(post, 'rating = 1')
    expect(await headFor(null)).toMatchObject({ state: 'here', image: null, is_indexed: false })
    for (const [columns, state] of [
      [`rating = 2`, 'restricted'],
      [`rating = 0, visibility = 'followers'`, 'restricted'],
      [`visibility = 'private'`, 'missing'],
      [`visibility = 'public', status = 'removed'`, 'gone'],
    ] as const) {
      await decide(post, columns)
      for (const person of [null, awa]) expect(await headFor(person)).toEqual({ state })
    }
  })

  test('is taken away by its author alone, for everybody, and gives its picture back', async () => {
    const { id: image, url } = await people.picture(awa)
    const client = await people.client(awa)
    const row = { prompt: 'x', image_url: url, creator_id: awa, hashtags: 'lagune' }
    const post = (await client.from('feed_posts').insert(row).select('id').single()).data?.id as string
    await people.comment(kossi, post, 'Belle')
    expect(await people.call(kossi, 'delete_post', { post_id: post })).toMatchObject({ status: 404, hint: 'not_found' })
    expect((await client.from('feed_posts').delete().eq('id', post)).error?.code).toBe('42501')
    for (let twice = 0; twice < 2; twice += 1)
      expect(await people.call(awa, 'delete_post', { post_id: post })).toBeNull()
    for (const person of [awa, kossi, null]) {
      expect(await isThere(person, post)).toBe(false)
      expect(await stateOf(person, post)).toEqual({ state: 'gone' })
    }
    expect((await client.from('feed_posts').select('id').eq('id', post)).data).toEqual([])
    expect((await update(awa, post, { title: 'De retour', visibility: 'public' })).data).toEqual([])
    expect(await people.page(awa, post)).toEqual([])
    expect(await people.write(kossi, post, 'Encore ?')).toMatchObject({ hint: 'not_found' })
    const { data } = await client.rpc('delete_my_images', { ids: [image] })
    expect(data).toEqual([{ id: image, outcome: 'deleted' }])
  })

  test('keeps what its words were, for whoever sees it', async () => {
    const post = await people.publish(awa, null, { title: 'Un', hashtags: 'lagune' })
    const edits = async (person: string) =>
      (await (await people.client(person)).from('post_edits').select('before').eq('post_id', post).order('id')).data
    expect((await update(awa, post, { title: '\u202EDeux', description: ' <b>x</b>\r\ny ' })).data).toMatchObject([
      { title: 'Deux', description: '<b>x</b>\ny', edited_at: expect.any(String) },
    ])
    await update(awa, post, { title: 'Deux', hashtags: '#Lagune', comments_policy: 'nobody' })
    await update(awa, post, { hashtags: 'lagune,soir', license: 'cc-by', lang: 'fr' })
    const before = [
      { title: 'Un', description: null },
      { hashtags: 'lagune', license: 'perso', lang: null },
    ]
    expect(await edits(kossi)).toEqual(before.map((words) => ({ before: words })))
    expect((await update(kossi, post, { title: 'Trois' })).data).toEqual([])
    await update(awa, post, { visibility: 'private' })
    await update(awa, post, { title: 'Un secret' })
    expect(await edits(awa)).toHaveLength(2)
    expect(await edits(kossi)).toEqual([])
    await update(awa, post, { visibility: 'public' })
    const wrong = [
      { license: 'mine' },
      { lang: 'français' },
      { comments_policy: 'friends' },
      { title: 'x'.repeat(121) },
    ]
    for (const fields of wrong) expect((await update(awa, post, fields)).error?.code).toBe('23514')
    const storm = await Promise.all(Array.from({ length: 40 }, (_, n) => update(awa, post, { title: `n° ${n}` })))
    expect(storm.filter(({ error }) => error === null)).toHaveLength(28)
    expect(storm.find(({ error }) => error !== null)).toMatchObject({ status: 429, error: { hint: 'too_many_edits' } })
  })

  test('is one of at most three that its author puts first', async () => {
    const posts = [
      await people.publish(awa),
      await people.publish(awa),
      await people.publish(awa),
      await people.publish(awa),
    ]
    const pin = (post: string | undefined, pinned = true, person = awa) =>
      people.call(person, 'pin_post', { post_id: post, pinned })
    const outcomes = await Promise.all(posts.map((post) => pin(post)))
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3)
    expect(outcomes.find((outcome) => outcome !== null)).toMatchObject({ status: 409, hint: 'too_many_pins' })
    expect(await pin(posts[0], true, kossi)).toMatchObject({ hint: 'not_found' })
    const ranks = async () =>
      (
        await rowsOf<{ rank: number }>(
          people.database,
          'select pinned_rank as rank from public.feed_posts where pinned_rank is not null order by 1',
        )
      ).map(({ rank }) => rank)
    expect(await ranks()).toEqual([1, 2, 3])
    const refused = posts[outcomes.findIndex((outcome) => outcome !== null)]
    const pinned = posts.find((post) => post !== refused)
    await people.call(awa, 'delete_post', { post_id: pinned })
    expect(await pin(refused)).toBeNull()
    await pin(refused, false)
    expect(await ranks()).toHaveLength(2)
  })

  test('leads to others that share its hashtags, the rarest first, also when it is gone', async () => {
    const common = await people.publish(kossi, null, { hashtags: 'été' })
    const rare = await people.publish(kossi, null, { hashtags: 'ete,lagune' })
    const other = await people.publish(ama, null, { hashtags: 'marché' })
    await people.publish(ama, null, { hashtags: 'lagune', visibility: 'private' })
    const post = await people.publish(awa, null, { hashtags: 'Été,lagune' })
    const similar = async (person: string) => {
      const { data } = await (
        await people.client(person)
      )
        .rpc('similar_posts', { post_id: post, max: 6 })
        .select('id,creator:profiles!feed_posts_creator_id_fkey(username)')
      return (data as unknown as { id: string }[]).map(({ id }) => id)
    }
    expect(await similar(awa)).toEqual([rare, common, other])
    await people.call(awa, 'delete_post', { post_id: post })
    expect(await similar(kossi)).toEqual([rare, common, other])
    await asOwner(people.database, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [ama, kossi])
    expect(await similar(ama)).toEqual([other])
  })

  test('leads to what has its words or its colours, and to nothing else while it is there', async () => {
    const colours = (post: string, channels: readonly [number, number, number]) =>
      asOwner(
        people.database,
        `select public.record_likeness(image_id, '1', $2) from public.feed_posts where id = $1`,
        [post, `\\x${Buffer.from(Array.from({ length: 64 }, () => channels).flat()).toString('hex')}`],
      )
    const post = await people.publish(awa, null, { prompt: 'Un baobab au crépuscule' })
    const subject = await people.publish(kossi, null, { prompt: 'Le Baobab de la place' })
    const hues = await people.publish(kossi, null, { prompt: 'Une tasse de thé' })
    const far = await people.publish(ama, null, { prompt: 'Motif géométrique' })
    await people.publish(ama, null, { prompt: 'Baobab secret', visibility: 'private' })
    for (const each of [post, hues]) await colours(each, [200, 90, 40])
    for (const each of [subject, far]) await colours(each, [10, 30, 220])
    const similar = async (person: string) => {
      const { data } = await (await people.client(person)).rpc('similar_posts', { post_id: post, max: 6 }).select('id')
      return (data as unknown as { id: string }[]).map(({ id }) => id)
    }
    expect(await similar(kossi)).toEqual([subject, hues])
    await update(awa, post, { visibility: 'private' })
    expect(await similar(awa)).toEqual([subject, hues])
    // Nothing of its words is told to whom it is not for: they get what anybody gets of an address that is gone.
    expect(await similar(kossi)).toEqual([far, hues, subject])
  })
})

describe('its counts', () => {
  const told = async (post: string) =>
    rowsOf<{ payload: object; private: boolean }>(
      people.database,
      `select payload - 'id' as payload, private from realtime.messages where topic = 'post:' || $1 and event = 'counts' order by inserted_at`,
      [post],
    )
  const tell = () => asOwner(people.database, 'select public.tell_counts() as value')

  test('are told once for many changes, at most every two seconds, and the last state always', async () => {
    const post = await people.publish(awa)
    const like = async (person: string) =>
      (await people.client(person)).from('post_likes').insert({ post_id: post, user_id: person })
    await Promise.all([like(awa), like(kossi), people.comment(ama, post, 'Belle')])
    await tell()
    const first = { likes_count: 2, comments_count: 1, remixes_count: 0, saves_count: 0 }
    expect(await told(post)).toEqual([{ payload: first, private: true }])
    await like(ama)
    await tell()
    expect(await told(post)).toHaveLength(1)
    await asOwner(people.database, `update app.counts_to_tell set told_at = told_at - interval '2 seconds'`)
    await Promise.all([tell(), tell()])
    expect(await told(post)).toEqual([
      { payload: first, private: true },
      { payload: { ...first, likes_count: 3 }, private: true },
    ])
    await asOwner(people.database, `update app.counts_to_tell set told_at = told_at - interval '1 minute'`)
    await tell()
    expect(await told(post)).toHaveLength(2)
  })

  test('W-04 are heard by whoever sees the publication, and nobody else speaks there', async () => {
    const post = await people.publish(awa)
    const audience = [awa, kossi, null].map((sub) => {
      const role = sub === null ? 'anon' : 'authenticated'
      return { role, claims: { role, ...(sub !== null && { sub }) } }
    })
    const service = { role: 'service_role', claims: { role: 'service_role' } }
    const askService = async <T>(sql: string, params: string[]) => {
      const rows = await people.database.databases.gateway.write(service, (tx) => tx.query<{ value: T }>(sql, params))
      return rows[0]?.value
    }
    const heard = (topic: string) =>
      Promise.all(
        audience.map(async (who) => {
          const asking = 'select realtime.read_rights($1, $2) as value'
          const rights = await askService<Record<string, boolean>[]>(asking, [JSON.stringify([who]), topic])
          return Object.values(rights?.[0] ?? {}).some(Boolean)
        }),
      )
    expect(await heard(`post:${post}`)).toEqual([true, true, true])
    await update(awa, post, { visibility: 'private' })
    expect(await heard(`post:${post}`)).toEqual([true, false, false])
    await people.call(awa, 'delete_post', { post_id: post })
    expect(await heard(`post:${post}`)).toEqual([false, false, false])
    for (const topic of ['post:', 'post:x', `post:${post}:x`]) expect(await heard(topic)).toEqual([false, false, false])
    const own = await people.publish(awa)
    const trying = `select realtime.may_write($1, 'post:' || $2, 'broadcast') as value`
    const speaking = audience.map((who) => askService<boolean>(trying, [JSON.stringify(who), own]))
    expect(await Promise.all(speaking)).toEqual([false, false, false])
  })
})
