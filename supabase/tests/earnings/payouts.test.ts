/** Withdrawals: what stands against one, in one word and until when; why a person looks first; money in one place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { countOutcomes } from '../ledger/open-ledger.ts'
import { openPayouts, type Payouts } from './open-payouts.ts'

let payouts: Payouts
let numbers = 0
beforeAll(async () => {
  payouts = await openPayouts()
})
afterAll(() => payouts[Symbol.asyncDispose]())

const number = () => `22901${String((numbers += 1)).padStart(8, '7')}`

/** Whose number was not changed lately. */
async function settled(francs: number, own = number()): Promise<string> {
  const person = await payouts.earner(francs, own)
  await payouts.billing.move('73 hours')
  return person
}

const refused = (person: string, amount: number) => refusalOf(payouts.ask(person, amount))

describe('what stands against a withdrawal is told', () => {
  test.each([
    ['less than 2 000 F', 1995, 'PT422 payout_minimum'],
    ['no amount', 0, 'PT422 payout_minimum'],
    ['more than 50 000 F', 50_005, 'PT422 payout_maximum'],
    ['no multiple of five', 2001, 'PT422 payout_step'],
    ['more than there is', 10_005, 'PT422 payout_balance'],
  ])('%s', async (_what, amount, refusal) => {
    const person = await settled(10_000)
    expect(await refused(person, amount)).toBe(refusal)
    expect(await payouts.places(person)).toEqual({ earned: 10_000, payable: 0 })
  })

  test('nobody said who they are, no number, a number that never paid, one that was changed an hour ago', async () => {
    const person = await payouts.billing.ledger.newPerson()
    await payouts.earn(person, 10_000)
    expect(await refused(person, 2000)).toBe('PT409 payout_identity')
    const save = `select public.save_identity('Awa Sanogo', '1996-05-04', 'BJ', true)`
    await payouts.billing.as(person, save)
    expect(await refused(person, 2000)).toBe('PT409 payout_no_number')
    const own = number()
    await payouts.destination(person, own)
    expect(await refused(person, 2000)).toBe('PT409 payout_number_unpaid')
    await payouts.billing.bought(person, { msisdn_hash: payouts.hashOf(own), msisdn_last4: '0001' })
    await payouts.billing.move('1 hour')
    expect(await refused(person, 2000)).toBe('PT429 payout_locked')
    await payouts.billing.move('72 hours')
    expect(await payouts.ask(person, 2000)).toMatchObject({ status: 'held', amount: 2000, fee: 0 })
  })

  test.each([
    ['no last name', `'Awa', '1996-05-04', 'BJ', true`, 'PT422 identity_name'],
    ['seventeen years', `'Awa Sanogo', '2015-05-04', 'BJ', true`, 'PT422 identity_age'],
    ['no country', `'Awa Sanogo', '1996-05-04', 'Bénin', true`, 'PT422 identity_country'],
    ['a number of somebody else', `'Awa Sanogo', '1996-05-04', 'BJ', false`, 'PT422 identity_statement'],
  ])('who one is: %s', async (_what, given, refusal) => {
    const person = await payouts.billing.ledger.newPerson()
    expect(await refusalOf(payouts.billing.as(person, `select public.save_identity(${given})`))).toBe(refusal)
  })

  test('a debt, and an open dispute', async () => {
    const person = await settled(10_000)
    const bought = await payouts.billing.bought(person)
    const dispute = `select public.apply_payment_dispute('sandbox', 'd-' || $1, $1, $2)`
    await payouts.billing.ledger.asServer(dispute, [bought.ref, 'open'])
    expect(await refused(person, 2000)).toBe('PT409 payout_dispute')
    await payouts.billing.ledger.asServer(dispute, [bought.ref, 'won'])
    await payouts.billing.ledger.post(`test:${bought.ref}`, [
      { o: `user:${person}`, k: 'debt', a: 'CREDIT', n: -1 },
      { o: 'platform', k: 'issued', a: 'CREDIT', n: 1 },
    ])
    expect(await refused(person, 2000)).toBe('PT409 payout_debt')
  })

  test('a fourth one to a number in a day, across accounts; 50 000 F a day, 200 000 F in thirty days', async () => {
    const shared = number()
    const people = [await payouts.earner(9000, shared), await payouts.earner(9000, shared)]
    await payouts.billing.move('73 hours')
    for (const person of [people[0]!, people[1]!, people[0]!]) await sent(await payouts.released(person, 2000))
    expect(await refused(people[1]!, 2000)).toBe('PT429 payout_limit')
    const rich = await settled(400_000)
    await sent(await payouts.released(rich, 48_000))
    expect(await refused(rich, 5000)).toBe('PT429 payout_daily')
    for (let day = 0; day < 3; day += 1) {
      await payouts.billing.move('25 hours')
      await sent(await payouts.released(rich, 48_000))
    }
    await payouts.billing.move('25 hours')
    expect(await refused(rich, 10_000)).toBe('PT429 payout_monthly')
    await payouts.billing.requireSound()
  })

  test('a session without the second factor, where there is one', async () => {
    const person = await settled(10_000)
    await payouts.billing.ledger.asOwner(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [person],
    )
    expect(await refused(person, 2000)).toBe('PT403 aal2_required')
    expect(await refusalOf(payouts.billing.as(person, 'select public.check_payout_strength()'))).toBe(
      'PT403 aal2_required',
    )
  })
})

/** The provider sends it. */
async function sent({ id }: { id: string }): Promise<void> {
  await payouts.billing.ledger.asServer(`select public.claim_payouts(100, 'sandbox')`)
  await payouts.billing.ledger.asServer('select public.note_payout_ref($1, $2)', [id, `ref-${id}`])
  await truth(id, 'sent')
}

async function truth(id: string, status: string, amount?: number): Promise<void> {
  const [row] = await payouts.billing.ledger.asOwner<{ net: string }>(
    'select amount - fee as net from billing.payouts where id = $1',
    [id],
  )
  const said = { status, currency: 'XOF', amount: amount ?? Number(row!.net), cost: 20, realm: 'test' }
  const call = `select public.apply_payout_truth('sandbox', $1, $2)`
  await payouts.billing.ledger.asServer(call, [`ref-${id}`, JSON.stringify(said)])
}

test('ten at once are one, under one key and under ten', async () => {
  const person = await settled(30_000)
  const asks = Array.from({ length: 10 }, () => payouts.ask(person, 2000))
  expect(await countOutcomes(asks)).toEqual({ done: 1, PT409: 9 })
  expect(await payouts.places(person)).toEqual({ earned: 28_000, payable: 2000 })
  const other = await settled(30_000)
  const same = await Promise.all(Array.from({ length: 10 }, () => payouts.ask(other, 2000, 'the same key')))
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  expect(await payouts.places(other)).toEqual({ earned: 28_000, payable: 2000 })
})

test('money is in one place: asked, taken back, refused by the staff, sent, and come back', async () => {
  const person = await settled(10_000)
  const first = await payouts.ask(person, 4000)
  expect(first).toMatchObject({ status: 'held', holds: ['first'] })
  await payouts.billing.as(person, 'select public.cancel_payout($1)', [first.id])
  expect(await payouts.places(person)).toEqual({ earned: 10_000, payable: 0 })
  const second = await payouts.ask(person, 4000)
  await payouts.decide(second.id, false)
  expect(await payouts.places(person)).toEqual({ earned: 10_000, payable: 0 })
  const third = await payouts.released(person, 4000)
  await sent(third)
  const takenBack = refusalOf(payouts.billing.as(person, 'select public.cancel_payout($1)', [third.id]))
  expect(await takenBack).toBe('PT409 payout_on_its_way')
  await truth(third.id, 'failed')
  expect(await payouts.places(person)).toEqual({ earned: 6000, payable: 0 })
  await truth(third.id, 'returned')
  await truth(third.id, 'returned')
  await truth(third.id, 'sent')
  expect(await payouts.places(person)).toEqual({ earned: 10_000, payable: 0 })
  await payouts.billing.requireSound()
})

test('nothing is sent to somebody who was suspended after it was prepared, until they are not any more', async () => {
  const person = await settled(10_000)
  const { id } = await payouts.released(person, 4000)
  const suspend = `update public.profiles set status = $2 where id = $1`
  const claimed = async () => {
    const rows = await payouts.billing.ledger.asServer<{ payout_id: string }>(
      `select payout_id from public.claim_payouts(100, 'sandbox')`,
    )
    return rows.some(({ payout_id: claim }) => claim === id)
  }
  await payouts.billing.ledger.asOwner(suspend, [person, 'suspended'])
  expect([await claimed(), await payouts.statusOf(person)]).toEqual([false, 'prepared'])
  await payouts.billing.ledger.asOwner(suspend, [person, 'active'])
  expect([await claimed(), await payouts.statusOf(person)]).toEqual([true, 'sending'])
  // What a provider was asked for is followed to its end.
  await payouts.billing.ledger.asOwner(suspend, [person, 'suspended'])
  await payouts.billing.move('1 hour')
  await payouts.billing.ledger.asOwner('update billing.payouts set lease_until = null where id = $1', [id])
  expect(await claimed()).toBe(true)
})

test('who one said that one is, is one’s own to read, and in the archive of one’s data', async () => {
  const [person, other] = [await settled(2000), await settled(2000)]
  const read = (who: string) => payouts.billing.as<object>(who, 'select legal_name, country from public.my_identity')
  await payouts.billing.ledger.asOwner(`update billing.identities set legal_name = 'Kossi Mensah' where user_id = $1`, [
    other,
  ])
  expect(await read(person)).toEqual([{ legal_name: 'Awa Sanogo', country: 'BJ' }])
  const tables = await payouts.billing.ledger.asServer('select name from public.personal_tables() as name')
  expect(tables).toContainEqual({ name: 'my_identity' })
  const rows = await payouts.billing.ledger.asServer<{ rows: object[] }>(
    `select public.personal_rows($1, 'my_identity') as rows`,
    [other],
  )
  expect(rows[0]?.rows).toMatchObject([{ legal_name: 'Kossi Mensah', birth_date: '1996-05-04' }])
})

test('an amount that is not ours moves nothing, and lies before the staff', async () => {
  const person = await settled(10_000)
  const made = await payouts.released(person, 4000)
  await payouts.billing.ledger.asServer(`select public.claim_payouts(100, 'sandbox')`)
  await payouts.billing.ledger.asServer('select public.note_payout_ref($1, $2)', [made.id, `ref-${made.id}`])
  await truth(made.id, 'sent', 40_000)
  expect(await payouts.statusOf(person)).toBe('sending')
  expect(await payouts.billing.findings()).toContain('payout_mismatch')
})

test('a number becomes one’s own by a code of the last ten minutes alone', async () => {
  const person = await payouts.billing.ledger.newPerson()
  await payouts.destination(person, number())
  const again = (hash: string) =>
    refusalOf(payouts.billing.ledger.asServer('select public.set_payout_destination($1, $2, $3)', [person, hash, 'x']))
  expect(await again(payouts.hashOf('somebody else’s'))).toBe('PT409 number_unproven')
  await payouts.billing.move('11 minutes')
  expect(await again(payouts.hashOf(`22901${String(numbers).padStart(8, '7')}`))).toBe('PT409 number_unproven')
})

test('nobody decides about their own withdrawal, and nobody else takes it back', async () => {
  const person = await settled(10_000)
  const made = await payouts.ask(person, 2000)
  const own = payouts.billing.asStaff(person, 'select public.decide_payout($1, true, $2)', [made.id, 'Vu'])
  expect(await refusalOf(own)).toBe('PT403 own_payout')
  const stranger = await payouts.billing.ledger.newPerson()
  const stolen = payouts.billing.as(stranger, 'select public.cancel_payout($1)', [made.id])
  expect(await refusalOf(stolen)).toBe('PT404 payout_unknown')
  expect(await payouts.billing.as(stranger, 'select * from public.my_payouts')).toEqual([])
})
