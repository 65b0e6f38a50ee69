/** Drawn orders, with transactions that are killed half-way, against a model that only counts: every franc is in one place. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { refusalOf } from '../billing/open-billing.ts'
import { openCommissions, type Commissions, type Order, type Parties } from './open-commissions.ts'

let orders: Commissions
let parties: Parties
let staff: string
beforeAll(async () => {
  orders = await openCommissions()
  staff = await orders.person()
})
afterAll(() => orders[Symbol.asyncDispose]())

const acts = [
  'pay',
  'start',
  'refund',
  'deliver',
  'accept',
  'revise',
  'share',
  'dispute',
  'withdraw',
  'rule',
  'wait',
  'kill',
] as const
type Act = (typeof acts)[number]
/** On the way to the end mostly, each other act now and then. */
const act: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: fc.constantFrom<Act>('pay', 'start', 'deliver', 'accept'), weight: 3 },
  { arbitrary: fc.constantFrom<Act>(...acts), weight: 2 },
)
const drawn = fc.record({
  amounts: fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 1, maxLength: 3 }),
  percent: fc.integer({ min: 1, max: 99 }),
  acts: fc.array(act, { minLength: 4, maxLength: 14 }),
})

/** What the model counts: what came in, and where it must be by what each escrow ended with. */
interface Counted {
  paid: number
  held: number
  made: number
  fee: number
  back: number
}

async function doAct(order: Order, what: Act, percent: number): Promise<void> {
  const { client, creator } = parties
  const quietly = (call: Promise<unknown>) => refusalOf(call)
  switch (what) {
    case 'pay':
      if (order.status === 'proposed') await orders.pay(client, order)
      return
    case 'deliver':
      if (['in_progress', 'revision'].includes(order.status)) await orders.deliver(creator, order.id)
      return
    case 'share':
      await quietly(orders.step(creator, order.id, 'offer_share', { percent }))
      await quietly(orders.step(client, order.id, 'answer_share', { yes: true, percent }))
      return
    case 'rule': {
      const share = Math.floor(percent / 10) * 10
      await quietly(orders.asStaff(staff, `rule_dispute($1, $2, 'Vu.')`, order.id, share))
      return
    }
    case 'wait':
      await orders.billing.move('5 days')
      await orders.advance(2)
      return
    case 'kill':
      await killed(order)
      return
    default:
      await quietly(orders.step(what === 'start' ? creator : client, order.id, what, detailsOf(what)))
  }
}

const detailsOf = (what: Act) =>
  what === 'dispute'
    ? { reason: 'quality', words: 'Trop sombre.' }
    : what === 'revise'
      ? { points: ['Plus clair'] }
      : {}

/** A step whose connection dies before it commits leaves nothing. */
async function killed(order: Order): Promise<void> {
  const connection = await orders.billing.ledger.ownConnection()
  connection.on('error', () => undefined)
  const claims = JSON.stringify({ sub: parties.client, role: 'authenticated' })
  await connection.query('begin')
  await connection.query(
    `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
    [claims],
  )
  for (const step of ['accept', 'refund', 'cancel'])
    await connection
      .query(`savepoint one`)
      .then(() => connection.query('select public.commission_step($1, $2, $3)', [order.id, step, order.version]))
      .catch(() => connection.query('rollback to savepoint one'))
  connection.release(true)
  expect(await orders.read(parties.client, order.id)).toMatchObject({ status: order.status, version: order.version })
}

async function countOf(id: string): Promise<Counted> {
  const order = await orders.read(parties.client, id)
  const count: Counted = { paid: 0, held: 0, made: 0, fee: 0, back: 0 }
  for (const { amount, state, to_creator: made, fee, back } of order.milestones) {
    if (state === 'waiting' || state === 'to_pay') continue
    count.paid += amount
    count.held += state === 'funded' ? amount : 0
    count.made += made ?? 0
    count.fee += fee ?? 0
    count.back += back ?? 0
  }
  return count
}

/** Where the ledger has it. */
async function placesOf(id: string): Promise<Omit<Counted, 'paid' | 'fee'>> {
  const { milestones } = await orders.read(parties.client, id)
  const escrows = await Promise.all(milestones.map((milestone) => orders.francs(`commission:${milestone.id}`)))
  const creator = await orders.francs(`user:${parties.creator}`)
  const client = await orders.francs(`user:${parties.client}`)
  const held = escrows.reduce((sum, { escrow = 0 }) => sum + escrow, 0)
  return { held, made: (creator['pending'] ?? 0) + (creator['earned'] ?? 0), back: client['owed'] ?? 0 }
}

test('drawn orders, killed half-way: each franc is in exactly one place', async () => {
  let paid = 0
  let fees = 0
  await fc.assert(
    fc.asyncProperty(drawn, async ({ amounts, percent, acts: path }) => {
      parties = await orders.parties()
      const hundreds = amounts.map((amount) => amount * 100)
      const order = await orders.at('proposed', parties, hundreds)
      for (const what of path) await doAct(await orders.read(parties.client, order.id), what, percent)
      const { paid: came, fee, ...counted } = await countOf(order.id)
      expect(await placesOf(order.id)).toEqual(counted)
      expect(counted.held + counted.made + fee + counted.back).toBe(came)
      await orders.sendRefunds()
      expect(await placesOf(order.id)).toEqual({ ...counted, back: 0 })
      paid += came
      fees += fee
    }),
    { numRuns: draws({ few: 12, many: 10_000 }), endOnFailure: true },
  )
  expect(paid).toBeGreaterThan(0)
  // Orders that an earlier draw left are moved on by the waits of later ones.
  expect((await orders.francs('platform'))['fees'] ?? 0).toBeGreaterThanOrEqual(fees)
  await orders.billing.requireSound()
})
