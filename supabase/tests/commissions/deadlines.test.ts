/** What happens by itself: nothing a minute before, once afterwards, whoever else looks at the same moment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { openCommissions, type Commissions, type Order, type Parties } from './open-commissions.ts'

let orders: Commissions
beforeAll(async () => {
  orders = await openCommissions()
})
afterAll(() => orders[Symbol.asyncDispose]())

const waits: readonly { at: string; for: string; what: string; to: string; before?: string }[] = [
  { at: 'requested', for: '7 days', what: 'expired', to: 'expired' },
  { at: 'proposed', for: '5 days', what: 'expired', to: 'expired' },
  { at: 'funded', for: '48 hours', what: 'started', to: 'in_progress' },
  { at: 'delivered', for: '24 hours', what: 'reminded', to: 'delivered' },
  { at: 'delivered', for: '12 hours', before: '48 hours', what: 'reminded', to: 'delivered' },
  { at: 'delivered', for: '8 hours', before: '64 hours', what: 'accepted', to: 'accepted' },
  { at: 'revision', for: '3 days', what: 'reminded', to: 'revision' },
  { at: 'in_progress', for: '14 days', before: '10 days', what: 'refunded', to: 'refunded' },
]

/** As often as the clock did it. */
const times = (order: Order, what: string) =>
  order.events.filter((event) => event.what === what && event.by === 'clock').length

/** Everything that was due is done, however much it is. */
async function settle(): Promise<void> {
  while ((await orders.asServer<number>('advance_commissions(100)')) > 0);
}

describe.each(waits)('$at, $before then $for', ({ at, for: wait, before, what, to }) => {
  test(`${what} once, by two processes at once`, async () => {
    const parties = await orders.parties()
    const { id } = await orders.at(at, parties)
    if (before !== undefined) await orders.billing.move(before)
    await settle()
    const earlier = times(await orders.read(parties.client, id), what)
    await orders.billing.move(wait)
    await orders.advance(2)
    const after = await orders.read(parties.client, id)
    expect({ status: after.status, times: times(after, what) - earlier }).toEqual({ status: to, times: 1 })
    await orders.billing.requireSound()
  })
})

test.each([
  { at: 'requested', short: '6 days 23 hours', rest: '1 hour', to: 'expired' },
  { at: 'proposed', short: '4 days 23 hours', rest: '1 hour', to: 'expired' },
  { at: 'funded', short: '47 hours', rest: '1 hour', to: 'in_progress' },
  { at: 'delivered', short: '71 hours', rest: '1 hour', to: 'accepted' },
  { at: 'in_progress', short: '23 days 23 hours', rest: '1 hour', to: 'refunded' },
])('$at stays so for $short, and by ten processes at once becomes $to once', async ({ at, short, rest, to }) => {
  const parties = await orders.parties()
  const { id, status } = await orders.at(at, parties)
  await orders.billing.move(short)
  await settle()
  const before = await orders.read(parties.client, id)
  expect(before.status).toBe(status)
  await orders.billing.move(rest)
  await orders.advance(10)
  const after = await orders.read(parties.client, id)
  expect(after.status).toBe(to)
  expect(after.events.filter((event) => event.to === to && event.from === status)).toHaveLength(1)
  await orders.billing.requireSound()
})

test('one extension gives four days more', async () => {
  const parties = await orders.parties()
  const { id } = await orders.at('delivered', parties)
  await orders.step(parties.client, id, 'extend')
  expect(await refusalOf(orders.step(parties.client, id, 'extend'))).toBe('PT409 commission_state')
  await orders.billing.move('6 days 23 hours')
  await settle()
  expect(await orders.read(parties.client, id)).toMatchObject({ status: 'delivered' })
  await orders.billing.move('1 hour')
  await settle()
  const accepted = await orders.read(parties.client, id)
  expect(accepted).toMatchObject({ status: 'accepted' })
  expect(times(accepted, 'reminded')).toBe(2)
})

describe('a late order', () => {
  async function late(): Promise<{ parties: Parties; id: string }> {
    const parties = await orders.parties()
    const { id } = await orders.at('in_progress', parties)
    await orders.billing.move('10 days')
    expect(await refusalOf(orders.step(parties.client, id, 'refund'))).toBe('PT409 not_late')
    await orders.billing.move('1 day')
    await settle()
    return { parties, id }
  }

  test('is given back in one tap from the day after, with both told', async () => {
    const { parties, id } = await late()
    const order = await orders.read(parties.client, id)
    expect(order).toMatchObject({ is_late: true, status: 'in_progress' })
    expect(times(order, 'late')).toBe(1)
    expect(order.may).toContain('refund')
    await orders.sendRefunds()
    await orders.step(parties.client, id, 'refund')
    expect(await orders.sendRefunds()).toBe(1)
    expect(await orders.francs(`user:${parties.client}`)).toEqual({})
  })

  test('may be delivered still, and waits longer where the client says yes', async () => {
    const { parties, id } = await late()
    await orders.step(parties.creator, id, 'ask_time', { days: 5 })
    const given = await orders.step(parties.client, id, 'answer_time', { yes: true })
    expect(given).toMatchObject({ is_late: false })
    expect(given.may).not.toContain('refund')
    expect(await orders.deliver(parties.creator, id)).toMatchObject({ status: 'delivered' })
  })
})

test('the creator’s money can be withdrawn a week after it was paid, at the acceptance at the earliest', async () => {
  const parties = await orders.parties()
  const { id } = await orders.at('accepted', parties)
  await orders.billing.move('6 days 23 hours')
  await orders.royalties.release()
  expect(await orders.francs(`user:${parties.creator}`)).toEqual({ pending: 9200 })
  await orders.billing.move('1 hour')
  await orders.royalties.release()
  expect(await orders.francs(`user:${parties.creator}`)).toEqual({ earned: 9200 })
  expect(await orders.read(parties.client, id)).toMatchObject({ status: 'accepted' })
  await orders.billing.requireSound()
})

test('a card of more than 50 000 F begins after 72 hours', async () => {
  const parties = await orders.parties()
  const order = await orders.at('proposed', parties, [60_000])
  await orders.pay(parties.client, order, { method: 'card', currency: 'EUR' })
  expect(await refusalOf(orders.step(parties.creator, order.id, 'start'))).toBe('PT409 starts_later')
  await orders.billing.move('49 hours')
  await settle()
  expect(await orders.read(parties.client, order.id)).toMatchObject({ status: 'funded' })
  await orders.billing.move('24 hours')
  await settle()
  expect(await orders.read(parties.client, order.id)).toMatchObject({ status: 'in_progress' })
})
