/** Plans: months that are paid in advance or by card, their grace, and every way in which a month could be had twice or lost. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openBilling, refusalOf, type Billing, type Receipt } from './open-billing.ts'

const createur = '01940000-0000-7000-8000-000000000007'
const studio = '01940000-0000-7000-8000-000000000008'

interface Plan {
  readonly state: string
  readonly sku: string
  readonly way: string
  readonly period_end: Date
  readonly is_payable: boolean
  readonly next_sku: string | null
  readonly renewal_price_id: string
}

let billing: Billing
let user: string
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await billing.ledger.newPerson()
})
afterEach(() => billing.requireSound())

const plan = async (): Promise<Plan | undefined> =>
  (await billing.as<Plan>(user, 'select * from public.my_subscription'))[0]
const call = (text: string) => billing.as(user, `select public.${text}`)
const paidCredits = async () =>
  Number((await billing.as<{ paid: string }>(user, 'select paid from public.my_balance'))[0]!.paid)
const buy = (price: string, order: object = {}) => billing.bought(user, { price_id: price, ...order })
const tick = () => billing.ledger.asServer('select public.advance_billing_clock()')
async function later(...days: number[]): Promise<void> {
  for (const part of days) await billing.move(`${part} days`)
  await tick()
}
const told = async () =>
  (
    await billing.ledger.asOwner<{ what: string }>(
      `select data ->> 'what' as what from public.notifications where user_id = $1 and data ->> 'what' like 'plan%' order by id`,
      [user],
    )
  ).map(({ what }) => what)

describe('a month that is paid in advance', () => {
  test('gives its credits once, and the next begins where it ends', async () => {
    await buy(createur)
    const first = (await plan())!
    expect(first).toMatchObject({ state: 'active', sku: 'plan_createur', way: 'prepaid', is_payable: false })
    expect(await paidCredits()).toBe(80)
    expect(await refusalOf(buy(createur))).toBe('PT409 plan_current')
    await later(27)
    expect((await plan())!.is_payable).toBe(true)
    await buy(createur)
    const second = (await plan())!
    expect(second.period_end.getTime() - first.period_end.getTime()).toBeGreaterThan(27 * 86_400_000)
    expect(await paidCredits()).toBe(160)
  })

  test('is asked for three days and one day before its end, then thrice in the grace, and is over after seven days', async () => {
    await buy(createur)
    await later(28)
    expect(await told()).toEqual(['plan_ends_soon'])
    await later(2)
    await later(2)
    expect((await plan())!).toMatchObject({ state: 'past_due', is_payable: true })
    expect(await told()).toContain('plan_ended')
    await later(2)
    await later(3)
    await later(3)
    expect(await plan()).toBeUndefined()
    expect((await told()).at(-1)).toBe('plan_over')
    expect(await paidCredits()).toBe(80)
  })

  test('paid in the days of grace begins at the old end; paid after them it is a plan of its own', async () => {
    await buy(createur)
    const { period_end: end } = (await plan())!
    await later(31, 2)
    const late = await billing.opened(user, { price_id: createur })
    await billing.believe(late, { status: 'paid' })
    expect((await plan())!.state).toBe('active')
    const months = await billing.ledger.asOwner<{ starts_at: Date }>(
      `select d.starts_at from billing.periods d join billing.payments p on p.id = d.payment_id where p.user_id = $1 order by 1`,
      [user],
    )
    expect(months[1]!.starts_at.getTime()).toBe(end.getTime())
    await later(31, 31)
    await tick()
    expect(await plan()).toBeUndefined()
    await buy(createur)
    expect((await plan())!.state).toBe('active')
    expect(await paidCredits()).toBe(240)
  })

  test('whose money comes when the plan has ended meanwhile is not lost', async () => {
    const first = await billing.opened(user, { price_id: createur })
    await later(2)
    expect(await plan()).toBeUndefined()
    await billing.believe(first, { status: 'paid' })
    expect((await plan())!.state).toBe('active')
    expect(await paidCredits()).toBe(80)
  })

  test('believed thirty times at once is one month', async () => {
    const opened = await billing.opened(user, { price_id: createur })
    await Promise.all(Array.from({ length: 30 }, () => billing.believe(opened, { status: 'paid' })))
    expect(await paidCredits()).toBe(80)
    const months = await billing.ledger.asOwner('select from billing.periods where payment_id = $1', [
      opened.payment_id,
    ])
    expect(months).toHaveLength(1)
  })

  test('that is refunded whole ends, and its credits go', async () => {
    const bought = await buy(createur)
    await billing.believe(bought, { status: 'paid', refunded: bought.amount })
    await tick()
    expect(await plan()).toBeUndefined()
    expect(await paidCredits()).toBe(0)
  })
})

describe('a change', () => {
  test('up costs the difference and gives the difference now, and moves no date', async () => {
    await buy(createur)
    const before = (await plan())!
    const [quote] = await billing.as<{ quote: object }>(user, 'select public.plan_quote($1) as quote', [studio])
    expect(quote).toEqual({ quote: { step: 'upgrade', amount: 5000, credits: 200, currency: 'XOF' } })
    expect(await buy(studio)).toMatchObject({ amount: 5000, credits: 200 })
    const after = (await plan())!
    expect(after).toMatchObject({ sku: 'plan_studio', period_end: before.period_end })
    expect(await paidCredits()).toBe(280)
  })

  test('down waits for the next month, and is taken back by choosing again', async () => {
    await buy(studio)
    expect(await refusalOf(buy(createur))).toBe('PT409 plan_smaller')
    await call(`change_plan('${createur}')`)
    expect(await plan()).toMatchObject({ sku: 'plan_studio', next_sku: 'plan_createur', renewal_price_id: createur })
    await call(`change_plan('${studio}')`)
    expect((await plan())!.next_sku).toBeNull()
    expect(await refusalOf(call(`change_plan('01940000-0000-7000-8000-000000000003')`))).toBe('PT404 offer_unknown')
  })

  test('is nobody else’s', async () => {
    await buy(createur)
    const stranger = await billing.ledger.newPerson()
    for (const name of ['cancel_plan()', 'resume_plan()', 'pause_plan(1)', `change_plan('${studio}')`])
      expect(await refusalOf(billing.as(stranger, `select public.${name}`))).toBe('PT404 plan_unknown')
    expect(await billing.as(stranger, 'select * from public.my_subscription')).toEqual([])
  })
})

describe('a stop', () => {
  test('keeps the month, can be taken back, and ends with the month', async () => {
    await buy(createur)
    await call('cancel_plan()')
    expect((await plan())!.state).toBe('canceling')
    await call('resume_plan()')
    expect((await plan())!.state).toBe('active')
    await call('cancel_plan()')
    await later(31, 1)
    expect(await plan()).toBeUndefined()
    expect(await paidCredits()).toBe(80)
  })

  test('for a while moves the end, once a year, and ends early on demand', async () => {
    await buy(createur)
    const { period_end: end } = (await plan())!
    expect(await refusalOf(call('pause_plan(4)'))).toBe('PT422 pause_length')
    await call('pause_plan(2)')
    const paused = (await plan())!
    expect(paused.state).toBe('paused')
    expect(paused.period_end.getTime() - end.getTime()).toBeGreaterThan(58 * 86_400_000)
    await call('resume_plan()')
    expect(Math.abs((await plan())!.period_end.getTime() - end.getTime())).toBeLessThan(60_000)
    expect(await refusalOf(call('pause_plan(1)'))).toBe('PT409 paused_lately')
  })
})

describe('a card', () => {
  const renewals = async () =>
    (
      await billing.ledger.asServer<{ due: Receipt & { mandate: string; user_id: string } }>(
        'select public.claim_plan_renewals(10) as due',
      )
    ).flatMap(({ due }) => (due.user_id === user ? due : []))
  const byCard = async () => {
    const opened = await billing.opened(user, { price_id: createur, method: 'card' })
    await billing.believe(opened, { status: 'paid', mandate: 'card of kossi' })
  }

  test('is asked for the next month once, an hour before its end, whoever claims', async () => {
    await byCard()
    expect((await plan())!.way).toBe('card')
    expect(await renewals()).toEqual([])
    await later(31)
    const [one, ...more] = (await Promise.all([renewals(), renewals(), renewals()])).flat()
    expect(more).toEqual([])
    expect(one).toMatchObject({ amount: 2500, mandate: 'card of kossi' })
    const ref = `ref-${one!.attempt_id}`
    await billing.note(one!.attempt_id, 'started', { ref })
    await billing.believe({ ...one!, ref }, { status: 'paid', mandate: 'card of kossi' })
    expect(await paidCredits()).toBe(160)
    expect((await plan())!.state).toBe('active')
    expect(await renewals()).toEqual([])
  })

  test('that is refused is asked again a day, three and six days later, and no more', async () => {
    await byCard()
    await later(31)
    let asked = 0
    for (let day = 0; day < 9; day += 1) {
      for (const due of await renewals()) {
        asked += 1
        await billing.note(due.attempt_id, 'refused', { reason: 'card_declined' })
      }
      await later(1)
    }
    expect(asked).toBe(4)
    expect(await plan()).toBeUndefined()
  })
})

/** How a plan comes into a state, from its beginning. */
const ways: Readonly<Record<string, readonly string[]>> = {
  incomplete: [],
  active: ['active'],
  past_due: ['active', 'past_due'],
  paused: ['active', 'paused'],
  canceling: ['active', 'canceling'],
  ended: ['ended'],
}
const drawn = new Set([
  'incomplete>active',
  'incomplete>ended',
  'active>past_due',
  'active>paused',
  'active>canceling',
  'past_due>active',
  'past_due>ended',
  'paused>active',
  'canceling>active',
  'canceling>ended',
])
const becomes = `update billing.subscriptions set state = $2,
    paused_until = case when $2 = 'paused' then now() end, ended_at = case when $2 = 'ended' then now() end
  where user_id = $1`

async function move(path: readonly string[]): Promise<void> {
  const client = await billing.ledger.ownConnection()
  try {
    await client.query('begin')
    await client.query(
      `insert into billing.subscriptions (user_id, sku, price_id, anchor, period_end) values ($1, 'plan_createur', $2, now(), now())`,
      [user, createur],
    )
    for (const state of path) await client.query(becomes, [user, state])
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const pairs = Object.keys(ways).flatMap((from) => Object.keys(ways).map((to) => [from, to] as const))

test.each(pairs.filter(([from, to]) => from !== to))(
  'a plan that is %s becomes %s, if that is drawn',
  async (from, to) => {
    const outcome = await refusalOf(move([...ways[from]!, to]))
    expect(outcome).toBe(drawn.has(`${from}>${to}`) ? 'done' : 'PT409 plan_state')
  },
)
