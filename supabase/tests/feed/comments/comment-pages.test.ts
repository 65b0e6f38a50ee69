/** Comments as pages, and that storms of them are damped and counted exactly. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { ama } from '../../support/lineage-people.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { asOwner } from '../../support/product-rest.ts'
import { openCommenting, type CommentEntry, type Commenting } from '../comment-people.ts'

let people: Commenting
beforeAll(async () => {
  people = await openCommenting()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await asOwner(people.database, 'delete from public.feed_posts')
})

describe('pages', () => {
  test.each(['relevant', 'newest'])(
    '%s: each comment once, the pinned one first, and a cursor for this list alone',
    async (sort) => {
      const post = await people.publish(awa)
      await asOwner(
        people.database,
        `insert into public.post_comments (post_id, author_id, body, likes_count, created_at)
       select $1, $2, 'n° ' || n, n % 4, now() - (n % 5) * interval '1 minute' from generate_series(1, 25) n`,
        [post, kossi],
      )
      const pinned = await people.comment(awa, post, 'À lire')
      await people.call(awa, 'pin_comment', { comment_id: pinned, pinned: true })
      const whole = await people.page(ama, post, { sort, page_size: 50 })
      const seen: CommentEntry[] = []
      let cursor: string | null = null
      for (let turn = 0; turn < 5 && (turn === 0 || cursor !== null); turn += 1) {
        const page: CommentEntry[] = await people.page(ama, post, { sort, cursor, page_size: 7 })
        seen.push(...page)
        cursor = page.length < 7 ? null : (page.at(-1)?.cursor ?? null)
      }
      expect(seen.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      expect(whole).toHaveLength(26)
      expect(whole[0]?.id).toBe(pinned)
      const keys = whole
        .slice(1)
        .map(({ likes_count, created_at }) => (sort === 'relevant' ? likes_count : Date.parse(created_at)))
      expect(keys).toEqual(keys.toSorted((a, b) => b - a))
      const elsewhere = await people.publish(awa)
      const other = sort === 'relevant' ? 'newest' : 'relevant'
      const wrong = [
        [elsewhere, { sort, cursor: whole[3]?.cursor }],
        [post, { sort: other, cursor: whole[3]?.cursor }],
        [post, { sort, cursor: 'x' }],
        [post, { sort, cursor: `${sort}.00000000.0.0.${awa}` }],
      ] as const
      for (const [id, options] of wrong)
        await expect(people.page(ama, id, options)).rejects.toMatchObject({ hint: 'cursor_invalid' })
    },
  )
})

describe('storms', () => {
  test('thirty comments of one person at once: ten are kept, all are counted', async () => {
    const post = await people.publish(awa)
    const sent = await Promise.all(Array.from({ length: 30 }, (_, n) => people.write(kossi, post, `n° ${n}`)))
    expect(sent.filter((answer) => typeof answer === 'string')).toHaveLength(10)
    for (const answer of sent.filter((each) => typeof each !== 'string'))
      expect(answer).toMatchObject({ status: 429, hint: 'too_many_comments' })
    expect(await people.counts(post)).toEqual({ cached: 10, counted: 10, wrong: 0 })
    const client = await people.client(ama)
    const rows = Array.from({ length: 11 }, () => ({ post_id: post, body: 'd’un coup' }))
    expect((await client.from('post_comments').insert(rows)).error?.hint).toBe('too_many_comments')
  })

  test('counts stay exact while people comment, reply, delete, hide and like all at once', async () => {
    const post = await people.publish(awa)
    const tops = [await people.comment(kossi, post, 'a'), await people.comment(ama, post, 'b')]
    const replies = [await people.comment(kossi, post, 'c', tops[1]), await people.comment(ama, post, 'd', tops[0])]
    await people.calm()
    const like = async (person: string, comment_id: string, isLiked: boolean) => {
      const likes = (await people.client(person)).from('comment_likes')
      return isLiked ? likes.insert({ comment_id }) : likes.delete().eq('comment_id', comment_id)
    }
    await Promise.all([
      ...[kossi, ama, awa].flatMap((person) =>
        tops.flatMap((top, n) => [
          people.write(person, post, `r${n}`, top),
          people.write(person, post, `r${n} bis`, top),
        ]),
      ),
      people.call(awa, 'hide_comment', { comment_id: tops[0], hidden: true }),
      people.call(kossi, 'delete_comment', { comment_id: replies[0] }),
      people.call(ama, 'delete_comment', { comment_id: tops[1] }),
      ...[kossi, ama, awa].flatMap((person) => [like(person, tops[1] ?? '', true), like(person, tops[1] ?? '', false)]),
    ])
    const counts = await people.counts(post)
    expect(counts).toEqual({ cached: counts.counted, counted: counts.counted, wrong: 0 })
    await people.call(awa, 'hide_comment', { comment_id: tops[0], hidden: false })
    const shown = await people.counts(post)
    expect(shown).toEqual({ cached: shown.counted, counted: shown.counted, wrong: 0 })
    expect(shown.counted).toBeGreaterThan(counts.counted)
    await asOwner(people.database, 'update public.feed_posts set comments_count = 99 where id = $1', [post])
    expect(await asOwner(people.database, 'select app.recount_comments() as value')).toBe(1)
    expect(await people.counts(post)).toEqual(shown)
  })
})
