/** Invitations: who came by whom, and what both get of the first purchase once its money stays. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { countOutcomes } from '../ledger/open-ledger.ts'
import { openRoyalties, type Royalties } from './open-royalties.ts'

let royalties: Royalties
beforeAll(async () => {
  royalties = await openRoyalties()
})
afterAll(() => royalties[Symbol.asyncDispose]())

interface Standing {
  readonly code: string
  readonly invited: number
  readonly waiting: number
  readonly given: number
}

async function standing(person: string): Promise<Standing> {
  const [row] = await royalties.billing.as<{ told: Standing }>(person, 'select public.my_referral() as told')
  return row!.told
}
const accept = (person: string, code: string) =>
  royalties.billing.as(person, 'select public.accept_referral($1)', [code])
const promoOf = async (person: string) => (await royalties.billing.ledger.balancesOf(person)).promo

/** Any number of processes look at the same moment. */
async function settled(): Promise<number> {
  const call = 'select public.settle_referrals(10) as done'
  const runs = await Promise.all([1, 2, 3].map(() => royalties.billing.ledger.asServer<{ done: number }>(call)))
  return runs.reduce((sum, [row]) => sum + row!.done, 0)
}

/** Kossi was invited by Awa; both hold the five credits that everybody begins with. */
async function invited(): Promise<{ awa: string; kossi: string; code: string }> {
  const awa = await royalties.billing.ledger.newPerson()
  const kossi = await royalties.billing.ledger.newPerson()
  const { code } = await standing(awa)
  await accept(kossi, code)
  return { awa, kossi, code }
}

/** Of all that was bought, as much. */
const spend = (person: string, credits: number) =>
  royalties.billing.ledger.post(`test:spend:${person}`, [
    { o: `user:${person}`, k: 'paid', a: 'CREDIT', n: -credits },
    { o: 'platform', k: 'revenue', a: 'CREDIT', n: credits },
  ])

test('a sign-up gives nothing; the first purchase gives both a tenth, after its week, once', async () => {
  const { awa, kossi } = await invited()
  await royalties.billing.move('8 days')
  expect(await settled()).toBe(0)
  await royalties.billing.bought(kossi, { msisdn_hash: 'a1'.repeat(32), msisdn_last4: '0001' })
  await royalties.billing.bought(kossi)
  await spend(kossi, 30)
  expect(await standing(awa)).toMatchObject({ invited: 1, waiting: 2, given: 0 })
  expect(await settled()).toBe(0)
  await royalties.billing.move('7 days')
  expect(await settled()).toBe(1)
  expect([await promoOf(awa), await promoOf(kossi)]).toEqual([7, 7])
  expect(await standing(awa)).toMatchObject({ waiting: 0, given: 2 })
  const told = `select data ->> 'credits' as credits, actors_count from public.notifications where data ->> 'what' = 'referral'`
  for (const person of [awa, kossi])
    expect(await royalties.billing.as(person, told)).toEqual([{ credits: '2', actors_count: 0 }])
  await royalties.billing.requireSound()
})

test('while the money may go back it waits; where it went back, or both pay by one number, nobody gets anything', async () => {
  const unused = await invited()
  await royalties.billing.bought(unused.kossi)
  const refunded = await invited()
  const back = await royalties.billing.bought(refunded.kossi)
  await royalties.billing.believe(back, { status: 'paid', refunded: back.amount })
  const same = await invited()
  for (const person of [same.awa, same.kossi])
    await royalties.billing.bought(person, { msisdn_hash: 'b2'.repeat(32), msisdn_last4: '0002' })
  await spend(same.kossi, 25)
  await royalties.billing.move('8 days')
  expect(await settled()).toBe(2)
  for (const { awa, kossi } of [refunded, same]) expect([await promoOf(awa), await promoOf(kossi)]).toEqual([5, 5])
  expect(await standing(unused.awa)).toMatchObject({ waiting: 2 })
  await royalties.billing.move('7 days')
  expect(await settled()).toBe(1)
  expect(await promoOf(unused.awa)).toBe(7)
  await royalties.billing.requireSound()
})

test('one is invited once, by somebody who was here before, while one is new', async () => {
  const { awa, kossi, code } = await invited()
  const other = await royalties.billing.ledger.newPerson()
  const known = await standing(kossi)
  // Said aloud: no difference between O and 0, nor between cases.
  await accept(other, code.toLowerCase())
  await accept(other, code)
  expect(await refusalOf(accept(other, known.code))).toBe('PT409 referral_taken')
  expect(await refusalOf(accept(awa, code))).toBe('PT422 referral_to_oneself')
  expect(await refusalOf(accept(awa, known.code))).toBe('PT409 referral_late')
  expect(await refusalOf(accept(awa, 'ZZZZZZZZ'))).toBe('PT404 referral_unknown')
  const buyer = await royalties.billing.ledger.newPerson()
  await royalties.billing.bought(buyer)
  expect(await refusalOf(accept(buyer, code))).toBe('PT409 referral_late')
  const blocked = await royalties.billing.ledger.newPerson()
  await royalties.billing.as(awa, 'insert into public.blocks (blocked_id) values ($1)', [blocked])
  expect(await refusalOf(accept(blocked, code))).toBe('PT404 referral_unknown')
  const racing = await royalties.billing.ledger.newPerson()
  const both = [code, known.code].flatMap((one) => [accept(racing, one), accept(racing, one)])
  expect(await countOutcomes(both)).toEqual({ done: 2, PT409: 2 })
})
