/** Very many who like one publication at the same moment: counted and told exactly, and nearly nobody waits. */
import { systemSession } from '@platform/database'
import { expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { openLineage } from '../support/lineage-people.ts'
import { awa } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

const crowd = Array.from({ length: 24 }, (_, place) => `dddddddd-0000-4000-8000-${String(place).padStart(12, '0')}`)

test('of very many who like at the same moment nearly nobody waits, and a moment later each that stands is counted and told', async () => {
  await using people = await openLineage()
  const run = (sql: string, params: string[] = []) => asOwner(people.database, sql, params)
  await run('insert into auth.users (id, email) select id, id || $2 from unnest($1::uuid[]) as id', [
    `{${crowd.join()}}`,
    '@example.com',
  ])
  const post = await people.publish(awa)
  const told = () =>
    rowsOf<{ type: string; actors_count: number; actor_ids: string[] }>(
      people.database,
      `select type, actors_count, actor_ids from public.notifications where user_id = $1`,
      [awa],
    )
  const { gateway, system } = people.database.databases
  const act = (person: string, sql: string) => {
    const claims = { role: 'authenticated', sub: person }
    return gateway.write({ role: 'authenticated', claims }, (tx) => tx.execute(sql, [post, person]))
  }
  const ended: string[] = []
  const likeAs = async (person: string) => {
    await act(person, 'insert into public.post_likes (post_id, user_id) values ($1, $2)')
    ended.push(person)
  }
  const unlikeAs = (person: string) => act(person, 'delete from public.post_likes where post_id = $1 and user_id = $2')
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = system.write(systemSession, async (tx) => {
    await tx.query('select from public.feed_posts where id = $1 for no key update', [post])
    held.resolve()
    await over.promise
  })
  await held.promise
  const likes = crowd.map(likeAs)
  await expect.poll(() => ended.length).toBe(crowd.length - 2)
  const [again = '', ...gone] = ended.slice(0, 4)
  for (const person of [again, ...gone]) await unlikeAs(person)
  await likeAs(again)
  over.resolve()
  await Promise.all([holding, ...likes])
  // One that goes while others wait to be counted waits with them.
  await unlikeAs(crowd.find((person) => !ended.slice(0, crowd.length - 2).includes(person)) ?? '')

  const standing = crowd.length - gone.length - 1
  expect(await run('select public.fold_likes(3)::int as value')).toBe(3)
  while (Number(await run('select public.fold_likes()::int as value')) > 0);
  const counts = `select p.likes_count, (select count(*)::int from app.likes_to_fold) as waiting from public.feed_posts p where p.id = $1`
  expect(await rowsOf(people.database, counts, [post])).toEqual([{ likes_count: standing, waiting: 0 }])
  expect(await told()).toMatchObject([{ type: 'like', actors_count: standing }])
  expect((await told())[0]?.actor_ids).not.toEqual(expect.arrayContaining([gone[0]]))
  await likeAs(gone[0] ?? '')
  expect(await rowsOf(people.database, counts, [post])).toEqual([{ likes_count: standing + 1, waiting: 0 }])
  expect((await told())[0]).toMatchObject({
    actors_count: standing + 1,
    actor_ids: expect.arrayContaining([gone[0]]),
  })
})
