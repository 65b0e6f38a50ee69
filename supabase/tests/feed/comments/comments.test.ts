/** Comments: who may write and read them, and what becomes of what is written. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { ama } from '../../support/lineage-people.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { asOwner } from '../../support/product-rest.ts'
import { openCommenting, type Commenting } from '../comment-people.ts'

let people: Commenting
beforeAll(async () => {
  people = await openCommenting()
  await asOwner(people.database, `update public.profiles set username = 'kossi' where id = $1`, [kossi])
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['feed_posts', 'follows', 'blocks', 'mutes'])
    await asOwner(people.database, `delete from public.${table}`)
})

const follow = (follower: string, followee: string) =>
  asOwner(people.database, `insert into public.follows (follower_id, followee_id, state) values ($1, $2, 'active')`, [
    follower,
    followee,
  ])
const block = (blocker: string, blocked: string) =>
  asOwner(people.database, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [blocker, blocked])
const mentioned = async (comment: string) =>
  (
    await rowsOf<{ id: string }>(people.database, 'select user_id as id from public.mentions where source_id = $1', [
      comment,
    ])
  ).map(({ id }) => id)
const gone = { status: 404, hint: 'not_found' }

describe('writing', () => {
  test('has two levels: a reply to a reply hangs under the first', async () => {
    const post = await people.publish(awa)
    const first = await people.comment(kossi, post, 'Quelle lumière')
    const reply = await people.comment(awa, post, 'Merci', first)
    const deeper = await people.comment(ama, post, 'Moi aussi', reply)
    expect(await people.page(ama, post)).toMatchObject([
      { id: first, replies_count: 2, display_name: expect.any(String) },
    ])
    expect(await people.replies(ama, first)).toMatchObject([
      { id: reply, parent_id: first, author_id: awa },
      { id: deeper, parent_id: first, author_id: ama },
    ])
    const other = await people.publish(awa)
    expect(await people.write(ama, other, 'Ailleurs', first)).toMatchObject(gone)
  })

  test('X-01 keeps words as they are, without what would turn or hide the text around them', async () => {
    const post = await people.publish(awa)
    const bodyOf = async (given: string) => {
      const id = await people.write(kossi, post, given)
      if (typeof id !== 'string') return id.hint
      await people.calm()
      return (await people.page(kossi, post, { sort: 'newest' })).find((entry) => entry.id === id)?.body
    }
    const html = '<script>alert(1)</script> <b onclick="x">é</b> &amp; ${x} \'); drop table'
    expect(await bodyOf(html)).toBe(html)
    expect(await bodyOf('a\u202Eb\u200Bc\u0007d\u2066e')).toBe('abc de')
    expect(await bodyOf('  un\r\n\r\n\r\n\r\ndeux\n \n \ntrois \n')).toBe('un\n\ndeux\n\ntrois')
    expect(await bodyOf('👩🏾‍🎨'.repeat(200))).toBe('👩🏾‍🎨'.repeat(200))
    expect(await bodyOf('e\u0301')).toBe('é')
    expect(await bodyOf('🦜'.repeat(1000))).toHaveLength(2000)
    for (const long of ['🦜'.repeat(1001), '🦜'.repeat(10_000), 'x'.repeat(500_000)])
      expect(await bodyOf(long)).toBe('comment_too_long')
    for (const empty of ['', ' \n\t', '\u200B\u2060\uFEFF', '\u3164\u2800\u200D'])
      expect(await bodyOf(empty)).toBe('comment_empty')
  })

  test('is for whom the author lets, on what they see', async () => {
    const post = await people.publish(awa)
    const decide = async (fields: object) =>
      expect((await (await people.client(awa)).from('feed_posts').update(fields).eq('id', post)).error).toBeNull()
    await decide({ comments_policy: 'followers' })
    const refused = { status: 403, hint: 'comments_closed', details: 'followers' }
    expect(await people.write(kossi, post, 'Je peux ?')).toMatchObject(refused)
    await follow(kossi, awa)
    await people.comment(kossi, post, 'Je peux')
    await people.comment(awa, post, 'Bienvenue')
    await decide({ comments_policy: 'nobody' })
    for (const person of [awa, kossi])
      expect(await people.write(person, post, 'Encore')).toMatchObject({ hint: 'comments_closed', details: 'nobody' })
    await decide({ comments_policy: 'everyone', visibility: 'unlisted' })
    await people.comment(ama, post, 'Par son adresse')
    await decide({ visibility: 'followers' })
    expect(await people.write(ama, post, 'Perdu')).toMatchObject(gone)
    expect(await people.page(ama, post)).toEqual([])
    await decide({ visibility: 'private' })
    expect(await people.write(kossi, post, 'Perdu')).toMatchObject(gone)
    const visit = await people.client('')
    expect((await visit.from('post_comments').insert({ post_id: post, body: 'x' })).error).not.toBeNull()
  })

  test('R-11 in the name of somebody else, or with counts and pins of one’s own, is refused', async () => {
    const post = await people.publish(awa)
    const client = await people.client(kossi)
    for (const more of [
      { author_id: awa },
      { likes_count: 9 },
      { pinned_at: '2026-01-01' },
      { created_at: '2020-01-01' },
    ]) {
      const { error } = await client.from('post_comments').insert({ post_id: post, body: 'x', ...more })
      expect(error?.code).toBe('42501')
    }
  })

  test('the same comment sent twice is there once', async () => {
    const post = await people.publish(awa)
    const row = { id: crypto.randomUUID(), post_id: post, body: 'Une fois' }
    const client = await people.client(kossi)
    expect((await client.from('post_comments').insert(row)).error).toBeNull()
    expect((await client.from('post_comments').insert(row)).error?.code).toBe('23505')
    expect(await people.counts(post)).toEqual({ cached: 1, counted: 1, wrong: 0 })
  })
})

describe('mentions', () => {
  test('are of people who see it and let themselves be named, and follow the words', async () => {
    const post = await people.publish(awa)
    const id = await people.comment(awa, post, 'Avec @kossi. et @AMA, pas awa@kossi ni @awa, @personne, /@ama')
    expect((await mentioned(id)).toSorted()).toEqual([kossi, ama].toSorted())
    const client = await people.client(awa)
    await client.from('post_comments').update({ body: 'Avec @ama' }).eq('id', id)
    expect(await mentioned(id)).toEqual([ama])
    await asOwner(people.database, `update public.profile_settings set who_can_mention = 'nobody' where user_id = $1`, [
      ama,
    ])
    expect(await mentioned(await people.comment(awa, post, '@ama ?'))).toEqual([])
    await asOwner(
      people.database,
      `update public.profile_settings set who_can_mention = 'everyone' where user_id = $1`,
      [ama],
    )
    const own = await people.publish(awa, null, { visibility: 'private', description: 'pour @ama' })
    expect(await mentioned(own)).toEqual([])
    await client.from('feed_posts').update({ visibility: 'public' }).eq('id', own)
    expect(await mentioned(own)).toEqual([ama])
    expect((await (await people.client(kossi)).from('mentions').select('user_id').eq('source_id', own)).data).toEqual(
      [],
    )
    await people.call(awa, 'delete_comment', { comment_id: id })
    expect(await mentioned(id)).toEqual([])
  })
})

describe('what is written', () => {
  test('is changed and deleted by its author alone; replies under it stay', async () => {
    const post = await people.publish(awa)
    const id = await people.comment(kossi, post, 'Faute de frape')
    await people.comment(ama, post, 'frappe', id)
    const change = async (person: string, body: string) =>
      (await people.client(person)).from('post_comments').update({ body }).eq('id', id).select('body,edited_at')
    expect((await change(awa, 'x')).data).toEqual([])
    expect((await change(kossi, ' Faute de frappe ')).data).toEqual([
      { body: 'Faute de frappe', edited_at: expect.any(String) },
    ])
    expect((await change(kossi, 'x'.repeat(1001))).error?.hint).toBe('comment_too_long')
    for (const person of [awa, ama])
      expect(await people.call(person, 'delete_comment', { comment_id: id })).toMatchObject(gone)
    for (let twice = 0; twice < 2; twice += 1)
      expect(await people.call(kossi, 'delete_comment', { comment_id: id })).toBeNull()
    const place = { id, body: '', author_id: null, display_name: null, replies_count: 1 }
    expect(await people.page(ama, post)).toMatchObject([place])
    expect((await change(kossi, 'de retour')).data).toEqual([])
    expect(await rowsOf(people.database, 'select from app.comment_edits where comment_id = $1', [id])).toEqual([])
    expect(await people.counts(post)).toEqual({ cached: 1, counted: 1, wrong: 0 })
  })

  test('is hidden and pinned by the author of the publication alone', async () => {
    const post = await people.publish(awa)
    const [one, two] = [await people.comment(kossi, post, 'un'), await people.comment(ama, post, 'deux')]
    await people.comment(ama, post, 'sous un', one)
    for (const name of ['hide_comment', 'pin_comment']) {
      const params = { comment_id: one, ...(name === 'hide_comment' ? { hidden: true } : { pinned: true }) }
      expect(await people.call(kossi, name, params)).toMatchObject(gone)
    }
    expect(await people.call(awa, 'hide_comment', { comment_id: one, hidden: true })).toBeNull()
    expect((await people.page(ama, post)).map(({ id }) => id)).toEqual([two])
    expect(await people.replies(ama, one)).toEqual([])
    for (const person of [awa, kossi]) expect(await people.page(person, post)).toHaveLength(2)
    const alone = async (person: string) =>
      (await (await people.client(person)).rpc('comment_by_id', { comment_id: one })).data as { id: string }[]
    expect(await alone(ama)).toEqual([])
    expect(await alone(kossi)).toMatchObject([{ id: one, hidden_at: expect.any(String) }])
    expect(await people.counts(post)).toEqual({ cached: 1, counted: 1, wrong: 0 })
    expect(await people.call(awa, 'pin_comment', { comment_id: one, pinned: true })).toMatchObject({
      hint: 'not_pinnable',
    })
    await people.call(awa, 'hide_comment', { comment_id: one, hidden: false })
    expect(await people.counts(post)).toEqual({ cached: 3, counted: 3, wrong: 0 })
    for (const id of [one, two])
      expect(await people.call(awa, 'pin_comment', { comment_id: id, pinned: true })).toBeNull()
    expect((await people.page(ama, post)).map(({ id, pinned_at }) => [id, pinned_at !== null])).toEqual([
      [two, true],
      [one, false],
    ])
    await people.call(awa, 'pin_comment', { comment_id: one, pinned: false })
    expect((await people.page(ama, post))[0]).toMatchObject({ id: two, pinned_at: expect.any(String) })
  })

  test('is not shown between those who are apart, nor with what one has muted', async () => {
    const post = await people.publish(awa)
    const id = await people.comment(kossi, post, 'Un Crépuscule')
    const top = await people.comment(ama, post, 'Bien vu')
    await people.comment(kossi, post, 'Oui', top)
    const mute = (kind: string, target: string) =>
      asOwner(people.database, 'insert into public.mutes (user_id, kind, target) values ($1, $2, $3)', [
        ama,
        kind,
        target,
      ])
    await mute('word', 'crepuscule')
    expect((await people.page(ama, post)).map((entry) => entry.id)).toEqual([top])
    expect(await people.page(awa, post)).toHaveLength(2)
    await asOwner(people.database, 'delete from public.mutes')
    await mute('user', kossi)
    expect((await people.page(ama, post)).map((entry) => entry.id)).toEqual([top])
    expect(await people.replies(ama, top)).toEqual([])
    await asOwner(people.database, 'delete from public.mutes')
    await block(kossi, ama)
    expect((await people.page(ama, post)).map((entry) => entry.id)).toEqual([top])
    expect((await people.page(kossi, post)).map((entry) => entry.id)).toEqual([id])
    expect(await people.write(ama, post, 'Pourquoi ?', id)).toMatchObject(gone)
    const like = (await people.client(ama)).from('comment_likes').insert({ comment_id: id })
    expect((await like).error?.code).toBe('42501')
    expect((await (await people.client(ama)).from('post_comments').select('id').eq('id', id)).data).toEqual([])
  })

  test('goes with the account; what others replied stays', async () => {
    const leaving = 'dddddddd-0000-4000-8000-000000000004'
    const account = `insert into auth.users (id, email) values ($1, 'yao@example.com')`
    await asOwner(people.database, account, [leaving])
    const post = await people.publish(awa)
    const id = await people.comment(leaving, post, 'Je m’en vais')
    await people.comment(ama, post, 'Bon vent', id)
    await asOwner(people.database, 'delete from auth.users where id = $1', [leaving])
    expect(await people.page(ama, post)).toMatchObject([{ id, body: '', author_id: null, replies_count: 1 }])
    expect(await people.counts(post)).toEqual({ cached: 1, counted: 1, wrong: 0 })
  })
})
