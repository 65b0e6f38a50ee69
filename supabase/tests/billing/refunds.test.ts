/** Money that goes back, gifts and chargebacks: nobody spends what is on its way, and nobody else pays for it. */
import { createHash, randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openBilling, refusalOf, type Billing } from './open-billing.ts'

let billing: Billing
beforeAll(async () => {
  billing = await openBilling()
})
afterEach(() => billing.requireSound())
afterAll(() => billing[Symbol.asyncDispose]())

const ask = (user: string, payment: string) =>
  billing.as<{ id: string }>(user, 'select public.ask_refund($1) as id', [payment])
const claim = () =>
  billing.ledger.asServer<{ refund_id: string; state: string }>('select * from public.claim_refunds(10)')
const note = (refund: string, outcome: string) =>
  billing.ledger.asServer('select public.note_refund($1, $2)', [refund, outcome])
const balances = (user: string) => billing.ledger.balancesOf(user)

describe('a refund on demand', () => {
  test('freezes the credits, is sent once, and is done when the transaction says so', async () => {
    const user = await billing.ledger.newPerson()
    const bought = await billing.bought(user)
    const [asked] = await ask(user, bought.payment_id)
    expect(await ask(user, bought.payment_id)).toEqual([asked])
    expect(await balances(user)).toMatchObject({ paid: 0, frozen: 25 })
    expect(await claim()).toMatchObject([{ refund_id: asked!.id, state: 'asked' }])
    expect(await claim()).toEqual([])
    await note(asked!.id, 'asked')
    await billing.believe(bought, { status: 'paid', refunded: 1000 })
    expect(await balances(user)).toMatchObject({ paid: 0, frozen: 0, debt: 0 })
    expect(await billing.payment(user, bought.payment_id)).toMatchObject({
      refunded: 1000,
      refund_state: 'done',
      is_refundable: false,
    })
  })

  test('gives the credits back where the provider cannot', async () => {
    const user = await billing.ledger.newPerson()
    const bought = await billing.bought(user)
    const [asked] = await ask(user, bought.payment_id)
    await claim()
    await note(asked!.id, 'not_possible')
    await note(asked!.id, 'not_possible')
    expect(await balances(user)).toMatchObject({ paid: 25, frozen: 0 })
    expect(await billing.findings()).toContain('refund_failed')
  })

  test('is refused once a credit was used, after 14 days, and of somebody else’s', async () => {
    const user = await billing.ledger.personWith({ promo: 0 })
    const bought = await billing.bought(user)
    expect(await refusalOf(ask(await billing.ledger.newPerson(), bought.payment_id))).toBe('PT404 payment_unknown')
    const { id } = await billing.ledger.hold({ user, amount: 1 })
    expect(await refusalOf(ask(user, bought.payment_id))).toBe('PT422 credits_used')
    await billing.ledger.settle(id)
    await billing.move('15 days')
    expect(await refusalOf(ask(user, bought.payment_id))).toBe('PT422 not_refundable')
  })

  test('and spending race for the same credits: one of them has them', async () => {
    const rounds = Array.from({ length: 30 }, async () => {
      const user = await billing.ledger.personWith({ promo: 0 })
      const bought = await billing.bought(user)
      const [refund, spend] = await Promise.all([
        refusalOf(ask(user, bought.payment_id)),
        refusalOf(billing.ledger.hold({ user, amount: 25 })),
      ])
      return [refund, spend].sort().join(' / ')
    })
    const ends = new Set(await Promise.all(rounds))
    expect(
      [...ends].filter((end) => !['PT402 insufficient_credits / done', 'PT422 credits_used / done'].includes(end)),
    ).toEqual([])
  })
})

test('what the provider gave back by itself is taken in proportion, and what was spent is owed', async () => {
  const user = await billing.ledger.personWith({ promo: 0 })
  const bought = await billing.bought(user)
  await billing.ledger.settle((await billing.ledger.hold({ user, amount: 20 })).id, { capture: 20 })
  for (const refunded of [333, 334, 500, 500, 400, 1000]) await billing.believe(bought, { status: 'paid', refunded })
  expect(await balances(user)).toMatchObject({ paid: 0, debt: -20 })
  await billing.believe(bought, { status: 'paid', refunded: 1200 })
  expect(await billing.findings()).toContain('refunded_too_much')
})

describe('a chargeback', () => {
  const tell = (ref: string, transaction: string, state: string, fee = 0) =>
    billing.ledger.asServer('select public.apply_payment_dispute($1, $2, $3, $4, $5)', [
      'sandbox',
      ref,
      transaction,
      state,
      fee,
    ])

  test('freezes, and gives back when it is won', async () => {
    const user = await billing.ledger.newPerson()
    const bought = await billing.bought(user)
    await tell('d-won', bought.ref, 'open')
    await tell('d-won', bought.ref, 'open')
    expect(await balances(user)).toMatchObject({ paid: 0, frozen: 25 })
    await tell('d-won', bought.ref, 'won')
    await tell('d-won', bought.ref, 'lost')
    expect(await balances(user)).toMatchObject({ paid: 25, frozen: 0 })
    expect(await billing.payment(user, bought.payment_id)).toMatchObject({ dispute: 'won' })
  })

  test('that is lost takes what is left and leaves the rest owed, also when it is told at once', async () => {
    const user = await billing.ledger.personWith({ promo: 0 })
    const bought = await billing.bought(user)
    await billing.ledger.settle((await billing.ledger.hold({ user, amount: 5 })).id, { capture: 5 })
    await tell('d-lost', bought.ref, 'lost', 1500)
    expect(await balances(user)).toMatchObject({ paid: 0, frozen: 0, debt: -5 })
  })

  test('of what is none of ours is only reported', async () => {
    await tell('d-none', 'no-such-transaction', 'open')
    expect(await billing.findings()).toContain('unknown_dispute')
  })
})

describe('a gift', () => {
  const told = (user: string) =>
    billing.ledger.asOwner<{ what: string; actor_id: string | null }>(
      `select e.data ->> 'what' as what, e.actor_id from app.notification_events e join public.notifications n on n.id = e.notification_id
       where n.user_id = $1 and e.data ? 'gift_id' order by e.at`,
      [user],
    )
  const code = 'ABCD123XYZ'
  const hash = createHash('sha256').update(code).digest('hex')
  const redeem = async (user: string, given: string) =>
    (
      await billing.as<{ got: { credits: number; message: string | null; giver_id: string } | null }>(
        user,
        'select public.redeem_gift_code($1) as got',
        [given],
      )
    )[0]!.got

  test('by code is redeemed once, as people read it aloud, and five wrong ones in an hour are enough', async () => {
    const giver = await billing.ledger.newPerson()
    const [friend, other] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
    expect(await redeem(friend, code)).toBeNull()
    await billing.bought(giver, { gift: { code_hash: hash, message: 'Bonne fête' } })
    const [bought] = await billing.ledger.asOwner<{ what: string }>(
      `select e.data ->> 'what' as what from app.notification_events e join public.notifications n on n.id = e.notification_id
       where n.user_id = $1 and e.data ? 'payment_id'`,
      [giver],
    )
    expect(bought?.what).toBe('gift_paid')
    expect((await balances(giver)).paid).toBe(0)
    const opened = { giver_id: giver, credits: 25, message: 'Bonne fête' }
    expect(await redeem(friend, ' abcd-i23-xyz ')).toMatchObject(opened)
    expect(await redeem(friend, code)).toMatchObject(opened)
    expect((await balances(friend)).paid).toBe(25)
    expect(await told(giver)).toEqual([{ what: 'gift_accepted', actor_id: friend }])
    for (let tries = 0; tries < 5; tries++) expect(await redeem(other, code)).toBeNull()
    expect(await refusalOf(redeem(other, code))).toBe('PT429 throttled')
  })

  test('for a person is theirs to accept, and the giver’s again after thirty days', async () => {
    const [giver, friend, other] = [
      await billing.ledger.newPerson(),
      await billing.ledger.newPerson(),
      await billing.ledger.newPerson(),
    ]
    const username = 'billing_friend'
    await billing.ledger.asOwner('update public.profiles set username = $2 where id = $1', [friend, username])
    expect(await refusalOf(billing.start(friend, { gift: { username } }))).toBe('PT422 gift_to_oneself')
    await billing.bought(giver, { gift: { username } })
    await billing.bought(giver, { gift: { username }, idempotency_key: randomUUID() })
    const gifts = await billing.as<{ id: string; state: string }>(
      friend,
      'select id, state from public.my_gifts order by id',
    )
    expect(gifts.map(({ state }) => state)).toEqual(['open', 'open'])
    const accept = (user: string, gift: string) => refusalOf(billing.as(user, 'select public.redeem_gift($1)', [gift]))
    expect(await accept(other, gifts[0]!.id)).toBe('PT404 gift_gone')
    expect(await accept(friend, gifts[0]!.id)).toBe('done')
    const back = () => refusalOf(billing.as(giver, 'select public.take_back_gift($1)', [gifts[1]!.id]))
    expect(await back()).toBe('PT422 gift_young')
    await billing.move('31 days')
    expect(await back()).toBe('done')
    expect(await accept(friend, gifts[1]!.id)).toBe('PT404 gift_gone')
    expect([(await balances(friend)).paid, (await balances(giver)).paid]).toEqual([25, 25])
    // What somebody took back themselves is no news to them.
    expect(await told(giver)).toEqual([{ what: 'gift_accepted', actor_id: friend }])
  })

  test('is given back by whom it was for, once, and its credits are then the giver’s', async () => {
    const [giver, friend, other] = [
      await billing.ledger.newPerson(),
      await billing.ledger.newPerson(),
      await billing.ledger.newPerson(),
    ]
    await billing.ledger.asOwner(`update public.profiles set username = 'billing_modest' where id = $1`, [friend])
    await billing.bought(giver, { gift: { username: 'billing_modest' } })
    const [gift] = await billing.as<{ id: string }>(friend, 'select id from public.my_gifts')
    const giveBack = (user: string) => refusalOf(billing.as(user, 'select public.return_gift($1)', [gift!.id]))
    expect([await giveBack(other), await giveBack(giver)]).toEqual(['PT404 gift_gone', 'PT404 gift_gone'])
    expect(await giveBack(friend)).toBe('done')
    expect([(await balances(friend)).paid, (await balances(giver)).paid]).toEqual([0, 25])
    expect(await giveBack(friend)).toBe('PT404 gift_gone')
    expect(await told(giver)).toEqual([{ what: 'gift_returned', actor_id: friend }])
    expect(await refusalOf(billing.as(friend, 'select public.redeem_gift($1)', [gift!.id]))).toBe('PT404 gift_gone')
  })

  test('that goes back to the card before it was opened is nobody’s, and after is nobody’s debt', async () => {
    const [giver, friend] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
    const closed = createHash('sha256').update('CC11223344').digest('hex')
    const unopened = await billing.bought(giver, { gift: { code_hash: closed } })
    await billing.believe(unopened, { status: 'paid', refunded: 1000 })
    expect(await redeem(friend, 'CC11223344')).toBeNull()
    const opened = createHash('sha256').update('DD11223344').digest('hex')
    const second = await billing.bought(giver, { gift: { code_hash: opened } })
    expect(await redeem(friend, 'DD11223344')).toMatchObject({ credits: 25, message: null })
    await billing.believe(second, { status: 'paid', refunded: 1000 })
    expect(await balances(friend)).toMatchObject({ paid: 25, debt: 0 })
  })

  describe('whose giver wants the money back', () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
    const gifts = (user: string) =>
      billing.as<{ id: string; state: string; is_going_back: boolean }>(
        user,
        'select id, state, is_going_back from public.my_gifts order by id',
      )

    test('is opened by nobody from then on, and is over when the money went', async () => {
      const [giver, friend] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
      await billing.ledger.asOwner(`update public.profiles set username = 'billing_late' where id = $1`, [friend])
      const bought = await billing.bought(giver, { gift: { username: 'billing_late' } })
      await billing.move('20 days')
      expect(await billing.payment(giver, bought.payment_id)).toMatchObject({ is_refundable: true })
      const [gift] = await gifts(friend)
      expect(await refusalOf(ask(friend, bought.payment_id))).toBe('PT404 payment_unknown')
      const [asked] = await ask(giver, bought.payment_id)
      expect(await gifts(giver)).toMatchObject([{ state: 'open', is_going_back: true }])
      expect(await gifts(friend)).toEqual([])
      for (const act of ['redeem_gift', 'return_gift'])
        expect(await refusalOf(billing.as(friend, `select public.${act}($1)`, [gift!.id]))).toBe('PT404 gift_gone')
      await billing.move('31 days')
      expect(await refusalOf(billing.as(giver, 'select public.take_back_gift($1)', [gift!.id]))).toBe('PT404 gift_gone')
      expect(await claim()).toContainEqual(expect.objectContaining({ refund_id: asked!.id, state: 'asked' }))
      await note(asked!.id, 'asked')
      await billing.believe(bought, { status: 'paid', refunded: 1000 })
      expect(await gifts(giver)).toMatchObject([{ state: 'taken_back', is_going_back: false }])
      expect(await billing.payment(giver, bought.payment_id)).toMatchObject({
        refund_state: 'done',
        is_refundable: false,
      })
      expect([(await balances(giver)).paid, (await balances(friend)).paid]).toEqual([0, 0])
    })

    test('is there to be opened again where the provider cannot, and no money comes back for one that was', async () => {
      const [giver, friend] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
      const bought = await billing.bought(giver, { gift: { code_hash: hashOf('EE11223344') } })
      const [asked] = await ask(giver, bought.payment_id)
      expect(await refusalOf(redeem(friend, 'EE11223344'))).toBe('PT404 gift_gone')
      await claim()
      await note(asked!.id, 'not_possible')
      expect(await redeem(friend, 'EE11223344')).toMatchObject({ credits: 25 })
      expect(await refusalOf(ask(giver, bought.payment_id))).toBe('PT422 credits_used')
    })

    test('and who opens it race: one of them has it', async () => {
      const rounds = Array.from({ length: 20 }, async (_, n) => {
        const [giver, friend] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
        const code = `FF112233${String(n).padStart(2, '0')}`
        const bought = await billing.bought(giver, { gift: { code_hash: hashOf(code) } })
        return (await Promise.all([ask(giver, bought.payment_id), redeem(friend, code)].map(refusalOf))).join(' / ')
      })
      const ends = new Set(await Promise.all(rounds))
      expect([...ends].filter((end) => !['done / PT404 gift_gone', 'PT422 credits_used / done'].includes(end))).toEqual(
        [],
      )
    })
  })
})
