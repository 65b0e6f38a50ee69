/** Money that goes back while others post and release: each holds what the other wants in the same order. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { countOutcomes } from '../ledger/open-ledger.ts'
import { HeldRows } from '../support/held-rows.ts'
import { openRoyalties, type Royalties } from './open-royalties.ts'

let royalties: Royalties
beforeAll(async () => {
  royalties = await openRoyalties()
})
afterAll(() => royalties[Symbol.asyncDispose]())

/** In the order in which whoever posts or releases goes through them. */
async function people(count: number): Promise<string[]> {
  const { ledger } = royalties.billing
  return (await Promise.all(Array.from({ length: count }, () => ledger.newPerson()))).toSorted()
}

const tip = (giver: string, creator: string, credits: number) =>
  royalties.billing.as(giver, 'select public.send_tip($1, $2, $3)', [creator, credits, randomUUID()])

const refund = (bought: Awaited<ReturnType<Royalties['billing']['bought']>>) =>
  royalties.billing.believe(bought, { status: 'paid', refunded: bought.amount })

const dispute = ({ ref }: { ref: string }, state: 'open' | 'lost') =>
  royalties.billing.ledger.asServer(`select public.apply_payment_dispute('sandbox', 'd-' || $1, $1, $2)`, [ref, state])

/** The francs that are pending for somebody: the row that whoever gives or takes writes. */
const holdPending = (person: string) =>
  HeldRows.hold(
    royalties.billing.ledger.database.url,
    `select from ledger.balances b join ledger.accounts a on a.id = b.account_id
     where a.owner = 'user:' || $1 and a.kind = 'pending' for update of b`,
    [person],
  )

/** Both meet where the row is held: the first waits there before the second begins. */
async function meet(held: HeldRows, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const one = countOutcomes([first()])
  await held.waiting(1)
  const other = countOutcomes([second()])
  await held.waiting(2)
  await held.letGo()
  expect([await one, await other]).toEqual([{ done: 1 }, { done: 1 }])
  await royalties.billing.requireSound()
}

test('a refund takes two tips back while what others gave the same people is released', async () => {
  const [[giver, other], [early, late]] = [await people(2), await people(2)]
  const bought = await royalties.billing.bought(giver!)
  await royalties.billing.bought(other!)
  await tip(giver!, early!, 12)
  await tip(other!, late!, 12)
  await royalties.billing.move('1 day')
  await tip(giver!, late!, 12)
  await royalties.billing.move('6 days 1 hour')
  await using held = await holdPending(early!)
  await meet(
    held,
    () => royalties.release(),
    () => refund(bought),
  )
  expect(await royalties.francsOf(late!)).toMatchObject({ pending: 0, available: 240 })
})

test('a refund takes a tip and a royalty back while the night posts both people’s', async () => {
  const [[remixer, other], [early, late]] = [await people(2), await people(2)]
  const bought = await royalties.billing.bought(remixer!)
  await royalties.remix(remixer!, await royalties.publish(late!), 4)
  await royalties.remix(other!, await royalties.publish(early!), 4)
  await tip(remixer!, early!, 25)
  await royalties.night()
  await royalties.remix(remixer!, await royalties.publish(late!), 4)
  await royalties.remix(other!, await royalties.publish(early!), 4)
  await royalties.billing.move('1 day')
  await using held = await holdPending(early!)
  await meet(
    held,
    () => royalties.billing.ledger.asServer('select public.post_royalties(20)'),
    () => refund(bought),
  )
  // The newest first: the last remix, and 21 of the 25 credits of the tip.
  expect(await royalties.francsOf(late!)).toMatchObject({ pending: 10 })
  expect(await royalties.francsOf(early!)).toMatchObject({ pending: 100 })
})

test('a refund and a lost dispute of one payer', async () => {
  const [giver, creator] = await people(2)
  const [one, two] = [await royalties.billing.bought(giver!), await royalties.billing.bought(giver!)]
  await tip(giver!, creator!, 50)
  await dispute(two, 'open')
  await using held = await holdPending(creator!)
  await meet(
    held,
    () => refund(one),
    () => dispute(two, 'lost'),
  )
  expect(await royalties.francsOf(creator!)).toMatchObject({ pending: 0 })
})
