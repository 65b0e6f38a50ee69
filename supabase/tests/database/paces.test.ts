/** Storms: whatever makes work for others has a bound for each person, by name, and with the time that is left of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, kossi, makeCreation, productDatabase } from '../support/product-database.ts'
import { asOwner, openProductRest, type ProductRest } from '../support/product-rest.ts'

let database: TestDatabase
let rest: ProductRest
let post: string
let comment: string
beforeAll(async () => {
  database = await productDatabase()
  rest = await openProductRest(database)
  const url = await makeCreation(database, awa)
  post = await run(
    `insert into public.feed_posts (creator_id, image_url, prompt) values ($1, $2, 'pirogue') returning id as value`,
    [awa, url],
  )
  comment = await run(
    `insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'un mot') returning id as value`,
    [post, awa],
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await database.dispose()
})

const run = (sql: string, params: string[] = []) => asOwner(database, sql, params)
/** As if all of an hour but one had been done some minutes ago. */
const nearly = (person: string, kind: string, made: number) =>
  run(
    `insert into app.paces (user_id, kind, since, made) values ($1, $2, now() - interval '50 minutes', $3)
     on conflict (user_id, kind) do update set since = excluded.since, made = excluded.made`,
    [person, kind, String(made)],
  )
const add = async (table: string, body: object) => (await rest.ask(kossi, 'POST', table, { body })).hint
const drop = (table: string) => rest.ask(kossi, 'DELETE', `${table}?user_id=eq.${kossi}`)

describe('in an hour', () => {
  test.each([
    ['post_likes', 'likes', 1000, () => ({ post_id: post })],
    ['comment_likes', 'likes', 1000, () => ({ comment_id: comment })],
    ['post_saves', 'saves', 1000, () => ({ post_id: post })],
    ['post_hides', 'hides', 1000, () => ({ post_id: post })],
    ['hashtag_follows', 'follows', 500, () => ({ tag: 'lagune' })],
  ])('%s: no more of them than anybody makes by hand, taken back or not', async (table, kind, most, row) => {
    await nearly(kossi, kind, most - 1)
    expect(await add(table, row())).toBeNull()
    await drop(table)
    const { status, hint, details } = await rest.ask(kossi, 'POST', table, { body: row() })
    expect([status, hint]).toEqual([429, `too_many_${kind}`])
    expect(Number(details)).toBeGreaterThan(500)
    expect(Number(details)).toBeLessThanOrEqual(600)
    expect(await run('select likes_count::text as value from public.feed_posts where id = $1', [post])).toBe('0')
    await run(`update app.paces set since = now() - interval '61 minutes'`)
    expect(await add(table, row())).toBeNull()
    await drop(table)
  })

  test('an account is not made private and public over and over, nor its publications', async () => {
    const change = async (path: string, body: object) => (await rest.ask(awa, 'PATCH', path, { body })).hint
    await nearly(awa, 'privacy_changes', 9)
    expect(await change(`profiles?id=eq.${awa}`, { is_private: true })).toBeNull()
    expect(await change(`profiles?id=eq.${awa}`, { is_private: true, bio: 'de la lagune' })).toBeNull()
    expect(await change(`profiles?id=eq.${awa}`, { is_private: false })).toBe('too_many_privacy_changes')
    await nearly(awa, 'edits', 199)
    expect(await change(`feed_posts?id=eq.${post}`, { visibility: 'followers' })).toBeNull()
    expect(await change(`feed_posts?id=eq.${post}`, { visibility: 'public' })).toBe('too_many_edits')
  })

  test('people are blocked, and publications made, as often as anybody does; nobody counts for somebody else', async () => {
    await nearly(kossi, 'blocks', 200)
    await nearly(awa, 'blocks', 0)
    expect(await add('blocks', { blocker_id: kossi, blocked_id: awa })).toBe('too_many_blocks')
    expect((await rest.ask(kossi, 'POST', 'blocks', { body: { blocker_id: awa, blocked_id: kossi } })).status).toBe(429)
    expect(await run(`select made::text as value from app.paces where user_id = $1 and kind = 'blocks'`, [awa])).toBe(
      '0',
    )
    const image_url = await makeCreation(database, kossi, `${kossi}/second.webp`)
    await nearly(kossi, 'posts', 500)
    expect(await add('feed_posts', { creator_id: kossi, image_url, prompt: 'x' })).toBe('too_many_posts')
  })
})
