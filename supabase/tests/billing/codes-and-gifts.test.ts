/** Codes that nobody learns by guessing, the gift of the day that nobody farms, and the word in time for who runs out. */
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openBilling, pack25, refusalOf, type Billing } from './open-billing.ts'

let billing: Billing
let user: string
let staff: string
beforeAll(async () => {
  billing = await openBilling()
  staff = await billing.ledger.newPerson()
})
afterAll(() => billing[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await billing.ledger.newPerson()
})
afterEach(() => billing.requireSound())

const pack320 = '01940000-0000-7000-8000-000000000006'
let made = 0
/** A new code, of the staff. */
async function code(kind: string, value: number, uses = 10): Promise<string> {
  made += 1
  const name = `FETE-${String(made).padStart(4, '0')}`
  await billing.asStaff(
    staff,
    `select public.create_promo_code($1, 'Une fête', $2, $3, now() + interval '1 year', $4)`,
    [name, kind, value, uses],
  )
  return name
}

const price = async (who: string, name: string, of = pack25) => {
  const [row] = await billing.as<{ found: object | null }>(who, 'select public.check_promo_code($1, $2) as found', [
    name,
    of,
  ])
  return row!.found
}
const redeem = async (who: string, name: string) => {
  const [row] = await billing.as<{ got: object }>(who, 'select public.redeem_code($1) as got', [name])
  return row!.got
}
async function promoOf(who: string, name: string, of = pack25): Promise<string | null> {
  const [row] = await billing.ledger.asServer<{ found: { promo_id: string } | null }>(
    'select public.promo_for_order($1, $2, $3) as found',
    [who, name, of],
  )
  return row!.found?.promo_id ?? null
}

describe('a code that makes a pack cheaper', () => {
  test.each([
    ['percent', 20, pack25, 800],
    ['percent', 7, pack25, 930],
    ['amount', 255, pack25, 745],
    ['amount', 995, pack25, 625],
    ['percent', 20, pack320, 8000],
  ])('%s %d makes of %s %d francs: never under 25 F for a credit', async (kind, value, of, amount) => {
    expect(await price(user, await code(kind, value), of)).toMatchObject({ amount })
  })

  test('is taken once, by the payment that it was given with', async () => {
    const name = await code('percent', 10)
    const promo_id = await promoOf(user, name)
    expect(await billing.bought(user, { promo_id })).toMatchObject({ amount: 900, credits: 25 })
    expect(await price(user, name.toLowerCase())).toBeNull()
    expect(await refusalOf(billing.start(user, { promo_id, price_id: pack25 }))).toBe('PT422 promo_invalid')
  })

  test('for one use is used by one of twenty who try at once', async () => {
    const name = await code('percent', 10, 1)
    const people = await Promise.all(Array.from({ length: 20 }, () => billing.ledger.newPerson()))
    const promo_id = await promoOf(people[0]!, name)
    const outcomes = await Promise.all(people.map((who) => refusalOf(billing.start(who, { promo_id }))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'PT422 promo_invalid']))
  })

  test('is not for two accounts that pay by one number, nor for a plan, nor for a gift', async () => {
    const name = await code('percent', 10)
    const hash = { msisdn_hash: 'ab'.repeat(32) }
    const promo_id = await promoOf(user, name)
    await billing.start(user, { promo_id, ...hash })
    const other = await billing.ledger.newPerson()
    expect(await refusalOf(billing.start(other, { promo_id, ...hash }))).toBe('PT422 promo_invalid')
    const gift = { code_hash: '01'.repeat(32) }
    expect(await refusalOf(billing.start(other, { promo_id, gift }))).toBe('PT422 promo_invalid')
    const plan = { price_id: '01940000-0000-7000-8000-000000000007' }
    expect(await refusalOf(billing.start(other, { promo_id, ...plan }))).toBe('PT422 plan_alone')
  })

  test('comes free a day after its payment came to nothing', async () => {
    const name = await code('percent', 10)
    const promo_id = await promoOf(user, name)
    const opened = await billing.opened(user, { promo_id })
    await billing.believe(opened, { status: 'expired' })
    expect(await price(user, name)).toBeNull()
    await billing.move('25 hours')
    await billing.ledger.asServer('select public.advance_billing_clock()')
    expect(await price(user, name)).toMatchObject({ amount: 900 })
  })
})

test('a code that gives credits gives them once, as gifts', async () => {
  const name = await code('credits', 12)
  expect(await redeem(user, name)).toEqual({ kind: 'credits', credits: 12 })
  expect(await redeem(user, name)).toEqual({ kind: 'none', credits: 0 })
  const [balance] = await billing.as<{ promo: string; paid: string }>(user, 'select promo, paid from public.my_balance')
  expect(balance).toMatchObject({ promo: '17', paid: '0' })
})

test('five wrong codes of any kind, and no further one is looked at for an hour, the right one neither', async () => {
  const right = await code('credits', 5)
  await redeem(user, 'NO-SUCH-1')
  await price(user, 'NO-SUCH-2')
  await promoOf(user, 'NO-SUCH-3')
  await billing.as(user, `select public.redeem_gift_code('NO-SUCH-4')`)
  await redeem(user, 'NO-SUCH-5')
  expect(await refusalOf(redeem(user, right))).toBe('PT429 throttled')
  expect(await refusalOf(price(user, right))).toBe('PT429 throttled')
  expect(await refusalOf(promoOf(user, right))).toBe('PT429 throttled')
})

test('only the staff makes codes, within bounds', async () => {
  const make = (kind: string, value: number, name: string = randomUUID()) =>
    [`select public.create_promo_code($1, 'x', $2, $3, now() + interval '1 day', 1)`, [name, kind, value]] as const
  expect(await refusalOf(billing.as(user, make('percent', 10)[0], [...make('percent', 10)[1]]))).toBe(
    'PT403 staff_only',
  )
  for (const [kind, value] of [
    ['percent', 50],
    ['credits', 1000],
    ['amount', 3],
  ] as const)
    expect(await refusalOf(billing.asStaff(staff, make(kind, value)[0], [...make(kind, value)[1]]))).toBe('23514')
  expect(await refusalOf(billing.asStaff(staff, make('percent', 10)[0], ['ABC', 'percent', 10]))).toBe(
    'PT422 code_short',
  )
})

describe('the gift of the day', () => {
  const take = (who = user) => refusalOf(billing.as(who, 'select public.take_daily_gift()'))
  const spend = (who: string, n: number) =>
    billing.ledger.asOwner(
      `select ledger.post($1, 'spend', jsonb_build_array(billing.leg('user:' || $2, 'promo', 'CREDIT', -$3::int), billing.leg('platform', 'issued', 'CREDIT', $3::int)))`,
      [`spend ${randomUUID()}`, who, n],
    )
  const prove = (who: string) =>
    billing.ledger.asOwner(
      `update auth.users set created_at = billing.clock() - interval '25 hours', email_confirmed_at = now() where id = $1`,
      [who],
    )

  test('is for a proven account of a day, and fills up to five credits alone', async () => {
    expect(await take()).toMatch(/^PT409 gift_(?:unproven|new)$/u)
    await prove(user)
    expect(await take()).toBe('PT409 gift_enough')
    await spend(user, 1)
    expect(await take()).toBe('done')
    expect(await take()).toBe('PT409 gift_taken')
    await billing.move('24 hours')
    expect(await take()).toBe('PT409 gift_enough')
  })

  test('is one, whoever asks fifty times at once', async () => {
    await prove(user)
    await spend(user, 5)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => take()))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  })

  test('counts days in a row, and forgives one missed day in seven', async () => {
    await prove(user)
    await spend(user, 5)
    const streak = async () => {
      expect(await take()).toBe('done')
      await spend(user, 1)
      const [row] = await billing.as<{ gift: { streak: number } }>(user, 'select public.daily_gift() as gift')
      return row!.gift.streak
    }
    const seen = [await streak()]
    for (const days of [1, 2, 1, 2]) {
      await billing.move(`${days} days`)
      seen.push(await streak())
    }
    expect(seen).toEqual([1, 2, 3, 4, 1])
  })
})

test('who has two credits left is told once, and again only after having had more than five', async () => {
  const told = async () => {
    const rows = await billing.ledger.asOwner(
      `select from app.notification_events e join public.notifications n on n.id = e.notification_id
       where n.user_id = $1 and e.data ->> 'what' = 'low_balance'`,
      [user],
    )
    return rows.length
  }
  const hold = (amount: number) => billing.ledger.hold({ user, amount })
  await hold(2)
  expect(await told()).toBe(0)
  await hold(1)
  expect(await told()).toBe(1)
  await hold(1)
  expect(await told()).toBe(1)
  await billing.bought(user)
  await hold(1)
  expect(await told()).toBe(1)
  await hold(24)
  expect(await told()).toBe(2)
})

test('who wants to hear of few credits sooner does, who never wants to never does', async () => {
  const fewAt = async (count: number | null) => {
    const person = await billing.ledger.newPerson()
    await billing.as(person, 'update public.profile_settings set low_balance_at = $1', [count])
    await billing.ledger.hold({ user: person, amount: 1 })
    await billing.ledger.hold({ user: person, amount: 3 })
    const events = await billing.ledger.asOwner<{ credits: string }>(
      `select e.data ->> 'credits' as credits from app.notification_events e join public.notifications n on n.id = e.notification_id
       where n.user_id = $1 and e.data ->> 'what' = 'low_balance'`,
      [person],
    )
    return events.map(({ credits }) => credits)
  }
  expect([await fewAt(10), await fewAt(2), await fewAt(null)]).toEqual([['4'], ['1'], []])
})
