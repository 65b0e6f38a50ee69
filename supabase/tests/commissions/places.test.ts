/** Places of a service, its list, and what may stand in a service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { detailOf, openCommissions, type Commissions } from './open-commissions.ts'

let orders: Commissions
beforeAll(async () => {
  orders = await openCommissions()
})
afterAll(() => orders[Symbol.asyncDispose]())

interface Offer {
  readonly free: number
  readonly waiting: number
  readonly can_request: boolean
  readonly place: { position: number; state: string } | null
}

test('twenty people who pay for one place: one order, and the others’ money goes back at once', async () => {
  const { creator, service } = await orders.service({ slots: 1 })
  const clients = await Promise.all(Array.from({ length: 20 }, () => orders.person()))
  const begun = []
  for (const client of clients) {
    const proposed = await orders.at('proposed', { client, creator, service })
    begun.push({ client, order: proposed.id, paid: await orders.opened(client, proposed) })
  }
  await Promise.all(begun.map(({ paid }) => orders.billing.believe(paid, { status: 'paid' })))
  const states = await Promise.all(begun.map(async ({ client, order }) => (await orders.read(client, order)).status))
  expect(states.filter((status) => status === 'funded')).toHaveLength(1)
  expect(states.filter((status) => status === 'proposed')).toHaveLength(19)
  await orders.billing.requireSound()
  expect(await orders.sendRefunds()).toBe(19)
  const places = await Promise.all(clients.map((client) => orders.francs(`user:${client}`)))
  expect(places.filter((francs) => Object.keys(francs).length > 0)).toEqual([])
  const loser = begun[states.indexOf('proposed')]!
  expect(await refusalOf(orders.opened(loser.client, await orders.read(loser.client, loser.order)))).toBe(
    'PT409 service_full',
  )
  await orders.billing.requireSound()
})

test('a place that is free goes down the list, 48 hours each', async () => {
  const parties = await orders.parties({ slots: 1 })
  const { service } = parties
  const [first, second] = [await orders.person(), await orders.person()]
  expect(await refusalOf(orders.ask(first, 'join_waitlist($1)', service))).toBe('PT409 service_has_place')
  const held = await orders.at('funded', parties)
  expect(await refusalOf(orders.request({ ...parties, client: first }))).toBe('PT409 service_full')
  expect(await orders.ask<Offer>(first, 'join_waitlist($1)', service)).toMatchObject({ place: { position: 1 } })
  expect(await orders.ask<Offer>(second, 'join_waitlist($1)', service)).toMatchObject({ place: { position: 2 } })
  await orders.step(parties.client, held.id, 'refund')
  const offered = await orders.ask<Offer>(first, 'service_page($1)', service)
  expect(offered).toMatchObject({ free: 0, place: { state: 'offered' }, can_request: true })
  expect(await refusalOf(orders.request({ ...parties, client: second }))).toBe('PT409 service_full')
  await orders.billing.move('48 hours')
  await orders.advance(2)
  expect(await orders.ask<Offer>(first, 'service_page($1)', service)).toMatchObject({ place: null, can_request: false })
  expect(await orders.ask<Offer>(second, 'service_page($1)', service)).toMatchObject({ place: { state: 'offered' } })
  const told = await orders.billing.as(
    second,
    `select from public.notifications where data ->> 'what' = 'place_offered'`,
  )
  expect(told).toHaveLength(1)
  const taken = await orders.request({ ...parties, client: second })
  expect(await refusalOf(orders.request({ ...parties, client: first }))).toBe('PT409 service_full')
  await orders.pay(second, await orders.propose(parties, taken.id))
  expect(await orders.read(second, taken.id)).toMatchObject({ status: 'funded' })
  await orders.billing.requireSound()
})

test('its creator sees who waits, in their order; whoever was blocked holds no place up, and strangers see nothing', async () => {
  const parties = await orders.parties({ slots: 1 })
  const { creator, service } = parties
  const held = await orders.at('funded', parties)
  const [first, second] = [await orders.person(), await orders.person()]
  for (const person of [first, second]) await orders.ask(person, 'join_waitlist($1)', service)
  const list = () => orders.ask<{ client: { id: string }; state: string }[]>(creator, 'service_waitlist($1)', service)
  expect((await list()).map(({ client, state }) => [client.id, state])).toEqual([
    [first, 'waiting'],
    [second, 'waiting'],
  ])
  expect(await refusalOf(orders.ask(first, 'service_waitlist($1)', service))).toBe('PT404 service_unknown')
  await orders.billing.as(creator, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [
    creator,
    first,
  ])
  await orders.step(parties.client, held.id, 'refund')
  expect((await list()).map(({ client, state }) => [client.id, state])).toEqual([[second, 'offered']])
  const [told] = await orders.billing.as<{ url: string }>(
    second,
    `select data ->> 'url' as url from public.notifications where data ->> 'what' = 'place_offered'`,
  )
  expect(told).toEqual({ url: `/services/${service}` })
})

test('a service can be reported, and the staff reads what it says', async () => {
  const { creator, service } = await orders.service({ title: 'Faux billets' })
  const [other, staff] = [await orders.person(), await orders.person()]
  const report = (person: string, id: string) =>
    orders.billing.as(person, `select public.send_report('service', $1, 'spam')`, [id])
  await report(other, service)
  expect(await refusalOf(report(creator, service))).toBe('PT409 report_own')
  expect(await refusalOf(report(other, creator))).toBe('PT404 report_target_gone')
  const rows = await orders.billing.asStaff<{ content: { text: string; status: string }; whose: string }>(
    staff,
    `select content, subject ->> 'id' as whose from public.moderation_queue() where target_type = 'service'`,
  )
  expect(rows).toMatchObject([{ content: { status: 'open' }, whose: creator }])
  expect(rows[0]!.content.text).toContain('Faux billets')
})

test('an order can be reported by its two, against the other; the staff reads what was asked and proposed', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  const { id } = await orders.at('proposed', parties)
  const report = (person: string) =>
    orders.billing.as(person, `select public.send_report('commission', $1, 'other', 'Il me menace.')`, [id])
  expect(await refusalOf(report(await orders.person()))).toBe('PT404 report_target_gone')
  await report(client)
  const queue = async () =>
    orders.billing.asStaff<{ content: { text: string; status: string }; whose: string }>(
      await orders.person(),
      `select content, subject ->> 'id' as whose from public.moderation_queue() where target_id = $1`,
      [id],
    )
  const [seen] = await queue()
  expect(seen).toMatchObject({ content: { status: 'proposed' }, whose: creator })
  expect(seen!.content.text).toContain('grand-mère')
})

test('a profile shows what is closed as closed, and nothing once the area is', async () => {
  const { creator, service } = await orders.service()
  const other = await orders.person()
  const shown = () => orders.ask<{ id: string; state: string }[]>(other, 'services_of($1)', creator)
  await orders.ask(creator, `set_service_state($1, 'closed')`, service)
  expect(await shown()).toMatchObject([{ id: service, state: 'closed' }])
  await orders.billing.as(creator, 'select public.close_creator()')
  expect(await shown()).toEqual([])
})

test('an instant service is paid at its price with what was chosen', async () => {
  const options = [
    { name: 'En couleur', price: 3000, days: 2 },
    { name: 'Grand format', price: 1500, days: 1 },
  ]
  const parties = await orders.parties({ mode: 'instant', options })
  const order = await orders.request(parties, { options: [0] })
  expect(order).toMatchObject({ status: 'proposed', milestones: [{ amount: 8000, days: 12 }] })
  expect(await detailOf(orders.request(parties, { options: [2] }))).toBe('options')
})

describe('a service', () => {
  const wrong: readonly [string, object][] = [
    ['title', { title: '' }],
    ['price_from', { price_from: 1999 }],
    ['price_from', { price_from: 2050 }],
    ['options', { options: [{ name: 'Fond', price: -100, days: 1 }] }],
    ['options', { options: ['Fond'] }],
    ['days', { days: 121 }],
    ['slots', { slots: 21 }],
    ['ai_share', { ai_share: 'some' }],
    ['languages', { languages: [5] }],
    ['samples', { samples: [] }],
    ['away_from', { away_from: '2027-02-30', away_to: '2027-03-01' }],
    ['away_from', { away_from: '2027-03-02', away_to: '2027-03-01' }],
  ]
  test.each(wrong)('with a wrong %s does not stand: %j', async (field, given) => {
    const { creator, samples } = await orders.creator()
    const save = () => orders.ask(creator, 'save_service($1)', JSON.stringify(orders.serviceDetails(samples, given)))
    expect(await refusalOf(save())).toBe('PT422 service_invalid')
    expect(await detailOf(save())).toBe(field)
  })

  test('is made by creators, of their own pictures, changed by nobody else, and found', async () => {
    const { creator, service } = await orders.service({ title: 'Affiches de concert', languages: ['fr', 'fon'] })
    const other = await orders.creator()
    const details = JSON.stringify(orders.serviceDetails(other.samples))
    expect(await refusalOf(orders.ask(other.creator, 'save_service($1, $2)', details, service))).toBe(
      'PT404 service_unknown',
    )
    expect(await refusalOf(orders.ask(creator, 'save_service($1, $2)', details, service))).toBe('PT422 service_invalid')
    expect(await refusalOf(orders.ask(await orders.person(), 'save_service($1)', details))).toBe('PT409 not_a_creator')
    const find = async (asked: object) =>
      (
        await orders.ask<{ services: { id: string }[] }>(other.creator, 'find_services($1)', JSON.stringify(asked))
      ).services.map(({ id }) => id)
    expect(await find({ words: 'CONCÉRT', max_price: 5000, language: 'fon', with_place: true })).toEqual([service])
    expect(await find({ words: 'concert', max_price: 4900 })).toEqual([])
    await orders.ask(creator, `set_service_state($1, 'closed')`, service)
    expect(await find({ words: 'concert' })).toEqual([])
    expect(await refusalOf(orders.request({ creator, service, client: other.creator }))).toBe('PT409 service_closed')
  })
})

test('in realm live nothing is asked for or paid before the operator says so', async () => {
  await using live = await openCommissions()
  const parties = await live.parties()
  await live.billing.ledger.asServer(`select public.enter_payment_realm('live')`)
  expect(await live.ask(parties.client, 'commissions_open()')).toBe(false)
  expect(await refusalOf(live.request(parties))).toBe('PT403 commissions_off')
  await live.asServer('set_commissions_live(true)')
  const order = await live.propose(parties, (await live.request(parties)).id)
  await live.asServer('set_commissions_live(false)')
  expect(await refusalOf(live.opened(parties.client, order, { provider: 'stripe', method: 'card' }))).toBe(
    'PT403 commissions_off',
  )
})
