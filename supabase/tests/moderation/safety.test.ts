/** Reports, decisions of the staff with their effects, appeals: told to whoever they concern, and reached by nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { asOwner } from '../support/product-rest.ts'
import { ama, awa, kossi, nadia, openSafety, type Safety } from './safety-people.ts'

let safety: Safety
beforeAll(async () => {
  safety = await openSafety()
})
afterAll(() => safety[Symbol.asyncDispose]())

let post: string
let comment: string
beforeEach(async () => {
  const tables = 'public.reports, public.moderation_actions, public.notifications, public.blocks'
  await asOwner(safety.people.database, `truncate ${tables} cascade`)
  await asOwner(safety.people.database, `update public.profiles set status = 'active'`)
  post = await safety.people.publish(awa)
  comment = await asOwner(
    safety.people.database,
    `insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'un mot') returning id as value`,
    [post, awa],
  )
})

const report = (person: string, more: object = {}) =>
  safety.call(person, 'send_report', { target_type: 'post', target_id: post, reason: 'spam', ...more })
const decide = (action: string, more: object = {}, person = nadia) =>
  safety.call(person, 'decide', {
    target_type: 'post',
    target_id: post,
    action,
    rule: 'sensitive',
    public_reason: 'Image violente',
    ...more,
  })
const idOf = ({ rows }: { rows: Record<string, unknown>[] }, name: string) => String(rows[0]?.[name])
const postRow = async () =>
  (
    await safety.read<{ status: string; rating: number; audience: string }>(
      'select status, rating, audience from public.feed_posts where id = $1',
      [post],
    )
  )[0]
const seenBy = async (person: string) =>
  (await (await safety.people.client(person)).from('feed_posts').select('id').eq('id', post)).data?.length === 1

describe('a report', () => {
  test('shows the staff the translation that stands beside the words', async () => {
    const prompt = await asOwner(
      safety.people.database,
      `update public.generations g set prompt = p.prompt, translation = 'une lame', translated_from = 'wo'
       from public.generation_images i, public.feed_posts p
       where p.image_id = i.id and i.generation_id = g.id and p.id = $1 returning p.prompt as value`,
      [post],
    )
    const { rows } = await report(kossi).then(() => safety.call(nadia, 'moderation_queue', {}))
    expect(rows[0]).toMatchObject({ content: { text: `${prompt}\nune lame` } })
  })

  test('is made once by each of those who see what it is about, and read by nobody but them and the staff', async () => {
    const sent = await report(kossi, { details: '  <b>trop</b> \u202Ede pub ' })
    expect(await report(kossi, { reason: 'hate' })).toEqual(sent)
    await report(ama)
    const client = await safety.people.client(kossi)
    expect((await client.from('reports').select('reason,details,state,subject_id')).data).toEqual([
      { reason: 'hate', details: null, state: 'open', subject_id: awa },
    ])
    expect((await (await safety.people.client(awa)).from('reports').select()).data).toEqual([])
    const queue = await safety.call(nadia, 'moderation_queue', {})
    expect(queue.rows).toMatchObject([
      { target_type: 'post', target_id: post, reports_count: 2, reasons: ['hate', 'spam'] },
    ])
  })

  test('is refused about oneself, about what is not there or not seen, and after thirty in an hour', async () => {
    expect((await report(awa)).hint).toBe('report_own')
    expect((await report(awa, { target_type: 'comment', target_id: comment })).hint).toBe('report_own')
    expect((await report(kossi, { target_id: crypto.randomUUID() })).hint).toBe('report_target_gone')
    const hidden = await safety.people.publish(awa, null, { visibility: 'private' })
    expect((await report(kossi, { target_id: hidden })).hint).toBe('report_target_gone')
    expect((await report(kossi, { target_type: 'user', target_id: 'no id' })).hint).toBe('22P02')
    expect((await report(kossi, { reason: 'ugly' })).hint).toBe('23514')
    await asOwner(
      safety.people.database,
      `insert into public.reports (reporter_id, target_type, target_id, reason)
       select $1, 'message', gen_random_uuid(), 'spam' from generate_series(1, 30)`,
      [kossi],
    )
    expect((await report(kossi)).hint).toBe('too_many_reports')
  })

  test('of a message shows the staff what the reporter discloses', async () => {
    const message = {
      target_type: 'message',
      target_id: crypto.randomUUID(),
      reason: 'minor',
      disclosed: '{"text": "…"}',
    }
    await report(kossi, { ...message, details: 'x' })
    await report(kossi)
    const { rows } = await safety.call(nadia, 'moderation_queue', {})
    expect(rows.map((row) => [row['target_type'], row['priority'], row['content']])).toMatchObject([
      ['message', 3, { text: '…' }],
      ['post', 1, { status: 'published' }],
    ])
    const [first] = rows
    // To the microsecond, as it travels.
    const reported = 'select created_at::text as value from public.reports where target_id = $1'
    const next = await safety.call(nadia, 'moderation_queue', {
      after_priority: first?.['priority'],
      after_at: await asOwner(safety.people.database, reported, [message.target_id]),
    })
    expect(next.rows.map((row) => row['target_id'])).toEqual([post])
  })
})

describe('nobody but the staff', () => {
  test('reaches the queue, decides or answers; and nobody decides about themselves', async () => {
    await report(kossi)
    for (const person of [kossi, awa]) {
      expect((await decide('remove', {}, person)).hint).toBe('staff_only')
      for (const name of ['moderation_queue', 'moderation_appeals'])
        expect((await safety.call(person, name, {})).hint).toBe('staff_only')
      const dismissed = await safety.call(person, 'dismiss_reports', { target_type: 'post', target_id: post })
      expect(dismissed.hint).toBe('staff_only')
      const answer = { appeal_id: crypto.randomUUID(), state: 'overturned', answer: '' }
      expect((await safety.call(person, 'answer_appeal', answer)).hint).toBe('staff_only')
    }
    expect((await decide('ban', { target_type: 'user', target_id: nadia })).hint).toBe('own_case')
    expect((await decide('ban')).hint).toBe('decision_invalid')
    expect((await decide('remove', { target_id: crypto.randomUUID() })).hint).toBe('not_found')
    expect((await decide('remove', { public_reason: ' ' })).hint).toBe('23502')
    expect(await postRow()).toMatchObject({ status: 'published' })
  })
})

describe('a decision', () => {
  test('about a publication takes effect at once, is told with its rule and reason, and can be taken back', async () => {
    await report(kossi)
    const { rows } = await decide('remove')
    expect(await postRow()).toMatchObject({ status: 'removed', audience: 'none' })
    expect([await seenBy(kossi), await seenBy(awa)]).toEqual([false, true])
    const action = String(rows[0]?.['decide'])
    expect(await safety.notices(awa)).toMatchObject([
      { kind: 'decision', action_id: action, action: 'remove', target_id: post },
    ])
    expect(await safety.notices(kossi)).toMatchObject([{ kind: 'report', outcome: 'actioned', target_id: post }])
    const told = (await safety.people.client(awa)).from('moderation_actions').select()
    expect((await told).data).toMatchObject([{ id: action, rule: 'sensitive', public_reason: 'Image violente' }])
    expect((await (await safety.people.client(kossi)).from('moderation_actions').select()).data).toEqual([])
    await decide('limit')
    expect(await postRow()).toMatchObject({ status: 'removed' })
    await decide('restore')
    expect(await postRow()).toMatchObject({ status: 'published', audience: 'public' })
    expect(await seenBy(kossi)).toBe(true)
  })

  test('that limits leaves a publication to who looks for it', async () => {
    await decide('limit')
    expect(await postRow()).toMatchObject({ status: 'limited', audience: 'public' })
    expect(await seenBy(kossi)).toBe(true)
  })

  test('that labels raises the rating, which the author may raise and not lower', async () => {
    const client = await safety.people.client(awa)
    const rate = async (rating: number) =>
      (await client.from('feed_posts').update({ rating }).eq('id', post)).error?.hint
    expect(await rate(1)).toBeUndefined()
    await decide('label', { rating: 2 })
    expect(await postRow()).toMatchObject({ rating: 2 })
    expect(await seenBy(kossi)).toBe(false)
    expect(await rate(1)).toBe('rating_set_by_staff')
    expect(await rate(3)).toBeUndefined()
    await decide('restore')
    expect(await postRow()).toMatchObject({ rating: 3 })
    expect(await rate(0)).toBeUndefined()
    expect((await decide('label')).hint).toBe('23514')
  })

  test('that removes keeps the picture from coming back: published again, or as the same file for a reference', async () => {
    const { url, path, id } = await safety.people.picture(awa)
    const again = async () =>
      (
        await (
          await safety.people.client(awa)
        )
          .from('feed_posts')
          .insert({ creator_id: awa, image_url: url, prompt: 'x' })
      ).error?.hint
    const file = (bucket: string, name: string) =>
      asOwner(
        safety.people.database,
        `insert into storage.objects (bucket_id, name, metadata) values ($1, $2, '{"eTag": "\\"aa\\"", "size": 10}')
         returning name as value`,
        [bucket, name],
      )
    await file('generated-images', path)
    await file('temp-images', `${kossi}/upload.webp`)
    const refer = (name: string) =>
      asOwner(
        safety.people.database,
        `insert into public.generation_references (generation_id, position, bucket, path)
         select generation_id, 1, 'temp-images', $2 from public.generation_images where id = $1
         on conflict (generation_id, position) do update set path = excluded.path returning path as value`,
        [id, name],
      )
    expect(await again()).toBeUndefined()
    post = await asOwner(safety.people.database, 'select id as value from public.feed_posts where image_id = $1', [id])
    await refer(`${kossi}/upload.webp`)
    await decide('remove')
    expect(await again()).toBe('picture_removed')
    await expect(refer(`${kossi}/upload.webp`)).rejects.toMatchObject({ hint: 'reference_blocked' })
    await refer(`${kossi}/other.webp`)
    await decide('restore')
    expect(await again()).toBeUndefined()
    await refer(`${kossi}/upload.webp`)
  })

  test('never brings back what its author deleted', async () => {
    await decide('remove')
    await safety.call(awa, 'delete_post', { post_id: post })
    await decide('restore')
    expect(await postRow()).toMatchObject({ status: 'deleted' })
  })

  test('about a comment hides it whatever the author of the publication does', async () => {
    const about = { target_type: 'comment', target_id: comment }
    const count = async () =>
      (await safety.read<{ n: number }>('select comments_count as n from public.feed_posts where id = $1', [post]))[0]
        ?.n
    expect(await count()).toBe(1)
    await decide('remove', about)
    const seen = async () =>
      (await (await safety.people.client(kossi)).from('post_comments').select().eq('id', comment)).data
    expect([await seen(), await count()]).toEqual([[], 0])
    await safety.call(awa, 'hide_comment', { comment_id: comment, is_hidden: false })
    expect(await seen()).toEqual([])
    await decide('restore', about)
    expect([(await seen())?.length, await count()]).toEqual([1, 1])
  })

  test('suspends a person for its time: hidden, adding nothing, back when it ends', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    await decide('suspend', { target_type: 'user', target_id: awa, expires_at: soon })
    expect(await seenBy(kossi)).toBe(false)
    const client = await safety.people.client(awa)
    expect((await client.from('follows').insert({ follower_id: awa, followee_id: kossi })).error?.hint).toBe(
      'account_suspended',
    )
    expect((await client.from('post_comments').insert({ post_id: post, body: 'x' })).error).not.toBeNull()
    await asOwner(
      safety.people.database,
      `update public.moderation_actions set expires_at = now() - interval '1 second'`,
    )
    expect(await asOwner(safety.people.database, 'select public.end_due_decisions() as value')).toBe(1)
    expect(await asOwner(safety.people.database, 'select public.end_due_decisions() as value')).toBe(0)
    expect(await seenBy(kossi)).toBe(true)
  })

  test('may stop somebody from generating only', async () => {
    await decide('suspend_generation', { target_type: 'user', target_id: awa })
    await expect(safety.people.picture(awa)).rejects.toMatchObject({ hint: 'generation_suspended' })
    expect(await seenBy(kossi)).toBe(true)
    await decide('restore', { target_type: 'user', target_id: awa })
    await safety.people.picture(awa)
  })

  test('that nothing is to be done tells who reported, and nobody else', async () => {
    await report(kossi)
    await safety.call(nadia, 'dismiss_reports', { target_type: 'post', target_id: post })
    expect(await safety.notices(kossi)).toMatchObject([{ kind: 'report', outcome: 'rejected' }])
    expect(await safety.notices(awa)).toEqual([])
    expect((await safety.call(nadia, 'moderation_queue', {})).rows).toEqual([])
  })
})

describe('an appeal', () => {
  const contest = (action: string, message = 'C’est une erreur', person = awa) =>
    safety.call(person, 'appeal', { action_id: action, message })

  test('is made once, by whom the decision concerns; overturned, it takes the effect back', async () => {
    const action = idOf(await decide('remove'), 'decide')
    expect((await contest(action, 'x', kossi)).hint).toBe('not_found')
    expect((await contest(action, ' \u200B ')).hint).toBe('appeal_length')
    expect((await contest(action, '🦊'.repeat(10_000))).hint).toBe('appeal_length')
    const appeal = idOf(await contest(action), 'appeal')
    expect((await contest(action)).hint).toBe('appeal_made')
    const { rows } = await safety.call(nadia, 'moderation_appeals', {})
    expect(rows).toMatchObject([{ id: appeal, message: 'C’est une erreur', action: { action: 'remove' } }])
    const answer = { appeal_id: appeal, state: 'overturned', answer: 'Vous avez raison' }
    expect((await safety.call(nadia, 'answer_appeal', answer)).hint).toBeNull()
    expect((await safety.call(nadia, 'answer_appeal', answer)).hint).toBe('not_found')
    expect(await postRow()).toMatchObject({ status: 'published', audience: 'public' })
    expect((await safety.notices(awa))[0]).toMatchObject({ kind: 'appeal', outcome: 'overturned' })
    const own = (await safety.people.client(awa)).from('appeals').select('state,answer')
    expect((await own).data).toEqual([{ state: 'overturned', answer: 'Vous avez raison' }])
  })

  test('that is upheld changes nothing', async () => {
    const appeal = idOf(await contest(idOf(await decide('remove'), 'decide')), 'appeal')
    await safety.call(nadia, 'answer_appeal', { appeal_id: appeal, state: 'upheld', answer: 'La règle est claire' })
    expect(await postRow()).toMatchObject({ status: 'removed' })
  })

  test('is open against a refusal of the generator, one’s own', async () => {
    const refused = await asOwner(
      safety.people.database,
      `insert into public.generations (user_id, prompt, mode, engine, status, blocked_rule, blocked_terms, translation, translated_from)
       values ($1, 'paaka', 'normal', 'builtin', 'blocked', 'violence', '{lame}', 'une lame', 'wo') returning id as value`,
      [awa],
    )
    const ask = (person: string) =>
      safety.call(person, 'contest_generation', { request: refused, message: 'C’est un couteau de cuisine' })
    expect((await ask(kossi)).hint).toBe('not_found')
    expect((await ask(awa)).hint).toBeNull()
    expect((await ask(awa)).hint).toBe('appeal_made')
    const { rows } = await safety.call(nadia, 'moderation_appeals', {})
    expect(rows).toMatchObject([
      { action: { automated: true, action: 'block' }, content: { text: 'paaka\nune lame', terms: ['lame'] } },
    ])
  })
})
