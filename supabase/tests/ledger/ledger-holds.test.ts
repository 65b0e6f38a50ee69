/** What a hold takes, what a settlement gives back, and what is refused. */
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openLedger, type Ledger } from './open-ledger.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger[Symbol.asyncDispose]())
afterEach(() => ledger.requireSound())

describe('five credits at sign-up', () => {
  test('a new person has them, in the transaction of the sign-up, as a gift', async () => {
    const user = await ledger.newPerson()
    expect(await ledger.balancesOf(user)).toEqual({ promo: 5, paid: 0, held: 0, debt: 0 })
    const key = `bonus:${user}:welcome`
    expect(await ledger.asOwner('select kind from ledger.transfers where idem_key = $1', [key])).toHaveLength(1)
  })

  test('accounts are opened in the order in which they are locked', async () => {
    const user = await ledger.newPerson()
    const accounts = await ledger.asOwner<{ kind: string }>(
      'select kind from ledger.accounts where owner = $1 order by id',
      [`user:${user}`],
    )
    expect(accounts.map(({ kind }) => kind)).toEqual(['promo', 'paid', 'held', 'debt'])
  })

  test('a gift is given once per reason', async () => {
    const user = await ledger.newPerson()
    await ledger.asOwner(`select ledger.give($1, 5, 'welcome')`, [user])
    expect(await ledger.balancesOf(user)).toMatchObject({ promo: 5 })
    await ledger.asOwner(`select ledger.give($1, 3, 'goodwill-1')`, [user])
    expect(await ledger.balancesOf(user)).toMatchObject({ promo: 8 })
  })

  test('F-13 an account without a proof of who it is has none until it becomes a real one', async () => {
    const user = randomUUID()
    await ledger.asOwner('insert into auth.users (id, is_anonymous) values ($1, true)', [user])
    expect(await ledger.balancesOf(user)).toEqual({ promo: 0, paid: 0, held: 0, debt: 0 })
    const become = 'update auth.users set is_anonymous = $2, email = $3 where id = $1'
    await ledger.asOwner(become, [user, false, `${user}@example.com`])
    expect(await ledger.balancesOf(user)).toMatchObject({ promo: 5 })
    await ledger.asOwner('update auth.users set is_anonymous = true where id = $1', [user])
    await ledger.asOwner(become, [user, false, `${user}@example.com`])
    expect(await ledger.balancesOf(user)).toMatchObject({ promo: 5 })
  })
})

describe('gifts are spent first', () => {
  test.each([
    { has: { promo: 5, paid: 5 }, amount: 3, takes: { from_promo: '3', from_paid: '0' } },
    { has: { promo: 5, paid: 5 }, amount: 7, takes: { from_promo: '5', from_paid: '2' } },
    { has: { promo: 0, paid: 5 }, amount: 2, takes: { from_promo: '0', from_paid: '2' } },
  ])('a hold of $amount on $has takes $takes', async ({ has, amount, takes }) => {
    const user = await ledger.personWith(has)
    expect(await ledger.hold({ user, amount })).toMatchObject({ ...takes, state: 'open' })
    expect(await ledger.balancesOf(user)).toEqual({
      promo: has.promo - Number(takes.from_promo),
      paid: has.paid - Number(takes.from_paid),
      held: amount,
      debt: 0,
    })
  })

  test.each([
    { capture: 0, left: { promo: 3, paid: 9 }, paidPart: '0' },
    { capture: 2, left: { promo: 1, paid: 9 }, paidPart: '0' },
    { capture: 4, left: { promo: 0, paid: 8 }, paidPart: '1' },
    { capture: 6, left: { promo: 0, paid: 6 }, paidPart: '3' },
  ])('of six, three of them gifts, $capture are captured: $left are left', async ({ capture, left, paidPart }) => {
    const user = await ledger.personWith({ promo: 3, paid: 9 })
    const { id } = await ledger.hold({ user, amount: 6 })
    const settled = await ledger.settle(id, { capture, why: capture > 0 ? 'capture' : 'failed' })
    expect(settled).toMatchObject({
      state: capture > 0 ? 'captured' : 'released',
      captured: String(capture),
      captured_paid: paidPart,
      released: String(6 - capture),
    })
    expect(await ledger.balancesOf(user)).toEqual({ ...left, held: 0, debt: 0 })
  })
})

describe('settling', () => {
  const revenue = async () =>
    Number(
      (
        await ledger.asOwner<{ sum: string }>(
          `select coalesce(sum(e.amount), 0) as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
           where a.owner = 'platform' and a.kind = 'revenue'`,
        )
      )[0]!.sum,
    )

  test('what is captured is revenue, unless parts are named', async () => {
    const user = await ledger.personWith({ paid: 20 })
    const creator = await ledger.newPerson()
    const before = await revenue()
    await ledger.settle((await ledger.hold({ user, amount: 5 })).id, { capture: 5 })
    expect(await revenue()).toBe(before + 5)
    const parts = [
      { o: 'platform', k: 'revenue', n: 8 },
      { o: `user:${creator}`, k: 'earned', n: 2 },
    ]
    await ledger.settle((await ledger.hold({ user, amount: 12 })).id, { capture: 10, parts })
    expect(await revenue()).toBe(before + 13)
    expect(await ledger.balancesOf(creator)).toMatchObject({ promo: 5, earned: 2 })
    expect(await ledger.balancesOf(user)).toMatchObject({ paid: 5, held: 0 })
  })

  test.each([
    ['more than is held', 6, undefined],
    ['less than nothing', -1, undefined],
    ['parts that are not its sum', 5, [{ o: 'platform', k: 'revenue', n: 4 }]],
    ['no parts at all', 5, []],
    [
      'a part that takes',
      5,
      [
        { o: 'platform', k: 'revenue', n: 6 },
        { o: 'platform', k: 'fees', n: -1 },
      ],
    ],
    ['a part for what is set aside', 5, [{ o: 'user:aaaaaaaa-0000-4000-8000-000000000001', k: 'held', n: 5 }]],
  ])('%s is refused, and the hold stays open', async (_, capture, parts) => {
    const user = await ledger.personWith({ paid: 5 })
    const { id } = await ledger.hold({ user, amount: 5 })
    const settle = ledger.settle(id, { capture, ...(parts && { parts }) })
    await expect(settle).rejects.toMatchObject({ code: 'PT422' })
    expect(await ledger.balancesOf(user)).toMatchObject({ paid: 0, held: 5 })
    await ledger.settle(id)
  })

  test('the same settlement again changes nothing, another one is refused', async () => {
    const user = await ledger.personWith({ paid: 5 })
    const { id } = await ledger.hold({ user, amount: 5 })
    await ledger.settle(id, { capture: 2 })
    expect(await ledger.settle(id, { capture: 2 })).toMatchObject({ state: 'captured', captured: '2' })
    await expect(ledger.settle(id, { capture: 3 })).rejects.toMatchObject({ code: 'PT409' })
    await expect(ledger.settle(id)).rejects.toMatchObject({ code: 'PT409' })
    await expect(ledger.settle(randomUUID())).rejects.toMatchObject({ code: 'PT404' })
    expect(await ledger.balancesOf(user)).toMatchObject({ paid: 3, held: 0 })
  })

  test('why it was settled stands in the statement', async () => {
    const user = await ledger.personWith({ promo: 5 })
    const { id } = await ledger.hold({ user, amount: 1 })
    await ledger.settle(id, { why: 'blocked' })
    const [transfer] = await ledger.asOwner('select kind, meta from ledger.transfers where idem_key = $1', [
      `settle:${id}`,
    ])
    expect(transfer).toEqual({ kind: 'release', meta: { why: 'blocked' } })
  })
})

describe('expiry', () => {
  test('an expired hold is given back, one that was extended is not', async () => {
    const user = await ledger.personWith({ promo: 5 })
    const left = await ledger.hold({ user, amount: 1, ttl: '-1 minute' })
    const kept = await ledger.hold({ user, amount: 2, ttl: '-1 minute' })
    await ledger.extend(kept.id, '10 minutes')
    await ledger.extend(kept.id, '1 second')
    expect(await ledger.sweep()).toBe(1)
    expect(await ledger.balancesOf(user)).toMatchObject({ promo: 3, held: 2 })
    await expect(ledger.settle(left.id, { capture: 1 })).rejects.toMatchObject({ code: 'PT409' })
    await expect(ledger.extend(left.id, '1 minute')).rejects.toMatchObject({ code: 'PT404' })
    expect(await ledger.settle(kept.id, { capture: 2 })).toMatchObject({ state: 'captured' })
  })
})

describe('refusals', () => {
  test('a hold that the credits do not cover is refused and leaves nothing behind', async () => {
    const user = await ledger.personWith({ promo: 2, paid: 2 })
    const hold = ledger.hold({ user, amount: 5 })
    await expect(hold).rejects.toMatchObject({ code: 'PT402', hint: 'insufficient_credits' })
    expect(await ledger.balancesOf(user)).toEqual({ promo: 2, paid: 2, held: 0, debt: 0 })
    await expect(ledger.hold({ user: randomUUID(), amount: 1 })).rejects.toMatchObject({ code: 'PT402' })
    await expect(ledger.hold({ user, amount: 0 })).rejects.toMatchObject({ code: 'PT422' })
  })

  test('whoever is in debt holds nothing, gifts or not', async () => {
    const user = await ledger.personWith({ promo: 5 })
    await ledger.post(`test:${randomUUID()}`, [
      { o: `user:${user}`, k: 'debt', a: 'CREDIT', n: -3 },
      { o: 'platform', k: 'issued', a: 'CREDIT', n: 3 },
    ])
    await expect(ledger.hold({ user, amount: 1 })).rejects.toMatchObject({ code: 'PT402' })
  })

  test('L10 the job or the key of somebody else is refused without a word about it', async () => {
    const [theirs, mine] = await Promise.all([ledger.personWith({ promo: 5 }), ledger.personWith({ promo: 5 })])
    const [id, job] = [randomUUID(), randomUUID()]
    await ledger.hold({ user: theirs, amount: 4, id, job })
    for (const ordering of [{ job }, { id }, { id, job }]) {
      const refusal: unknown = await ledger
        .hold({ user: mine, amount: 4, ...ordering })
        .catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'PT409' })
      expect(JSON.stringify(refusal)).not.toContain(theirs)
    }
    expect(await ledger.balancesOf(mine)).toMatchObject({ promo: 5, held: 0 })
    expect(await ledger.balancesOf(theirs)).toMatchObject({ promo: 1, held: 4 })
  })

  test('L11 a price that changes after the order changes nothing about it', async () => {
    const user = await ledger.personWith({ promo: 5 })
    const job = randomUUID()
    const price = async () =>
      (await ledger.asServer<{ price: number }>(`select app.price_of('generation', 'none') as price`))[0]!.price
    const quoted = await price()
    await ledger.hold({ user, amount: quoted, job })
    await ledger.asOwner(`update public.price_book set credits = 3 where sku = 'generation'`)
    try {
      await expect(ledger.hold({ user, amount: await price(), job })).rejects.toMatchObject({ code: 'PT409' })
      expect(await ledger.hold({ user, amount: quoted, job })).toMatchObject({ amount: '1' })
    } finally {
      await ledger.asOwner(`update public.price_book set credits = 1 where sku = 'generation'`)
    }
    expect(await ledger.balancesOf(user)).toMatchObject({ promo: 4, held: 1 })
  })

  test('a variant has its own price where it has one; what has no price is refused, never free', async () => {
    const price = (sku: string, variant: string | null) =>
      ledger.asServer<{ price: number }>('select app.price_of($1, $2) as price', [sku, variant])
    await ledger.asOwner(`insert into public.price_book (sku, credits) values ('generation:dear', 4)`)
    expect(await price('generation', 'dear')).toEqual([{ price: 4 }])
    expect(await price('generation', 'builtin')).toEqual([{ price: 1 }])
    expect(await price('generation', null)).toEqual([{ price: 1 }])
    expect(await price('enhance', null)).toEqual([{ price: 0 }])
    await expect(price('gold', null)).rejects.toMatchObject({ code: 'PT404' })
  })

  test('L12 amounts up to a million millions, and never past what an integer holds', async () => {
    const user = await ledger.personWith({})
    const most = 1_000_000_000_000
    await ledger.buy(user, most)
    await ledger.buy(user, most)
    expect(await ledger.balancesOf(user)).toMatchObject({ paid: 2 * most })
    const { id } = await ledger.hold({ user, amount: most })
    await ledger.settle(id, { capture: most })
    expect(await ledger.balancesOf(user)).toMatchObject({ paid: most, held: 0 })
    await expect(ledger.buy(user, most + 1)).rejects.toMatchObject({ code: '23514' })
    const tooMuch = ledger.asServer('select ledger.hold(gen_random_uuid(), $1, 9223372036854775807, $2, $3)', [
      user,
      'generation',
      randomUUID(),
    ])
    await expect(tooMuch).rejects.toMatchObject({ code: 'PT402' })
    const flood = '[{"o":"platform","k":"issued","a":"CREDIT","n":-9223372036854775809}]'
    const overflow = ledger.asOwner('select ledger.post($1, $2, $3::jsonb)', [`test:${randomUUID()}`, 'test', flood])
    await expect(overflow).rejects.toMatchObject({ code: '22003' })
  })
})
