/** Teen mode: what the server keeps to for somebody from fifteen to eighteen, whoever asks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openGraph, type Graph } from './graph-people.ts'

let graph: Graph
beforeAll(async () => {
  graph = await openGraph()
})
afterAll(() => graph[Symbol.asyncDispose]())

const day = (date: Date) => date.toISOString().slice(0, 10)
const bornYearsAgo = (years: number, days = 0) => {
  const date = new Date()
  date.setUTCFullYear(date.getUTCFullYear() - years)
  date.setUTCDate(date.getUTCDate() - days)
  return day(date)
}
const start = (person: string, birth: string, code?: string) =>
  graph.call(person, 'start_teen_mode', { birth_date: birth, ...(code !== undefined && { code }) })
const settle = (person: string, change: object) =>
  graph.rest.ask(person, 'PATCH', `profile_settings?user_id=eq.${person}`, { body: change })
const settingsOf = async (person: string) =>
  (await graph.rest.ask(person, 'GET', `profile_settings?user_id=eq.${person}`)).rows[0]

async function teenager(code?: string): Promise<string> {
  const person = await graph.person()
  expect((await start(person, bornYearsAgo(16), code)).status).toBe(200)
  return person
}

describe('who is in it', () => {
  test('is under eighteen and fifteen or over; of the date only the eighteenth birthday is kept', async () => {
    const person = await graph.person()
    const hints = []
    for (const birth of [bornYearsAgo(18), bornYearsAgo(14), bornYearsAgo(-1), '1850-01-01'])
      hints.push((await start(person, birth)).hint)
    expect(hints).toEqual(['teen_of_age', 'teen_too_young', 'birth_invalid', 'birth_invalid'])
    expect((await settingsOf(person))?.['teen_until']).toBeNull()

    const birth = bornYearsAgo(15)
    const until = (await start(person, birth)).answer
    expect(until).toBe(`${Number(birth.slice(0, 4)) + 18}${birth.slice(4)}`)
    expect((await start(person, birth)).answer).toBe(until)
    expect((await start(person, bornYearsAgo(16))).hint).toBe('teen_mode_on')
    expect((await settle(person, { teen_until: null })).status).toBe(403)
  })

  test('stays until that day: looser is refused, stricter is not, and the account is private as long as they like', async () => {
    const person = await teenager()
    expect(await settingsOf(person)).toMatchObject({
      who_can_message: 'following',
      who_can_mention: 'following',
      show_follow_lists: 'followers',
      max_rating: 0,
      noindex: true,
      ai_training: false,
      in_leaders: false,
      hide_counts: true,
      quiet_hours: '[1320,1860)',
    })
    const looser = [
      { who_can_message: 'everyone' },
      { who_can_mention: 'everyone' },
      { max_rating: 1 },
      { noindex: false },
      { ai_training: true },
      { in_leaders: true },
      { quiet_hours: null },
      { quiet_hours: '[1380,1860)' },
    ]
    for (const change of looser) expect([change, (await settle(person, change)).hint]).toEqual([change, 'teen_mode'])
    for (const change of [{ who_can_message: 'nobody' }, { quiet_hours: '[1200,1900)' }, { hide_counts: false }])
      expect((await settle(person, change)).status).toBe(204)
    const profile = `profiles?id=eq.${person}`
    expect((await graph.rest.ask(null, 'GET', profile)).rows).toMatchObject([{ is_private: true, noindex: true }])
    expect((await graph.rest.ask(person, 'PATCH', profile, { body: { is_private: false } })).status).toBe(204)

    await graph.run('update public.profile_settings set teen_until = current_date where user_id = $1', [person])
    expect((await settle(person, { who_can_message: 'everyone', quiet_hours: null })).status).toBe(204)
  })

  test('leaves with the code of a parent, which nobody guesses', async () => {
    const [person, other] = [await teenager('4821'), await teenager()]
    const end = (who: string, code: string) => graph.call(who, 'end_teen_mode', { code })
    expect((await start(await graph.person(), bornYearsAgo(16), '12')).hint).toBe('code_invalid')
    expect((await end(other, '4821')).hint).toBe('teen_code_none')
    expect((await graph.call(person, 'teen_mode_has_code', {})).answer).toBe(true)
    for (const wrong of ['0000', '1111', '2222', '3333', '']) expect((await end(person, wrong)).answer).toBe(false)
    const refused = await end(person, '4821')
    expect([refused.hint, Number(refused.details) > 3500]).toEqual(['too_many_codes', true])
    await graph.run(`update app.teen_codes set failed_at = now() - interval '1 hour' where user_id = $1`, [person])
    expect((await end(person, '4821')).answer).toBe(true)
    expect((await settle(person, { who_can_message: 'everyone' })).status).toBe(204)
  })
})

describe('whoever is in it', () => {
  test('hears of no stranger: neither messages nor the words of a present, and is proposed to nobody', async () => {
    const [stranger, friend, teen] = [await graph.person(), await graph.person(), await graph.person()]
    await graph.post(teen, 'une pirogue')
    const proposed = async () =>
      (await graph.call(stranger, 'people_to_follow', { max: 50 })).rows.some(({ id }) => id === teen)
    const write = async (who: string) => (await graph.call(who, 'may_write_to', { person: teen })).answer
    const tip = async (who: string) =>
      (await graph.call(who, 'send_tip', { creator: teen, credits: 1, key: crypto.randomUUID(), note: 'salut' })).hint
    expect([await proposed(), await write(stranger), await tip(stranger)]).toEqual([true, true, 'paid_credits_missing'])
    await start(teen, bornYearsAgo(17))
    // Published for everybody again: that alone is theirs to choose.
    await graph.rest.ask(teen, 'PATCH', `profiles?id=eq.${teen}`, { body: { is_private: false } })
    await graph.follow(teen, friend)
    expect([await proposed(), await write(stranger), await tip(stranger)]).toEqual([false, false, 'tip_nobody'])
    expect([await write(friend), await tip(friend)]).toEqual([true, 'paid_credits_missing'])
    expect((await graph.call(stranger, 'start_conversation', { other: teen })).status).toBe(403)
  })

  test('is woken by nothing at night, not even by a message or a digest', async () => {
    const [teen, grown] = [await teenager(), await graph.person()]
    // Where it is two in the morning now.
    const hour = new Date().getUTCHours()
    const east = ((2 - hour + 36) % 24) - 12
    const zone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
    const hours = []
    for (const who of [teen, grown]) {
      await settle(who, { time_zone: zone, quiet_hours: '[1320,1860)', digest_minute: 5 * 60 })
      const endpoint = `https://fcm.googleapis.com/fcm/send/${who}`
      await graph.run(
        `insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
         values ($1, $2, repeat('k', 87), repeat('a', 22))`,
        [who, endpoint],
      )
      for (const type of ['message', 'like']) {
        const told = `select app.notify($1, '${type}', app.notification_key('${type}', $1, now()), null, '{}', $1)::text as value`
        await graph.run(told, [who])
      }
      const local = `select string_agg(distinct extract(hour from j.due_at at time zone '${zone}')::text, ',') as value
        from app.push_jobs j join public.notifications n on n.id = j.notification_id where n.user_id = $1`
      hours.push(await graph.run(local, [who]))
    }
    expect(hours).toEqual(['7', expect.stringMatching(/^[23],5$/u)])
  })

  test('spends, earns and orders nothing', async () => {
    const [teen, creator] = [await teenager(), await graph.person()]
    const price = `select id::text as value from billing.prices where sku = 'pack_25' and valid_to is null limit 1`
    const order = { price_id: await graph.run(price), provider: 'sandbox', method: 'mtn_bj' }
    const buy = (who: string, more: object = {}) =>
      graph
        .run('select public.start_payment($1, $2::jsonb)::text as value', [
          who,
          JSON.stringify({ ...order, idempotency_key: crypto.randomUUID(), ...more }),
        ])
        .then(
          () => null,
          (error: { hint?: string }) => error.hint,
        )
    const name = await graph.run('select username::text as value from public.profiles where id = $1', [teen])
    expect(await buy(teen)).toBe('teen_mode')
    expect(await buy(creator, { gift: { username: name, message: 'pour toi' } })).toBe('gift_nobody')
    expect(await buy(creator)).toBeNull()
    const hintOf = async (fn: string, body: object) => (await graph.call(teen, fn, body)).hint
    const key = crypto.randomUUID()
    expect(await hintOf('send_tip', { creator, credits: 1, key })).toBe('teen_mode')
    expect(await hintOf('ask_payout', { amount: 2000, key })).toBe('teen_mode')
    expect(await hintOf('request_commission', { id: key, service: key, wish: {} })).toBe('teen_mode')
    const grown = { legal_name: 'Awa Koné', birth_date: '1990-01-01', country: 'BJ', number_is_mine: true }
    expect(await hintOf('save_identity', grown)).toBe('identity_age')
    await graph.call(teen, 'activate_creator', {})
    const service = { title: 'Portraits', description: 'En couleurs', mode: 'proposal', price_from: 5000, days: 3 }
    expect(await hintOf('save_service', { details: service })).toBe('teen_mode')
  })
})
