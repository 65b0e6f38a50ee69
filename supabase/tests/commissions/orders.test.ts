/** A whole order, and what becomes of its money on each way out. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { openCommissions, type Commissions } from './open-commissions.ts'

let orders: Commissions
beforeAll(async () => {
  orders = await openCommissions()
})
afterAll(() => orders[Symbol.asyncDispose]())

describe('an order', () => {
  test('goes from the request to the creator’s money, telling both at each step', async () => {
    const parties = await orders.parties()
    const { client, creator } = parties
    const order = await orders.at('accepted', parties)
    expect(order).toMatchObject({ status: 'accepted', licence_ready: true })
    expect(order.events.map(({ what, by }) => `${what} ${by}`)).toEqual([
      'requested client',
      'proposed creator',
      'paid client',
      'started creator',
      'delivered creator',
      'accepted client',
    ])
    expect(order.milestones).toMatchObject([{ state: 'released', to_creator: 9200, fee: 800, back: 0 }])
    expect(await orders.francs(`user:${creator}`)).toEqual({ pending: 9200 })
    expect(await orders.francs(`commission:${order.milestones[0]!.id}`)).toEqual({})
    const told = async (person: string) =>
      (
        await orders.billing.as<{ what: string }>(
          person,
          `select data ->> 'what' as what from public.notifications where type = 'commission' order by id`,
        )
      ).map(({ what }) => what)
    expect(await told(client)).toEqual(['proposed', 'started', 'delivered'])
    expect(await told(creator)).toEqual(['requested', 'paid', 'accepted'])
    await orders.billing.requireSound()
  })

  test('of three steps is paid step by step', async () => {
    const parties = await orders.parties()
    let order = await orders.at('accepted', parties, [2000, 3000, 4000])
    expect(order).toMatchObject({ status: 'proposed', current: 2 })
    expect(order.milestones.map(({ state }) => state)).toEqual(['released', 'to_pay', 'waiting'])
    await orders.pay(parties.client, order)
    await orders.step(parties.client, order.id, 'refund')
    order = await orders.read(parties.client, order.id)
    expect(order).toMatchObject({ status: 'refunded', refund: { amount: 3000, state: 'under_way' } })
    expect(await orders.francs(`user:${parties.client}`)).toEqual({ owed: 3000 })
    expect(await orders.sendRefunds()).toBe(1)
    expect(await orders.francs(`user:${parties.client}`)).toEqual({})
    expect(await orders.read(parties.client, order.id)).toMatchObject({ refund: { state: 'done' } })
    await orders.billing.requireSound()
  })

  test('asked for twice under one id is one', async () => {
    const parties = await orders.parties()
    const id = randomUUID()
    const both = await Promise.all([orders.request(parties, {}, id), orders.request(parties, {}, id)])
    expect(both.map((order) => order.id)).toEqual([id, id])
    const other = { ...parties, client: await orders.person() }
    expect(await refusalOf(orders.request(other, {}, id))).toBe('PT422 wish_invalid')
  })

  test('is paid as it was seen: a proposal that changed refuses the payment of the old one', async () => {
    const parties = await orders.parties()
    const { client } = parties
    const seen = await orders.at('proposed', parties)
    const begun = await orders.opened(client, seen)
    const changed = await orders.propose(parties, seen.id, [12_000])
    expect(await refusalOf(orders.opened(client, seen))).toBe('PT409 price_changed')
    expect(await refusalOf(orders.opened(client, { ...changed, terms: seen.terms }))).toBe('PT409 price_changed')
    await orders.billing.believe(begun, { status: 'paid' })
    expect(await orders.read(client, seen.id)).toMatchObject({ status: 'proposed', terms: 2 })
    expect(await orders.francs(`user:${client}`)).toEqual({ owed: 10_000 })
    expect(await orders.sendRefunds()).toBe(1)
    await orders.pay(client, changed)
    expect(await orders.read(client, seen.id)).toMatchObject({ status: 'funded' })
    await orders.billing.requireSound()
  })

  test('paid in euros is held in francs, and gives back the very euros', async () => {
    const parties = await orders.parties()
    const order = await orders.at('proposed', parties, [10_000])
    const paid = await orders.pay(parties.client, order, { method: 'card', currency: 'EUR' })
    expect(paid).toMatchObject({ currency: 'EUR', amount: 1525 })
    expect(await orders.francs(`commission:${order.milestones[0]!.id}`)).toEqual({ escrow: 10_000 })
    await orders.step(parties.creator, order.id, 'refund')
    await orders.sendRefunds()
    expect(await orders.francs(`user:${parties.client}`)).toEqual({})
    await orders.billing.requireSound()
  })

  test('paid twice is made once, and the second money goes back', async () => {
    const parties = await orders.parties()
    const order = await orders.at('proposed', parties)
    const first = await orders.pay(parties.client, order)
    await orders.billing.believe(first, { status: 'paid' }, `second ${first.attempt_id}`)
    expect(await orders.francs(`user:${parties.client}`)).toEqual({ owed: 10_000 })
    await orders.sendRefunds()
    expect(await orders.read(parties.client, order.id)).toMatchObject({ status: 'funded' })
    await orders.billing.requireSound()
  })
})

describe('a share', () => {
  test('is settled by both, whatever the sum, without losing a franc', async () => {
    const parties = await orders.parties()
    const order = await orders.at('delivered', parties, [3300])
    await orders.step(parties.creator, order.id, 'offer_share', { percent: 33 })
    expect(await refusalOf(orders.step(parties.creator, order.id, 'answer_share', { yes: true, percent: 33 }))).toBe(
      'PT403 commission_not_yours',
    )
    expect(await refusalOf(orders.step(parties.client, order.id, 'answer_share', { yes: true, percent: 40 }))).toBe(
      'PT409 commission_state',
    )
    const settled = await orders.step(parties.client, order.id, 'answer_share', { yes: true, percent: 33 })
    expect(settled).toMatchObject({ status: 'settled' })
    expect(settled.milestones).toMatchObject([{ state: 'shared', to_creator: 1002, fee: 87, back: 2211 }])
    await orders.billing.requireSound()
  })
})

test('40 conflicting closes of one escrow have one outcome', async () => {
  const parties = await orders.parties()
  const order = await orders.at('delivered', parties)
  const milestone = order.milestones[0]!.id
  const shares = Array.from({ length: 40 }, (_, place) => [0, 100, 30, 70][place % 4])
  const closed = await Promise.allSettled(
    shares.map((share) =>
      orders.billing.ledger.asOwner<{ state: string; part: string }>(
        `select state, to_creator as part from billing.close_escrow($1, $2, 'race')`,
        [milestone, share],
      ),
    ),
  )
  const outcomes = new Set(closed.flatMap((one) => (one.status === 'fulfilled' ? [JSON.stringify(one.value)] : [])))
  expect(outcomes.size).toBe(1)
  expect(closed.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await orders.billing.ledger.requireSound()
})

test('nobody leaves while money is held for an order of theirs; once it is back or given, they may', async () => {
  const parties = await orders.parties()
  const asked = await orders.at('proposed', parties)
  const leave = async (person: string) => {
    const [row] = await orders.billing.as<{ name: string }>(
      person,
      'select coalesce(username::text, display_name) as name from public.profiles where id = $1',
      [person],
    )
    return refusalOf(orders.billing.as(person, 'select public.delete_my_account($1)', [row!.name]))
  }
  // The next thing that is asked for is a fresh sign-in.
  expect(await leave(parties.client)).toBe('PT403 sign_in_again')
  await orders.pay(parties.client, asked)
  for (const person of [parties.client, parties.creator]) expect(await leave(person)).toBe('PT409 orders_open')
  await orders.step(parties.creator, asked.id, 'refund')
  for (const person of [parties.client, parties.creator]) expect(await leave(person)).toBe('PT403 sign_in_again')
})
