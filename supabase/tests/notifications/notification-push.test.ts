/** Push: what is due, when, and for which browsers; and how a failing one is left alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import type { PushJob } from '../../functions/push-worker/push-job.ts'
import { wordPush } from '../../functions/push-worker/word-push.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

interface Job {
  readonly notification_id: string
  readonly type: string
  readonly actors_count: number
  readonly names: string[]
  readonly excerpt: string | null
  readonly subscriptions: { id: string; endpoint: string }[]
}

const one = '11111111-0000-4000-8000-000000000001'
const two = '11111111-0000-4000-8000-000000000002'
let people: Lineage
let post: string
beforeAll(async () => {
  people = await openLineage()
  post = await people.publish(awa)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['post_comments', 'post_likes', 'notifications', 'push_subscriptions'])
    await run(`delete from public.${table}`)
  await run('update public.profile_settings set quiet_hours = null, digest_minute = null, time_zone = default')
})

const run = (sql: string, params: string[] = []) => asOwner(people.database, sql, params)
const subscribe = async (person = awa, name = 'one') => {
  const keys = { p256dh: 'B'.repeat(87), auth_key: 'a'.repeat(22) }
  const { data, error } = await (
    await people.client(person)
  ).rpc('save_push_subscription', { endpoint: `https://push.example/${name}`, ...keys })
  if (error) throw error
  return String(data)
}
const like = (person: string) => run('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, person])
const claim = async (worker = one) =>
  JSON.parse(await run('select public.claim_pushes($1::uuid, 60, 10)::text as value', [worker])) as Job[]
const finish = (job: Job | undefined, outcomes: object[], worker = one) =>
  run('select public.finish_push($1::uuid, $2::uuid, $3::jsonb)::text as value', [
    worker,
    job?.notification_id ?? '',
    JSON.stringify(outcomes),
  ])
const subscriptions = () =>
  rowsOf<{ id: string; failures: number }>(people.database, 'select id, failures from public.push_subscriptions')
const makeDue = () => run(`update app.push_jobs set due_at = clock_timestamp() where due_at is not null`)
/** Minutes until the group is due. */
const wait = async () =>
  Number(await run('select extract(epoch from due_at - clock_timestamp()) / 60 as value from app.push_jobs'))

describe('what is due', () => {
  test('goes to one worker, once in ten minutes, however many act', async () => {
    const id = await subscribe()
    await like(kossi)
    const both = (await Promise.all([claim(), claim(two)])).flat()
    expect(both).toMatchObject([{ type: 'like', actors_count: 1, excerpt: null, subscriptions: [{ id }] }])
    const worker = (await run('select worker as value from app.push_jobs')) as typeof one
    await finish(both[0], [{ id, kind: 'ok' }], worker)
    await like(ama)
    expect(await claim()).toEqual([])
    expect(await wait()).toBeCloseTo(10, 0)
    await makeDue()
    expect(await claim()).toMatchObject([{ actors_count: 2, names: ['ama', expect.any(String)] }])
  })

  test('is worded in the language of the app where one chose it, else in that of the profile', async () => {
    await subscribe()
    const speak = async (locale: string, language: string | null) => {
      const client = await people.client(awa)
      await client.from('profiles').update({ locale }).eq('id', awa).throwOnError()
      await client.from('profile_settings').update({ language }).eq('user_id', awa).throwOnError()
    }
    await speak('en', null)
    await like(kossi)
    expect(await claim()).toMatchObject([{ language: 'en' }])
    await run('delete from public.notifications')
    await speak('en', 'fr')
    await like(ama)
    expect(await claim()).toMatchObject([{ language: 'fr' }])
    await speak('fr', null)
  })

  test('while one is sent, what happens waits for the next', async () => {
    const id = await subscribe()
    await like(kossi)
    const [job] = await claim()
    await like(ama)
    expect(await claim(two)).toEqual([])
    await finish(job, [{ id, kind: 'ok' }])
    expect(await wait()).toBeCloseTo(10, 0)
  })

  test('a worker that falls silent is replaced, and not heard any more', async () => {
    const id = await subscribe()
    await like(kossi)
    const [job] = await claim()
    await run(`update app.push_jobs set lease_until = clock_timestamp() - interval '1 second'`)
    expect(await claim(two)).toHaveLength(1)
    await finish(job, [{ id, kind: 'gone' }])
    expect(await subscriptions()).toHaveLength(1)
  })

  test('is not what was read, taken back, or is nobody’s to be told by push', async () => {
    await like(kossi)
    expect(await run('select count(*) as value from app.push_jobs')).toBe('0')
    await subscribe()
    await like(ama)
    await (await people.client(awa)).rpc('mark_notifications_read')
    expect(await claim()).toEqual([])
    await run('delete from public.post_likes')
    expect(await run('select count(*) as value from app.push_jobs')).toBe('0')
  })
})

describe('a digest', () => {
  const atSix = async () => {
    const settings = (await people.client(awa)).from('profile_settings')
    await settings.update({ digest_minute: 1080, time_zone: 'Africa/Porto-Novo' }).eq('user_id', awa).throwOnError()
  }
  const next = (at: string) =>
    run(`select to_char(app.next_digest($1::uuid, $2::timestamptz) at time zone 'UTC', 'DD HH24:MI') as value`, [
      awa,
      at,
    ])

  test('comes at its hour where its person is, today or tomorrow', async () => {
    await atSix()
    expect(await next('2026-01-10 16:59Z')).toBe('10 17:00')
    expect(await next('2026-01-10 17:00Z')).toBe('11 17:00')
  })

  test('is one push for all that can wait, counted when it is sent; money and pictures come at once', async () => {
    const id = await subscribe()
    await atSix()
    await like(kossi)
    await like(ama)
    await run(`insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'Quel bleu')`, [post, kossi])
    await run(`select app.notify($1::uuid, 'payment', 'payment:x:1', null, '{"what": "paid"}') as value`, [awa])
    const [payment, ...others] = await claim()
    expect([payment?.type, others]).toEqual(['payment', []])
    await finish(payment, [{ id, kind: 'ok' }])
    await makeDue()
    const [digest, ...rest] = await claim()
    expect(digest).toMatchObject({ type: 'system', digest: { like: 2, comment: 1 }, subscriptions: [{ id }] })
    expect(rest).toEqual([])
    const words = { title: 'Votre résumé du jour', body: '1 commentaire · 2 j’aime', path: '/notifications' }
    expect(wordPush(digest as unknown as PushJob)).toMatchObject(words)
    await finish(digest, [{ id, kind: 'ok' }])
    // It is no line of the list, and counts as none.
    const client = await people.client(awa)
    const { data } = await client.from('notifications').select('type')
    expect(data?.map(({ type }) => String(type)).toSorted()).toEqual(['comment', 'like', 'payment'])
    expect((await client.rpc('unread_notifications')).data).toBe(3)
  })

  test('is not sent when all of it was read, and leaves out what is not to be pushed', async () => {
    await subscribe()
    await atSix()
    await like(kossi)
    await (await people.client(awa)).rpc('mark_notifications_read')
    await makeDue()
    expect(await claim()).toEqual([])
    await run('delete from public.notifications')
    await run(`insert into public.notification_preferences (user_id, type, push) values ($1, 'comment', false)`, [awa])
    await run(`insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'Encore')`, [post, kossi])
    await like(ama)
    await makeDue()
    expect(await claim()).toMatchObject([{ digest: { like: 1 } }])
    await run('delete from public.notification_preferences')
  })
})

describe('quiet hours', () => {
  const quiet = (hours: string, zone: string) =>
    run('update public.profile_settings set quiet_hours = $2, time_zone = $3 where user_id = $1', [awa, hours, zone])
  const after = (at: string) =>
    run(`select to_char(app.after_quiet_hours($1::uuid, $2::timestamptz) at time zone 'UTC', 'DD HH24:MI') as value`, [
      awa,
      at,
    ])

  test('end in the person’s own time zone, past midnight too, and with the clocks changed', async () => {
    await quiet('[1320,1860)', 'Europe/Paris')
    expect(await after('2026-01-10 20:59Z')).toBe('10 20:59')
    expect(await after('2026-01-10 21:00Z')).toBe('11 06:00')
    expect(await after('2026-01-11 05:59Z')).toBe('11 06:00')
    expect(await after('2026-01-11 06:00Z')).toBe('11 06:00')
    expect(await after('2026-03-28 22:00Z')).toBe('29 05:00')
    await quiet('[780,840)', 'Africa/Porto-Novo')
    expect(await after('2026-01-10 12:30Z')).toBe('10 13:00')
    await run('update public.profile_settings set quiet_hours = null')
    expect(await after('2026-01-10 12:30Z')).toBe('10 12:30')
  })

  test('hold everything back but money and messages', async () => {
    await subscribe()
    await quiet('[0,1440)', 'Africa/Abidjan')
    await like(kossi)
    expect(await claim()).toEqual([])
    expect(await wait()).toBeGreaterThan(0)
    for (const type of ['payment', 'message'])
      await run(`select app.notify($1::uuid, $2::text, $2 || ':x', $3::uuid, '{}')::text as value`, [awa, type, kossi])
    expect((await claim()).map(({ type }) => type).toSorted()).toEqual(['message', 'payment'])
  })

  test('give one push at their end for all the groups that they held back, and a lone group its own', async () => {
    const id = await subscribe()
    await quiet('[0,1440)', 'Africa/Abidjan')
    const comment = (author: string) =>
      run(`insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'Quel bleu')`, [post, author])
    const follow = () => run('insert into public.follows (follower_id, followee_id) values ($1, $2)', [ama, awa])
    await like(kossi)
    await like(ama)
    await makeDue()
    const [alone, ...none] = await claim()
    expect([alone, none]).toMatchObject([{ type: 'like', actors_count: 2, digest: null }, []])
    await finish(alone, [{ id, kind: 'ok' }])

    await comment(kossi)
    await follow()
    await comment(ama)
    const waiting = 'select count(*)::text as value from app.push_jobs where due_at is not null'
    expect(await run(waiting)).toBe('1')
    await makeDue()
    const [digest, ...rest] = await claim()
    expect([digest, rest]).toMatchObject([{ type: 'system', digest: { comment: 2, follow: 1 } }, []])
    const words = {
      title: 'Pendant vos heures calmes',
      body: '2 commentaires · 1 abonné ou demande',
      path: '/notifications',
    }
    expect(wordPush(digest as unknown as PushJob)).toMatchObject(words)
    await finish(digest, [{ id, kind: 'ok' }])
    await run('delete from public.follows')
  })
})

describe('a browser that cannot be told', () => {
  test('is tried three times with growing pauses, alone, and given up after three notifications', async () => {
    const [good, bad] = [await subscribe(awa, 'good'), await subscribe(awa, 'bad')]
    for (const [place, actor] of [kossi, ama, kossi].entries()) {
      await run(`select app.notify($1::uuid, 'follow', 'follow:' || $2, $3::uuid, '{}')::text as value`, [
        awa,
        String(place),
        actor,
      ])
      const [first] = await claim()
      expect(first?.subscriptions).toHaveLength(2)
      await finish(first, [
        { id: good, kind: 'ok' },
        { id: bad, kind: 'failed', ...(place === 0 && { retry_seconds: 7200 }) },
      ])
      expect(await run(`select max(due_at) > clock_timestamp() + interval '1 hour' as value from app.push_jobs`)).toBe(
        place === 0,
      )
      for (const _ of ['second', 'third']) {
        await makeDue()
        const [again] = await claim()
        expect(again?.subscriptions).toMatchObject([{ id: bad }])
        await finish(again, [{ id: bad, kind: 'failed' }])
      }
      expect(await claim()).toEqual([])
      const failures = (await subscriptions()).find(({ id }) => id === bad)?.failures
      expect(failures).toBe([1, 2, undefined][place])
    }
    expect(await subscriptions()).toEqual([{ id: good, failures: 0 }])
  })

  test('is forgotten at once when its service says that it is gone', async () => {
    const id = await subscribe()
    await like(kossi)
    const [job] = await claim()
    await finish(job, [{ id, kind: 'gone' }])
    expect(await subscriptions()).toEqual([])
  })

  test('belongs to whoever signed in on it last; its address alone takes it from nobody', async () => {
    await subscribe(awa, 'shared')
    await subscribe(kossi, 'shared')
    expect(await run('select string_agg(user_id::text, $1) as value from public.push_subscriptions', [','])).toBe(kossi)
    const stolen = await (
      await people.client(ama)
    ).rpc('save_push_subscription', {
      endpoint: 'https://push.example/shared',
      p256dh: 'C'.repeat(87),
      auth_key: 'a'.repeat(22),
    })
    expect(stolen.error).toMatchObject({ hint: 'subscription_taken' })
    for (let count = 0; count < 22; count += 1) await subscribe(awa, `browser-${count}`)
    expect(await run('select count(*) as value from public.push_subscriptions where user_id = $1', [awa])).toBe('20')
  })
})
