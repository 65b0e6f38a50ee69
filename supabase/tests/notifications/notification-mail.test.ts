/** Mail: what is told by it, when, in one for all that waits; how it reads, and how it is ended. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { wordMail, type MailJob } from '../../functions/mail-worker/word-mail.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner, openProductRest, type ProductRest } from '../support/product-rest.ts'

const one = '11111111-0000-4000-8000-000000000001'
const two = '11111111-0000-4000-8000-000000000002'
let people: Lineage
let rest: ProductRest
let post: string
beforeAll(async () => {
  people = await openLineage()
  rest = await openProductRest(people.database)
  post = await people.publish(awa)
  await run(`update public.profiles set chosen_name = 'Kossi A.' where id = $1`, [kossi])
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await people[Symbol.asyncDispose]()
})
beforeEach(async () => {
  for (const table of ['post_comments', 'post_likes', 'follows', 'notifications', 'notification_preferences'])
    await run(`delete from public.${table}`)
  await run('delete from app.mail_people')
  await run('update public.profile_settings set quiet_hours = null, digest_minute = null, time_zone = default')
})

const run = (sql: string, params: string[] = []) => asOwner(people.database, sql, params)
const like = (person: string) => run('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, person])
const comment = (person: string) =>
  run(`insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'Quel bleu')`, [post, person])
/** Another order each time, as they are never told together. */
const order = (title: string) =>
  run(
    `select app.notify($1::uuid, 'commission', 'commission:' || gen_random_uuid(), null,
       jsonb_build_object('service_title', $2::text, 'url', '/commissions?order=1'), gen_random_uuid())::text as value`,
    [awa, title],
  )
const wantMail = async (...types: string[]) => {
  const rows = types.map((type) => ({ user_id: awa, type, email: true }))
  await (await people.client(awa)).from('notification_preferences').insert(rows).throwOnError()
}
const claim = async (worker = one) =>
  JSON.parse(await run('select public.claim_mails($1::uuid, 60, 10)::text as value', [worker])) as MailJob[]
const finish = (isOver = true, worker = one) =>
  run('select public.finish_mail($1::uuid, $2::uuid, $3::boolean)::text as value', [worker, awa, String(isOver)])
const makeDue = () => run('update app.mail_jobs set due_at = clock_timestamp() where due_at is not null')
const waiting = () => run('select count(*) as value from app.mail_jobs')
/** Minutes until the first is due. */
const wait = async () =>
  Number(await run('select extract(epoch from min(due_at) - clock_timestamp()) / 60 as value from app.mail_jobs'))
const dueAt = () => run(`select to_char(min(due_at) at time zone 'UTC', 'HH24:MI') as value from app.mail_jobs`)

describe('by mail is told', () => {
  test('only what was chosen, and unasked what is about money and safety', async () => {
    await like(kossi)
    await run(`select app.notify($1::uuid, 'payment', 'payment:x:1', null, '{"what": "paid"}')::text as value`, [awa])
    expect(await waiting()).toBe('0')
    await order('Portrait')
    await wantMail('like')
    await like(ama)
    expect(await waiting()).toBe('2')
  })

  test('in ten minutes what need not wait, an hour after the last one, and together', async () => {
    await order('Portrait')
    expect(await wait()).toBeCloseTo(10, 0)
    expect(await claim()).toEqual([])
    await order('Affiche')
    await makeDue()
    const both = (await Promise.all([claim(), claim(two)])).flat()
    expect(both).toMatchObject([{ user_id: awa, entries: [{ type: 'commission' }, { type: 'commission' }] }])
    const worker = (await run('select min(worker::text) as value from app.mail_jobs')) as typeof one
    await finish(true, worker)
    expect(await waiting()).toBe('0')
    await order('Logo')
    expect(await wait()).toBeCloseTo(60, 0)
  })

  test('once a day what can wait, at the hour of the digest, after quiet hours', async () => {
    await wantMail('like', 'comment')
    await like(kossi)
    expect(await dueAt()).toBe('18:00')
    await run('delete from public.post_likes')
    await run(`update public.profile_settings set digest_minute = 1170, time_zone = 'Africa/Porto-Novo'`)
    await like(kossi)
    expect(await dueAt()).toBe('18:30')
    await run('delete from public.post_likes')
    await run(`update public.profile_settings set quiet_hours = '[1140,1860)'`)
    await like(kossi)
    expect(await dueAt()).toBe('06:00')
  })

  test('neither what was read nor what is no longer wanted, when its hour comes', async () => {
    await wantMail('like', 'comment')
    await like(kossi)
    await (await people.client(awa)).rpc('mark_notifications_read')
    await comment(kossi)
    await run(`update public.notification_preferences set email = false where type = 'comment'`)
    await makeDue()
    expect(await claim()).toEqual([])
    expect(await waiting()).toBe('0')
  })

  test('what came while one was sent by the next, and only that', async () => {
    await wantMail('like')
    await like(kossi)
    await makeDue()
    expect(await claim()).toMatchObject([{ entries: [{ actors_count: 1, names: ['Kossi A.'] }] }])
    await like(ama)
    expect(await claim(two)).toEqual([])
    await finish()
    await makeDue()
    expect(await claim()).toMatchObject([{ entries: [{ actors_count: 1, names: ['ama'] }] }])
  })

  test('again by another where a worker fell silent, and later where nobody took it', async () => {
    await order('Portrait')
    await makeDue()
    await claim()
    await run(`update app.mail_jobs set lease_until = clock_timestamp() - interval '1 second'`)
    expect(await claim(two)).toHaveLength(1)
    await finish()
    expect(await waiting()).toBe('1')
    await finish(false, two)
    expect(await wait()).toBeGreaterThan(1)
    await makeDue()
    expect(await claim()).toHaveLength(1)
  })
})

describe('a mail', () => {
  const mailOf = async () => {
    await makeDue()
    const [job] = await claim()
    return wordMail(job!)
  }

  test('of one thing says it, and leads there', async () => {
    await order('Portrait')
    expect(await mailOf()).toMatchObject({
      subject: 'Du nouveau sur votre commande « Portrait »',
      lead: 'Du nouveau sur votre commande « Portrait ».',
      notes: [],
      button: { path: '/commissions?order=1', label: 'Voir' },
    })
  })

  test('of several counts them, names people, and has no word of theirs', async () => {
    await wantMail('like', 'comment')
    await like(kossi)
    await like(ama)
    await comment(kossi)
    const mail = await mailOf()
    expect(mail.subject).toBe('1 commentaire · 2 j’aime')
    expect(mail.notes).toEqual(['· Kossi A. a commenté votre image', '· ama et Kossi A. aiment votre image'])
    expect(JSON.stringify(mail)).not.toContain('bleu')
  })

  test('of messages says who wrote, once for each conversation', () => {
    const message = (who: string, conversation: string) => ({
      type: 'message',
      title: '',
      names: [who],
      actors_count: 1,
      data: { conversation_id: conversation },
    })
    const job = { user_id: awa, token: 't', language: 'fr' } as const
    const entries = [message('Kossi', 'a'), message('Kossi', 'a'), message('Ama', 'b')]
    expect(wordMail({ ...job, entries })).toMatchObject({
      subject: '3 nouveaux messages',
      notes: ['· Kossi vous a écrit', '· Ama vous a écrit'],
    })
    expect(wordMail({ ...job, entries: entries.slice(0, 1) })).toMatchObject({
      subject: 'Kossi vous a écrit',
      button: { path: '/messages?conversation=a' },
    })
  })

  test('in English where one reads English; of many says how many more', () => {
    const entries = Array.from({ length: 12 }, (_, place) => ({
      type: 'remix',
      title: '',
      names: [`Ama ${Math.max(place, 1)}`],
      actors_count: 1,
      data: {},
    }))
    const { subject, notes } = wordMail({ user_id: awa, token: 't', language: 'en', entries })
    expect([subject, notes.length, notes[0], notes.at(-1)]).toEqual([
      '12 remixes',
      9,
      '· Ama 1 remixed your image ×2',
      'And 3 more.',
    ])
  })
})

describe('its link', () => {
  test('ends them without a session, what comes unasked too; letters about money go on', async () => {
    await wantMail('like')
    await like(kossi)
    await makeDue()
    const [job] = await claim()
    await order('Portrait')
    const asVisitor = async (token: string) =>
      (await rest.ask(null, 'POST', 'rpc/stop_mails', { body: { token } })).answer
    expect(await asVisitor(job!.token)).toBe(true)
    expect(await waiting()).toBe('0')
    await order('Affiche')
    await like(ama)
    expect(await waiting()).toBe('0')
    expect(await asVisitor(job!.token.slice(1))).toBe(false)
    const chosen = await (await people.client(awa)).from('notification_preferences').select('type,in_app,push,email')
    expect(chosen.data).toContainEqual({ type: 'commission', in_app: true, push: true, email: false })
  })
})
