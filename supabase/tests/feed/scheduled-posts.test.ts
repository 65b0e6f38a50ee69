/** A publication for later: refused now where it would be refused then, published once at its hour, and told. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { awa, kossi } from '../support/product-database.ts'
import { openFeed, type FeedPeople } from './feed-people.ts'

let people: FeedPeople
let client: SupabaseClient
beforeAll(async () => {
  people = await openFeed()
  client = await people.client(kossi)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['public.scheduled_posts', 'public.feed_posts', 'public.notifications', 'realtime.messages'])
    await people.sql(`delete from ${table}`)
})

const pictureOf = (person: string) => `http://x/storage/v1/object/public/generated-images/${person}/picture.webp`
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Answers the name of the refusal, or null. */
async function plan(fields: object = {}, person = kossi): Promise<string | null> {
  const row = { prompt: 'une pirogue', image_url: pictureOf(person), publish_at: inMinutes(60), ...fields }
  const { error } = await (await people.client(person)).from('scheduled_posts').insert(row)
  return error && (error.hint || error.code)
}
const planned = async () =>
  (await client.from('scheduled_posts').select('id,publish_at,refusal,title').order('publish_at')).data ?? []
/** As if its hour had come: without the triggers, which judge hours by the server's own clock. */
const makeDue = () =>
  people.sql(`do $due$ begin
    set local session_replication_role = replica;
    update public.scheduled_posts set publish_at = clock_timestamp() - interval '1 second';
  end $due$`)
const publishDue = () => people.sql('select public.publish_due_posts()::text as value')
const posts = async (person = kossi) => (await (await people.client(person)).from('feed_posts').select()).data ?? []
const told = async () =>
  (await client.from('notifications').select('type,data').order('id')).data?.map(({ type, data }) => [type, data.what])

describe('a planned publication', () => {
  test('is none until its hour, then one with the words that were written, whoever asks at the same time', async () => {
    const id = crypto.randomUUID()
    expect(await plan({ id, title: 'Le soir', hashtags: '#Lagune', visibility: 'followers' })).toBeNull()
    expect(await publishDue()).toBe('0')
    expect([await posts(), (await planned()).length]).toEqual([[], 1])
    expect(await people.sql('select count(*)::text as value from realtime.messages')).toBe('0')

    await makeDue()
    const rounds = await Promise.all([publishDue(), publishDue(), publishDue()])
    expect(rounds.toSorted()).toEqual(['0', '0', '1'])
    const [post] = await posts()
    expect(post).toMatchObject({
      id,
      title: 'Le soir',
      hashtags: 'lagune',
      visibility: 'followers',
      audience: 'followers',
    })
    expect(Date.now() - Date.parse(post?.['created_at'])).toBeLessThan(60_000)
    expect([await planned(), (await posts()).length]).toEqual([[], 1])
    expect(await told()).toEqual([['system', 'planned_published']])
  })

  test('of several images is rehearsed with each of them, and says in which language it is', async () => {
    const url = pictureOf(kossi)
    expect(await plan({ more_images: [{ url: pictureOf(awa) }] })).toBe('image_not_own')
    expect(await plan({ more_images: [{ url }] })).toBe('image_twice')
    await people.sql(
      `insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
       select generation_id, user_id, 2, bucket, user_id || '/second.webp', replace(url, 'picture', 'second'), 800, 600, 1000, 'abc'
       from public.generation_images where user_id = $1`,
      [kossi],
    )
    const second = url.replace('picture', 'second')
    expect(await plan({ lang: 'fon', more_images: [{ url: second, alt: 'Le soir' }] })).toBeNull()
    await makeDue()
    expect(await publishDue()).toBe('1')
    const more = [expect.objectContaining({ url: second, alt: 'Le soir', width: 800 })]
    expect(await posts()).toMatchObject([{ image_url: url, more_images: more, read_lang: 'fon' }])
    await people.sql(`delete from public.feed_posts`)
    await people.sql(`delete from public.generation_images where position = 2`)
  })

  test('keeps to hours to come, thirty days at most, and to fifty of one person', async () => {
    expect(await plan({ publish_at: inMinutes(-1) })).toBe('schedule_past')
    expect(await plan({ publish_at: inMinutes(30 * 24 * 60 + 5) })).toBe('schedule_too_far')
    expect(await plan({ publish_at: 'demain' })).toBe('22007')
    expect(await plan({ publish_at: inMinutes(30 * 24 * 60 - 5) })).toBeNull()
    const change = async (minutes: number) => {
      const { error } = await client
        .from('scheduled_posts')
        .update({ publish_at: inMinutes(minutes) })
        .neq('prompt', '')
      return error?.hint ?? null
    }
    expect(await change(-5)).toBe('schedule_past')
    expect(await change(40)).toBeNull()
    await people.sql(`delete from public.scheduled_posts`)
    await people.sql(
      `insert into public.generations (user_id, prompt, mode, engine, status)
       select $1, 'une pirogue', 'enhanced', 'builtin', 'succeeded' from generate_series(1, 50)`,
      [kossi],
    )
    await people.sql(
      `insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
       select g.id, g.user_id, 2, 'generated-images', $1 || '/' || g.id, 'http://x/storage/v1/object/public/generated-images/' || $1 || '/' || g.id,
         8, 8, 8, 'abc'
       from public.generations g where g.user_id = $1::uuid`,
      [kossi],
    )
    await people.sql(
      `insert into public.scheduled_posts (creator_id, prompt, image_url, publish_at)
       select user_id, 'une pirogue', url, now() + interval '1 hour' from public.generation_images
       where user_id = $1 and position = 2 order by id limit 50`,
      [kossi],
    )
    expect(await plan()).toBe('too_many_scheduled')
  })

  test('is refused at once where the publication itself would be, and nothing is left of the attempt', async () => {
    expect(await plan({ image_url: pictureOf(awa) })).toBe('image_not_own')
    expect(await plan({ creator_id: awa, image_url: pictureOf(awa) })).toBe('42501')
    expect(await plan({ title: 'x'.repeat(121) })).toBe('23514')
    expect(await plan({ id: crypto.randomUUID() })).toBeNull()
    expect(await plan()).toBe('23505')
    await people.sql(`update public.profiles set status = 'suspended' where id = $1`, [awa])
    expect(await plan({}, awa)).toBe('account_suspended')
    await people.sql(`update public.profiles set status = 'active' where id = $1`, [awa])
    expect([await posts(), await posts(awa)]).toEqual([[], []])
    expect(
      await people.sql('select posts_count::text as value from public.profile_counters where user_id = $1', [kossi]),
    ).toBe('0')
  })

  test('R-01 is moved, cancelled and published at once by its author alone', async () => {
    const id = crypto.randomUUID()
    await plan({ id })
    const stranger = await people.client(awa)
    expect((await stranger.rpc('publish_planned_now', { id })).error?.hint).toBe('not_planned')
    expect((await client.rpc('publish_planned_now', { id })).error).toBeNull()
    expect((await posts()).map((post) => post['id'])).toEqual([id])
    expect(await told()).toEqual([])
    expect((await client.rpc('publish_planned_now', { id })).error?.hint).toBe('not_planned')
    expect((await client.rpc('publish_due_posts', {})).error?.code).toBe('42501')

    await plan()
    await client.from('scheduled_posts').delete().neq('prompt', '')
    await makeDue()
    expect([await publishDue(), (await posts()).length]).toEqual(['0', 1])
  })

  test('that cannot be published any more is told, kept, tried no more by itself, and again when its hour is set anew', async () => {
    await plan()
    await people.sql(`update public.profiles set status = 'suspended' where id = $1`, [kossi])
    await makeDue()
    expect([await publishDue(), await publishDue()]).toEqual(['0', '0'])
    expect((await planned()).map(({ refusal }) => refusal)).toEqual(['account_not_active'])
    expect(await told()).toEqual([['system', 'planned_refused']])
    await people.sql(`update public.profiles set status = 'active' where id = $1`, [kossi])
    expect([await publishDue(), await posts()]).toEqual(['0', []])
    await client
      .from('scheduled_posts')
      .update({ publish_at: inMinutes(5) })
      .neq('prompt', '')
    await makeDue()
    expect(await publishDue()).toBe('1')
  })

  test('keeps hidden words hidden, is in the archive of its author and goes with its picture', async () => {
    await plan({ prompt_visible: false, prompt: 'ma recette' })
    const archive = await people.sql(`select public.personal_rows($1, 'scheduled_posts')::text as value`, [kossi])
    expect(archive).toContain('ma recette')
    await makeDue()
    await publishDue()
    expect((await posts()).map(({ prompt }) => prompt)).toEqual(['…'])
    await people.sql('delete from public.feed_posts')
    await plan()
    await people.sql('delete from public.generation_images where user_id = $1', [kossi])
    expect(await planned()).toEqual([])
  })
})
