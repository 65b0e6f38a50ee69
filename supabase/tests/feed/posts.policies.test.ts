import type { Session } from '@platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { as, awa, kossi, makeCreation, productDatabase, publish, visitor } from '../support/product-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await productDatabase()
  await makeCreation(database, awa)
  await makeCreation(database, kossi)
})
afterAll(() => database.dispose())

const seen = (session: Session, id: string) =>
  database.databases.gateway.read(session, (tx) => tx.query('select id from public.feed_posts where id = $1', [id]))

test('a public post is seen by everybody', async () => {
  const id = await publish(database, awa)
  for (const session of [visitor, as(awa), as(kossi)]) expect(await seen(session, id)).toHaveLength(1)
})

test.each(['private', 'followers', 'unlisted'])('a post that is %s is seen by its author only', async (visibility) => {
  const id = await publish(database, awa, { visibility })
  expect(await seen(as(awa), id)).toHaveLength(1)
  for (const session of [visitor, as(kossi)]) expect(await seen(session, id)).toHaveLength(0)
})

test('size, thumbhash and mode come from the creation', async () => {
  const id = await publish(database, awa)
  const rows = await rowsOf(database, 'select width, height, thumbhash, mode from public.feed_posts where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ width: 1216, height: 688, thumbhash: 'abc', mode: 'enhanced' }])
})

test('the engine is named by its code, whatever the app says of it', async () => {
  const id = await publish(database, awa, {
    metadata: '{"source": "create-modal", "engine": "Moteur intégré (procédural)"}',
  })
  const bare = await publish(database, awa)
  const rows = await rowsOf(database, 'select metadata from public.feed_posts where id = any ($1) order by id', [
    `{${id},${bare}}`,
  ])
  expect(rows).toEqual([
    { metadata: { source: 'create-modal', engine: 'builtin' } },
    { metadata: { engine: 'builtin' } },
  ])
})

test('words that their author does not show are nowhere in the row, and come back when they are', async () => {
  const id = await publish(database, awa, { prompt: 'un secret de teinturier', prompt_visible: 'false' })
  const promptOf = () => rowsOf(database, 'select prompt from public.feed_posts where id = $1', [id])
  expect(await promptOf()).toEqual([{ prompt: '…' }])
  const show = (isVisible: boolean) =>
    database.databases.gateway.write(as(awa), (tx) =>
      tx.execute('update public.feed_posts set prompt_visible = $2 where id = $1', [id, isVisible]),
    )
  await show(true)
  const made = await rowsOf<{ prompt: string }>(
    database,
    'select prompt from public.generations where user_id = $1 order by id desc limit 1',
    [awa],
  )
  expect(await promptOf()).toEqual(made)
  expect(made[0]?.prompt).not.toBe('…')
  await show(false)
  expect(await promptOf()).toEqual([{ prompt: '…' }])
})

test.each([
  ['of another host', 'https://evil.example/x.webp'],
  ['of somebody else', `http://x/storage/v1/object/public/generated-images/${kossi}/picture.webp`],
  ['that was never made', `http://x/storage/v1/object/public/generated-images/${awa}/other.webp`],
])('an image %s cannot be published', async (_, image_url) => {
  await expect(publish(database, awa, { image_url })).rejects.toMatchObject({ code: '23514', hint: 'image_not_own' })
})

test('nobody publishes in the name of somebody else', async () => {
  const forged = database.databases.gateway.write(as(kossi), (tx) =>
    tx.execute('insert into public.feed_posts (creator_id, prompt, image_url) values ($1, $2, $3)', [
      awa,
      'x',
      `http://x/storage/v1/object/public/generated-images/${awa}/picture.webp`,
    ]),
  )
  await expect(forged).rejects.toMatchObject({ code: '42501' })
})

test.each(['likes_count', 'comments_count', 'created_at', 'width', 'mode', 'creator_id', 'image_url'])(
  'nobody writes %s afterwards',
  async (column) => {
    const id = await publish(database, awa)
    const update = database.databases.gateway.write(as(awa), (tx) =>
      tx.execute(`update public.feed_posts set ${column} = ${column} where id = $1`, [id]),
    )
    await expect(update).rejects.toMatchObject({ code: '42501' })
  },
)

test('others neither change nor delete a post', async () => {
  const id = await publish(database, awa)
  const run = (sql: string) => database.databases.gateway.write(as(kossi), (tx) => tx.execute(sql, [id]))
  expect(await run("update public.feed_posts set title = 'x' where id = $1")).toBe(0)
  await expect(run('delete from public.feed_posts where id = $1')).rejects.toMatchObject({ code: '42501' })
})

test.each([
  ['#Lagune, #pirogue  PIROGUE', 'lagune,pirogue'],
  ['été,ete,Été', 'été'],
  ['FORÊT, ÉTÉ, عربي', 'forêt,été,عربي'],
  ['', ''],
  ['#,#,  ,', ''],
  ['a<b>c,d;e', 'abc,de'],
  ['x,'.repeat(300_000), 'x'],
])('hashtags %j become %j', async (given, kept) => {
  const id = await publish(database, awa, { hashtags: given })
  expect(await rowsOf(database, 'select hashtags from public.feed_posts where id = $1', [id])).toEqual([
    { hashtags: kept },
  ])
})

test('likes count exactly under concurrency, once per person, and only on what one can see', async () => {
  const id = await publish(database, awa)
  const like = (session: Session, user: string, post = id) =>
    database.databases.gateway.write(session, (tx) =>
      tx.execute('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, user]),
    )
  await Promise.all([like(as(awa), awa), like(as(kossi), kossi)])
  await expect(like(as(kossi), kossi)).rejects.toMatchObject({ code: '23505' })
  await expect(like(as(kossi), awa)).rejects.toMatchObject({ code: '42501' })
  await expect(like(visitor, kossi)).rejects.toMatchObject({ code: '42501' })
  const hidden = await publish(database, awa, { visibility: 'private' })
  await expect(like(as(kossi), kossi, hidden)).rejects.toMatchObject({ code: '42501' })
  await database.databases.gateway.write(as(kossi), (tx) =>
    tx.execute('delete from public.post_likes where post_id = $1', [id]),
  )
  expect(await rowsOf(database, 'select likes_count from public.feed_posts where id = $1', [id])).toEqual([
    { likes_count: 1 },
  ])
})

test('a like is read by its owner only', async () => {
  const id = await publish(database, awa)
  await database.databases.gateway.write(as(awa), (tx) =>
    tx.execute('insert into public.post_likes (post_id) values ($1)', [id]),
  )
  const likes = (session: Session) =>
    database.databases.gateway.read(session, (tx) =>
      tx.query('select * from public.post_likes where post_id = $1', [id]),
    )
  expect(await likes(as(awa))).toHaveLength(1)
  expect(await likes(as(kossi))).toHaveLength(0)
  await expect(likes(visitor)).rejects.toMatchObject({ code: '42501' })
})

test('generations are read by their owner and written by nobody but the service', async () => {
  const rows = (session: Session) =>
    database.databases.gateway.read(session, (tx) =>
      tx.query('select user_id from public.generations where user_id = $1', [awa]),
    )
  expect((await rows(as(awa))).length).toBeGreaterThan(0)
  expect(await rows(as(kossi))).toEqual([])
  await expect(rows(visitor)).rejects.toMatchObject({ code: '42501' })
  const forged = database.databases.gateway.write(as(awa), (tx) =>
    tx.execute("insert into public.generations (user_id, prompt, engine) values ($1, 'x', 'builtin')", [awa]),
  )
  await expect(forged).rejects.toMatchObject({ code: '42501' })
})
